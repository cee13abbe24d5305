'use server'

import { paymentLinkInput } from '@/lib/domain/callbacks/inputs'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { makePaymentLink } from './payment-link'

export const makePaymentLinkAction = deskAction('links:write', paymentLinkInput, makePaymentLink, {
  revalidates: routes.hostedPaymentLink,
})
