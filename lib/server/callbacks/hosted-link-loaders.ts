import 'server-only'
import { routes } from '@/lib/routes'
import { loadContext } from '../applications/loaders'
import { listSalesByReference, makeHostedLink, proposeReference } from './hosted-link'
import type { HostedLinkValues, HostedLinkView } from './views'

/** `asked`: what the page's address has; null where it has nothing. */
export async function loadHostedLink(asked: HostedLinkValues | null): Promise<HostedLinkView> {
  const ctx = await loadContext('callbacks:read', routes.hostedPaymentLink)
  const profiles = ctx.hostedPaymentPage === null ? [] : ctx.funding.profiles
  const made = asked && makeHostedLink(ctx, asked)
  const proposed = proposeReference()
  return {
    profiles,
    values: asked ?? {
      profileId: profiles[0]?.profileId ?? '',
      amount: '',
      invoice: '',
      reference: proposed,
    },
    made,
    sales: asked && made?.ok ? await listSalesByReference(ctx, asked) : [],
    proposed,
  }
}
