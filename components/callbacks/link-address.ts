import type { Route } from 'next'
import { routes } from '@/lib/routes'
import type { HostedLinkValues } from '@/lib/server/callbacks/views'

type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** What a link is made of, as the page's address has it; null where it has nothing of it. */
export function readLinkAddress(params: SearchParams): HostedLinkValues | null {
  const one = (name: string) =>
    [params[name] ?? ''].flat()[0]?.replaceAll('\u0000', '').toWellFormed().trim() ?? ''
  const values = {
    profileId: one('profile'),
    amount: one('amount'),
    invoice: one('invoice'),
    reference: one('reference'),
  }
  return Object.values(values).some(Boolean) ? values : null
}

export function linkAddress({ profileId, amount, invoice, reference }: HostedLinkValues): Route {
  const params = new URLSearchParams({ profile: profileId, amount })
  if (invoice) params.set('invoice', invoice)
  params.set('reference', reference)
  return `${routes.hostedPaymentLink}?${params}` as Route
}
