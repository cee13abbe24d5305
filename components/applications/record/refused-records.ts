import { fullFields } from '@/lib/domain/application/either-fields'
import type { ApplicationView, AttemptView } from '@/lib/server/applications/loaders'

type Result = AttemptView['results'][number]
type Rows = ApplicationView['outgoing']

/** A record that the partner rejected, with what we sent for it: partner field names, masked values. */
export type RefusedRecord = { result: Result; rows: Rows }

/**
 * The records that the partner rejected and has not created since. `rows`: the masked request
 * (ApplicationView.outgoing). A quote has no rows: the partner creates it, and we send none.
 */
export const refusedRecords = (results: readonly Result[], rows: Rows): RefusedRecord[] =>
  results
    .filter(({ success, enteredId }) => !success && enteredId === null)
    .map((result) => {
      const place = placeOf(result, rows)
      return { result, rows: place === null ? [] : rows.filter(({ path }) => path.startsWith(`${place}.`)) }
    })

const LISTS = Object.values(fullFields.wireLists)
const SINGLE: Readonly<Record<string, string>> = { Account: 'Mer', Opportunity: 'Opp' }

/** The record's place in the request: `Lstqli[1]` for the item with this source ID, `Mer` for the account. */
function placeOf({ sourceId, objectType }: Result, rows: Rows): string | null {
  if (sourceId === null) return SINGLE[objectType] ?? null
  const row = rows.find(
    ({ path, value }) =>
      value === sourceId &&
      LISTS.some((list) => /^\[\d+\]\.SourceId$/.test(path.slice(list.length)) && path.startsWith(list)),
  )
  return row ? row.path.slice(0, -'.SourceId'.length) : null
}

/** A message to partner support with what they need to find the records. Masked values stay masked. */
export function supportText(
  {
    number,
    title,
    opportunityId,
    accountId,
  }: Pick<ApplicationView, 'number' | 'title' | 'opportunityId' | 'accountId'>,
  {
    answeredAt,
    at,
    requestSha256,
    results,
  }: Pick<AttemptView, 'answeredAt' | 'at' | 'requestSha256' | 'results'>,
  refused: readonly RefusedRecord[],
): string {
  const head = [
    `${title} (our number A-${number})`,
    `Opportunity: ${opportunityId ?? 'not created'}`,
    `Account: ${accountId ?? 'not created'}`,
    `Sent: ${at}, answered: ${answeredAt ?? 'not known'}`,
    `SHA-256 of our request: ${requestSha256}`,
    '',
    `Your create-application endpoint refused ${refused.length} of ${results.length} records. Please tell us what is wrong with them, or add them:`,
  ]
  const items = refused.flatMap(({ result, rows }, index) => [
    '',
    `${index + 1}. ${result.objectType}: ${result.name}`,
    ...(result.sourceId === null ? [] : [`   Source id: ${result.sourceId}`]),
    `   Your answer: ${result.message || '(none)'}`,
    ...rows
      .filter(({ path }) => !/\.(?:SourceId|attributes\.type)$/.test(path))
      .map(({ path, value }) => `   ${path} = ${String(value)}`),
  ])
  return [...head, ...items].join('\n')
}
