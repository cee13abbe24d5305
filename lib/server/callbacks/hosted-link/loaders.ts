import 'server-only'
import { routes } from '@/lib/routes'
import { loadContext } from '@/lib/server/page-context'
import { getPaymentLink, listPaymentLinks, listSalesByReference, proposeReference } from './payment-link'
import type { PaymentLinkView } from './views'

/** `asked`: the parameters in the page's URL. An unknown link is ignored. */
export async function loadPaymentLinks(asked: {
  link: number | null
  before: number | null
}): Promise<PaymentLinkView> {
  const ctx = await loadContext('links:write', routes.hostedPaymentLink)
  const [links, link] = await Promise.all([
    listPaymentLinks(ctx.db, asked.before),
    asked.link === null ? null : getPaymentLink(ctx.db, asked.link),
  ])
  return {
    profiles: ctx.hostedPaymentPage === null ? [] : ctx.funding.profiles,
    opened: link && { link, sales: await listSalesByReference(ctx, link) },
    links,
    before: asked.before,
    proposed: proposeReference(),
  }
}
