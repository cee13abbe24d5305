import type { Json } from './application-bodies'

/** Requests of the funding endpoint, and the names of the transactions that the sandbox knows. */

export type FundingProfile = { profileId: string; profileKey: string }

export const ACTIVE: FundingProfile = { profileId: '941000000001', profileKey: 'key-active-1' }
export const OTHER_ACTIVE: FundingProfile = { profileId: '941000000004', profileKey: 'key-active-2' }
export const SUSPENDED: FundingProfile = { profileId: '941000000002', profileKey: 'key-suspended' }
export const CLOSED: FundingProfile = { profileId: '941000000003', profileKey: 'key-closed' }

export const basic = ({ profileId, profileKey }: FundingProfile) =>
  `Basic ${Buffer.from(`${profileId}:${profileKey}`).toString('base64')}`

const named = (kind: string) => (number: number) => `SBX-${kind}-${String(number).padStart(6, '0')}`
export const credit = named('C')
export const debit = named('D')
export const pinDebit = named('P')
export const declined = named('X')

/** The reference number of a debit or PIN debit: 9 or 8, and its number in 11 digits. */
export const referenceOf = (id: string) =>
  `${id.startsWith('SBX-P') ? '8' : '9'}${id.slice('SBX-D-'.length).padStart(11, '0')}`

export const transaction = (
  identifier: Json,
  merchantFundingAmounts: Json[] = [{ merchantId: '000123456789', amount: '100' }],
): Json => ({ ...identifier, merchantFundingAmounts })

/** Calls of the funding endpoint at `url`; a profile of `null` sends no credentials. */
export function fundingCalls(url: string) {
  const sendText = (
    body: string | Buffer<ArrayBuffer>,
    profile: FundingProfile | null = ACTIVE,
    headers: Record<string, string> = {},
    path = '/funding-amounts',
  ) =>
    fetch(url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        ...(profile === null ? {} : { authorization: basic(profile) }),
        ...headers,
      },
      body,
    })
  return {
    sendText,
    send: (body: unknown, profile?: FundingProfile | null) => sendText(JSON.stringify(body), profile),
  }
}
