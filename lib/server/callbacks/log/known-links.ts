import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { callbackEvents } from '@/lib/db/schema/callbacks'
import { APPROVED_RESP_CODE } from '@/lib/domain/callbacks/fields'

/** One of our payment links, for comparison with a sale; `amountMinor` is in cents. */
export type KnownLink = { n: number; amountMinor: number }

/** The fields of a sale that identify a link. */
type LinkKey = { profileId: string; clientRefNumber: string }

const keyOf = ({ profileId, clientRefNumber }: LinkKey): string =>
  JSON.stringify([profileId, clientRefNumber])

/** The links with these sales' references, in one statement. Sales without a reference are skipped. */
export async function findLinks(
  db: DbOrTx,
  sales: readonly LinkKey[],
): Promise<(sale: LinkKey) => KnownLink | null> {
  const named = sales.filter(({ clientRefNumber }) => clientRefNumber !== '')
  if (named.length === 0) return () => null
  const asked = JSON.stringify(
    named.map(({ profileId, clientRefNumber }) => ({ profile_id: profileId, reference: clientRefNumber })),
  )
  // Each through the index: `limit 1` keeps PostgreSQL from scanning all links while it has no statistics.
  const { rows } = await db.execute<{
    profile_id: string
    reference: string
    n: string
    amount_minor: string
  }>(sql`
    select asked.profile_id, asked.reference, links.n, links.amount_minor
    from (
      select distinct * from json_to_recordset(${asked}::json) as asked (profile_id text, reference text)
    ) asked
      cross join lateral (
        select n, amount_minor from payment_links links
        where links.profile_id = asked.profile_id and links.reference = asked.reference
        limit 1
      ) links`)
  const found = new Map(
    rows.map((row): [string, KnownLink] => [
      keyOf({ profileId: row.profile_id, clientRefNumber: row.reference }),
      { n: Number(row.n), amountMinor: Number(row.amount_minor) },
    ]),
  )
  return (sale) => found.get(keyOf(sale)) ?? null
}

/** The link with the reference in one content of this profile's sale. */
export async function linkOf(
  db: DbOrTx,
  profileId: string,
  reading: { clientRefNumber: string } | null,
): Promise<KnownLink | null> {
  const key = { profileId, clientRefNumber: reading?.clientRefNumber ?? '' }
  return (await findLinks(db, [key]))(key)
}

/** Only approved sales count as payments, and nothing else with the reference. */
export const isPaymentOf = (links: readonly number[]) =>
  and(
    isNotNull(callbackEvents.linkN),
    inArray(callbackEvents.linkN, [...links]),
    eq(callbackEvents.respCode, APPROVED_RESP_CODE),
    isNotNull(callbackEvents.tranId),
  )
