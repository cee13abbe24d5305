import { APPROVED_RESP_CODE } from '@/lib/domain/callbacks/fields'
import { DAY_MS } from '@/lib/domain/values/calendar'
import { exactCents } from '@/lib/domain/values/money'
import type { WireCallback } from '@/lib/partner/wire/callback'

/** Invented sales, and the callbacks that tell of them. All follows from the moment, so that every seed is alike. */

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** contract.md, "Demonstration data": so many callbacks, over so many days. */
const CALLBACKS = 400
const DAYS = 60

/** Where callbacks come in, and what is sold there. */
export type Shop = {
  profileId: string
  /** '' where everything of the profile comes in that has no receiver of its own. */
  merchantId: string
  label: string
  /** A typical amount in cents. */
  about: number
  /** Of a hundred sales. */
  share: number
}

const WHOLE_PROFILE: Shop = {
  profileId: '941000000001',
  merchantId: '',
  label: 'Hosted page',
  about: 5_200,
  share: 46,
}

export const SHOPS: readonly Shop[] = [
  WHOLE_PROFILE,
  { ...WHOLE_PROFILE, merchantId: 'BLUEBIRD-01', label: 'Bluebird Bakery', about: 1_450, share: 24 },
  { ...WHOLE_PROFILE, merchantId: 'HARBOR-LANE-02', label: 'Harbor Lane Books', about: 3_300, share: 16 },
  { profileId: '941000000004', merchantId: '', label: 'Online shops', about: 8_700, share: 14 },
]

/** Where the sales of this merchant come in. */
export const shopOf = (profileId: string, merchantId: string): Shop =>
  SHOPS.find((shop) => shop.profileId === profileId && shop.merchantId === merchantId) ??
  SHOPS.find((shop) => shop.profileId === profileId && shop.merchantId === '') ??
  WHOLE_PROFILE

type Sale = {
  shop: Shop
  tranId: string
  /** 12 digits. */
  retrievalReferenceNumber: string
  amountMinor: number
}

/** A sale that a batch of this moment funds. */
export type BatchedSale = Sale & { batchedAt: number }

/** One POST of the service: where and when it came in, and its form's fields. */
export type Posted = { shop: Shop; at: number; fields: Record<string, string> }

/** The transactions that show something which is rare. */
export const RARE = {
  conflict: 'SBX-C-030011',
  resolved: 'SBX-C-030021',
  declined: 'SBX-X-030031',
  amountInDoubt: 'SBX-C-030041',
  fullCardNumber: 'SBX-C-030051',
  unknownField: 'SBX-C-030061',
} as const

/** `CALLBACKS` of them, oldest first, the given sales among them. */
export function buildCallbacks(now: number, batched: readonly BatchedSale[]): Posted[] {
  const chance = chances()
  const posted = batched.map(({ batchedAt, ...sale }) =>
    post(chance, sale, momentOn(chance, batchedAt - DAY_MS * (1 + Math.floor(chance() * 2)))),
  )
  posted.push(...rarePosts(chance, now))
  for (let serial = 1; posted.length < CALLBACKS; serial += 1) {
    const shop = drawShop(chance)
    const sale = post(
      chance,
      {
        shop,
        tranId: transactionId('C', 20_000 + serial),
        retrievalReferenceNumber: `7${digits(chance, 11)}`,
        amountMinor: Math.round(shop.about * (0.3 + chance() + chance() ** 4 * 5)),
      },
      recentMoment(chance, now),
    )
    // Not acknowledged in time, it comes again.
    const times = [0, ...(serial % 17 === 5 ? RETRIES_MS.slice(0, serial === 22 ? 4 : 1) : [])]
    posted.push(
      ...times.slice(0, CALLBACKS - posted.length).map((later) => ({ ...sale, at: sale.at + later })),
    )
  }
  return posted.sort((one, other) => one.at - other.at)
}

const RETRIES_MS = [1_000, 6_000, 31_000, 156_000]

/** What someone has to look at, or may wonder about. */
function rarePosts(chance: () => number, now: number): Posted[] {
  const shop = WHOLE_PROFILE
  const rare = (daysAgo: number, tranId: string, amountMinor: number) =>
    post(
      chance,
      { shop, tranId, retrievalReferenceNumber: `7${digits(chance, 11)}`, amountMinor },
      momentOn(chance, now - daysAgo * DAY_MS),
    )
  const changed = (posted: Posted, fields: Record<string, string>, later = 0): Posted => ({
    ...posted,
    at: posted.at + later,
    fields: { ...posted.fields, ...fields },
  })
  const conflict = rare(2, RARE.conflict, 4_200)
  const resolved = rare(11, RARE.resolved, 12_650)
  const nameless = rare(3, '', 2_175)
  const { tran_id: _, ...unnamed } = nameless.fields
  return [
    conflict,
    changed(conflict, { tran_amount: '45.00' }, 11 * MINUTE_MS),
    resolved,
    changed(resolved, { tran_amount: '126.05', resp_text: 'APPROVED ADJ' }, 3 * HOUR_MS),
    changed(rare(5, RARE.declined, 3_990), { resp_code: '005', resp_text: 'DECLINED' }),
    changed(rare(1, RARE.amountInDoubt, 12_500), { tran_amount: '125' }),
    changed(rare(9, RARE.fullCardNumber, 6_480), { acct_number: '4111111111111111' }),
    changed(rare(6, RARE.unknownField, 2_895), { loyalty_tier: 'gold' }),
    { ...nameless, fields: unnamed },
  ]
}

/** The fields of interface, "Events", in the order of its table. */
function post(chance: () => number, sale: Sale, at: number): Posted {
  const isDebit = sale.tranId.startsWith('SBX-D-')
  const fields = {
    resp_code: APPROVED_RESP_CODE,
    resp_text: 'APPROVED',
    tran_id: sale.tranId,
    tran_amount: exactCents(sale.amountMinor),
    tran_date: tranDate(new Date(at - 2_000)),
    auth_code: digits(chance, 6),
    hpp_tran_id: `HPP-${digits(chance, 11)}`,
    invoice_number: `INV-${digits(chance, 6)}`,
    client_ref_number: `REF-${digits(chance, 6)}`,
    acct_number: `************${isDebit ? '5556' : '1111'}`,
    exp_date: `${String(1 + Math.floor(chance() * 12)).padStart(2, '0')}29`,
    billing_zip: ['97201', '43004', '73301', '31401'][Math.floor(chance() * 4)] ?? '97201',
    currency_code: '840',
    tran_type: 'SALE',
    retrieval_ref_number: sale.retrievalReferenceNumber,
  } satisfies WireCallback
  return { shop: sale.shop, at, fields }
}

/** contract.md, "The sandbox": credits are found by their number, debits also by `9` and it. */
export const transactionId = (series: 'C' | 'D', number: number): string =>
  `SBX-${series}-${String(number).padStart(6, '0')}`

/** How busy each hour of a day is, in UTC: shops between the two coasts of the United States. */
const BUSY_HOURS = [4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 5, 7, 9, 10, 8, 7, 7, 8, 7, 5]
/** From Sunday on. */
const BUSY_DAYS = [6, 7, 8, 8, 10, 13, 14]

/** A moment on the UTC day of another one. */
function momentOn(chance: () => number, day: number): number {
  const hour = drawIndex(chance, BUSY_HOURS)
  return day - (day % DAY_MS) + hour * HOUR_MS + Math.floor(chance() * HOUR_MS)
}

/** Mostly of the last days: what is older was funded by and by. What would be yet to come was the day before. */
function recentMoment(chance: () => number, now: number): number {
  const daysAgo = drawIndex(
    chance,
    Array.from({ length: DAYS }, (_, days) => {
      const weekday = new Date(now - days * DAY_MS).getUTCDay()
      return (Math.exp(-days / 6) + 0.08) * (BUSY_DAYS[weekday] ?? 0)
    }),
  )
  const at = momentOn(chance, now - daysAgo * DAY_MS)
  return at > now - 5 * MINUTE_MS ? at - DAY_MS : at
}

const drawShop = (chance: () => number): Shop =>
  SHOPS[
    drawIndex(
      chance,
      SHOPS.map(({ share }) => share),
    )
  ] ?? WHOLE_PROFILE

/** A place of the list, the likelier the greater its weight. */
function drawIndex(chance: () => number, weights: readonly number[]): number {
  let rest = chance() * weights.reduce((sum, weight) => sum + weight, 0)
  for (const [index, weight] of weights.entries()) {
    rest -= weight
    if (rest < 0) return index
  }
  return 0
}

const digits = (chance: () => number, count: number): string =>
  String(Math.floor(chance() * 10 ** count)).padStart(count, '0')

/** MM/DD/YYYY HH:MM:SS AM/PM; the interface names no time zone, and this is UTC. */
function tranDate(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const hour = at.getUTCHours()
  const time = [hour % 12 || 12, at.getUTCMinutes(), at.getUTCSeconds()].map(two).join(':')
  return `${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}/${at.getUTCFullYear()} ${time} ${hour < 12 ? 'AM' : 'PM'}`
}

/** Numbers from 0 to below 1, the same ones in every seed (Park and Miller's generator). */
function chances(): () => number {
  let state = 20_261_120
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}
