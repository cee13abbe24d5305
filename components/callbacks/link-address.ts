import type { Route } from 'next'
import { routes } from '@/lib/routes'

type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** Reads the address of the payment links: one open link, or a page of the links older than one. */
export function readLinkAddress(params: SearchParams): { link: number | null; before: number | null } {
  const one = (name: string) => {
    const text = [params[name] ?? ''].flat()[0] ?? ''
    return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
  }
  return { link: one('link'), before: one('before') }
}

/** The page with this link open. */
export const paymentLinkAddress = (n: number): Route => `${routes.hostedPaymentLink}?link=${n}` as Route

/** The page with the links older than this one. */
export const olderLinksAddress = (n: number): Route => `${routes.hostedPaymentLink}?before=${n}` as Route
