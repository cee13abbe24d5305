import { sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { barredPayee, type KnownMerchant, type MoneyKnowledge } from '@/lib/domain/funding/check-money'
import { problemText } from '@/lib/domain/funding/line-problem'
import { splitWords } from '@/lib/domain/merchants/default-split'
import {
  type LookAlike,
  lookAlikeFinder,
  lookAlikeWords,
  type NamedMerchant,
} from '@/lib/domain/merchants/look-alike'
import type { StoredShare } from '@/lib/domain/merchants/merchant'
import { meantMerchant, merchantFinder } from '@/lib/domain/merchants/named-merchant'
import { listNamedMerchants } from '@/lib/server/merchants/data'
import { hasNotFailed, requestOfLine } from '@/lib/server/sales/query-parts'
import { type Named, namedById } from './logged-sales'

/**
 * What a batch's check needs about the merchants of its lines and of `others`: who they are, whom a typed name means,
 * and which to suggest.
 */
export async function loadMerchants(
  db: DbOrTx,
  lines: readonly Named[],
  others: readonly { merchantId: string }[],
): Promise<Pick<MoneyKnowledge, 'merchants' | 'named' | 'suggestions'>> {
  const typed = new Set(lines.map(({ merchantId }) => merchantId))
  // Also the merchants of the sales, because their default splits apply even if they get nothing here, and those that
  // the partner holds money for, because this batch may omit them.
  const ids = new Set(typed)
  for (const { merchantId } of others) ids.add(merchantId)
  ids.delete('')
  typed.delete('')
  if (ids.size === 0) return { merchants: [], named: [], suggestions: [] }
  const rows = await listMerchantRows(db, ids)
  const known = new Set(rows.map(({ merchant_id }) => merchant_id))
  const unknown = [...typed].filter((id) => !known.has(id))
  const isAnyFirst = rows.some(({ is_first }) => is_first)
  const directory = unknown.length > 0 || isAnyFirst ? await listNamedMerchants(db) : []
  const named = nameMerchants(unknown, directory)
  const meant = new Set(named.flatMap(([, found]) => found).filter((id) => !known.has(id)))
  if (meant.size > 0) rows.push(...(await listMerchantRows(db, meant)))
  const find = rows.some(({ is_first }) => is_first) ? lookAlikeFinder(directory) : null
  const namedTexts = new Set(named.map(([text]) => text))
  return {
    merchants: rows.map(({ merchant_id, name, state, is_confirmed, is_first, split }) => ({
      merchantId: merchant_id,
      name,
      state: is_confirmed ? state : 'unconfirmed',
      isFirst: is_first,
      ...(is_first && find && lookAlikeOf(find({ merchantId: merchant_id, name }))),
      ...(split.length > 0 && { defaultSplit: splitWords(merchant_id, split), shares: split }),
    })),
    named,
    suggestions: suggestMerchants(
      unknown.filter((text) => !namedTexts.has(text)),
      directory,
    ),
  }
}

/** Why these merchants cannot be paid, in the words that a batch's lines use; only those with a problem. */
export async function listPayeeProblems(
  db: DbOrTx,
  merchantIds: readonly string[],
): Promise<Map<string, string>> {
  const lines = merchantIds.map((merchantId) => ({ ...namedById(''), merchantId }))
  const { merchants, named, suggestions } = await loadMerchants(db, lines, [])
  const index = {
    merchants: new Map(merchants.map((merchant) => [merchant.merchantId, merchant])),
    named: new Map(named),
    suggestions: new Map(suggestions),
  }
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const barred = barredPayee(line.merchantId, index)
      if (!barred) return []
      return [[line.merchantId, problemText({ row: null, ...barred }, { ...line, row: 0, amount: '' })]]
    }),
  )
}

type MerchantRow = {
  merchant_id: string
  name: string
  state: Exclude<KnownMerchant['state'], 'unconfirmed'>
  is_confirmed: boolean
  is_first: boolean
  split: StoredShare[]
}

async function listMerchantRows(db: DbOrTx, ids: Iterable<string>): Promise<MerchantRow[]> {
  const { rows } = await db.execute<MerchantRow>(sql`
    select merchants.merchant_id, merchants.name, merchants.state, merchants.split,
      merchants.confirmed_at is not null as is_confirmed, paid.is_paid is null as is_first
    from merchants left join lateral (
      select true as is_paid from funding_lines lines
        join funding_requests requests on ${requestOfLine} and requests.state = 'accepted'
      where lines.merchant_id = merchants.merchant_id and lines.amount_minor > 0 and ${hasNotFailed}
      limit 1
    ) paid on true
    where merchants.merchant_id in (select json_array_elements_text(${JSON.stringify([...ids])}::json))`)
  return rows
}

/** A file may have merchants' names instead of their IDs. */
function nameMerchants(
  texts: readonly string[],
  directory: readonly NamedMerchant[],
): MoneyKnowledge['named'] {
  if (texts.length === 0) return []
  const find = merchantFinder(directory)
  return texts.flatMap((text): [string, string[]][] => {
    const found = find(text)
    return found.length === 0 ? [] : [[text, found]]
  })
}

const lookAlikeOf = (others: readonly LookAlike[]): Pick<KnownMerchant, 'lookAlike'> =>
  others.length === 0 ? {} : { lookAlike: lookAlikeWords(others) }

/** No one reads more suggestions than this. */
const MAX_SUGGESTIONS = 50

function suggestMerchants(
  unknown: readonly string[],
  directory: readonly NamedMerchant[],
): MoneyKnowledge['suggestions'] {
  return unknown.slice(0, MAX_SUGGESTIONS).flatMap((id): [string, string][] => {
    const meant = meantMerchant(id, directory)
    return meant === null ? [] : [[id, meant]]
  })
}
