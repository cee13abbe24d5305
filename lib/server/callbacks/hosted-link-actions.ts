'use server'

import { z } from 'zod'
import { deskAction } from '@/lib/server/action'
import { makeNewHostedLink } from './hosted-link'

/** Far more than any of them may have: what is wrong with it is said at the field. */
const text = z.string().trim().max(2_000)

/** Makes a link and stores nothing: what it was made of stands in the page's address. */
export const makeHostedLinkAction = deskAction('callbacks:read')
  .inputSchema(z.strictObject({ profileId: text, amount: text, invoice: text, reference: text }))
  .action(({ parsedInput, ctx }) => makeNewHostedLink(ctx, parsedInput))
