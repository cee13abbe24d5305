'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { makePaymentLink } from './payment-link'

/** Far more than any of them may have: what is wrong with it is said at the field. */
const text = z.string().trim().max(2_000)

export const makePaymentLinkAction = deskAction('links:write')
  .inputSchema(z.strictObject({ profileId: text, amount: text, invoice: text, reference: text }))
  .action(async ({ parsedInput, ctx }) => {
    const made = await makePaymentLink(ctx, parsedInput)
    if (made.ok) revalidatePath(routes.hostedPaymentLink)
    return made
  })
