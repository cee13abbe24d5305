import { dollarWords } from '@/lib/domain/values/money'

/** What a row of the audit log says besides who, what and when: values before and after, and other facts, as text. */
type AuditChange = { label: string; before: string; after: string }
type AuditFact = { label: string; value: string }
export type AuditDetail = { changes: AuditChange[]; facts: AuditFact[] }

type Plain = Readonly<Record<string, unknown>>

/**
 * Every feature writes what suits it: `before` and `after`, `from` and `to`, or lists of such. What is neither is a
 * fact. Nothing is left out but `cells`, which `changedLines` has whole.
 */
export function readDetail(detail: Plain): AuditDetail {
  const changes: AuditChange[] = []
  const facts: AuditFact[] = []
  const own = pairOf(detail)
  if (own) changes.push(...changesOf('', own.before, own.after))
  const { approvals, needed } = detail
  const isCounted = typeof approvals === 'number' && typeof needed === 'number'
  if (isCounted) facts.push({ label: 'Approvals', value: `${approvals} of ${needed}` })
  for (const [name, value] of Object.entries(detail)) {
    if (isCounted && (name === 'approvals' || name === 'needed')) continue
    if (own?.names.includes(name) || (name === 'cells' && 'changedLines' in detail)) continue
    if (isPairs(value))
      for (const item of value) {
        const { before, after } = pairOf(item) ?? {}
        changes.push(...changesOf(labelOf(item), before, after))
      }
    else facts.push(...factsOf(name, value))
  }
  return { changes, facts }
}

/** Every id and text of it by `nameOf`, which gives what it does not know as it is. */
export const withNames = (
  { changes, facts }: AuditDetail,
  nameOf: (text: string) => string,
): AuditDetail => ({
  changes: changes.map(({ label, before, after }) => ({
    label,
    before: nameOf(before),
    after: nameOf(after),
  })),
  facts: facts.map(({ label, value }) => ({ label, value: nameOf(value) })),
})

/** An id or a hash, which tells people nothing while there is something else to read. */
const isOpaque = (value: string): boolean =>
  /^(?:[\da-f]{64}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.test(value)

/** The first of it in a line, for a list. */
export function detailWords({ changes, facts }: AuditDetail): string {
  const [change] = changes
  if (!change)
    return facts
      .filter(({ value }) => value !== '')
      .toSorted((one, other) => Number(isOpaque(one.value)) - Number(isOpaque(other.value)))
      .slice(0, 3)
      .map(({ label, value }) => `${label}: ${shortened(value)}`)
      .join(' · ')
  const more = changes.length > 1 ? ` · ${changes.length - 1} more` : ''
  return `${change.label}: ${blank(change.before)} → ${blank(change.after)}${more}`
}

const blank = (text: string): string => (text === '' ? 'blank' : shortened(text))
const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const PAIRS = [
  ['before', 'after'],
  ['from', 'to'],
] as const

function pairOf(value: Plain): { before: unknown; after: unknown; names: readonly string[] } | null {
  const names = PAIRS.find((pair) => pair.every((name) => name in value))
  return names ? { before: value[names[0]], after: value[names[1]], names } : null
}

const isPairs = (value: unknown): value is Plain[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isPlain(item) && pairOf(item) !== null)

/** Objects are compared member by member; one that came or went has all of its members on one side. */
function changesOf(label: string, before: unknown, after: unknown): AuditChange[] {
  if (!isPlain(before) && !isPlain(after))
    return [{ label: label || 'Value', before: textOf(before), after: textOf(after) }]
  const [old, now] = [isPlain(before) ? before : {}, isPlain(after) ? after : {}]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => textOf(old[name]) !== textOf(now[name]))
    .map((name) => ({
      label: label ? `${label}: ${labelFrom(name)}` : labelFrom(name),
      before: memberText(name, old[name]),
      after: memberText(name, now[name]),
    }))
}

function labelOf(item: Plain): string {
  const { label, path, field, row } = item
  const name = [label, path, field].find((text) => typeof text === 'string' && text !== '')
  const words = typeof name === 'string' ? (name === field ? labelFrom(name) : name) : ''
  return typeof row === 'number' ? `Row ${row}${words ? `, ${words.toLowerCase()}` : ''}` : words
}

function factsOf(name: string, value: unknown, within = ''): AuditFact[] {
  const label = `${within}${labelFrom(name)}`
  if (!isPlain(value)) return [{ label, value: memberText(name, value) }]
  return Object.entries(value).flatMap(([member, of]) => factsOf(member, of, `${label}: `))
}

const IN_CENTS = /(?<=[a-z])Minor$/

/** Cents, as their names say, as dollars; everything else as it is. */
const memberText = (name: string, value: unknown): string =>
  IN_CENTS.test(name) && /^-?\d{1,30}$/.test(textOf(value)) ? dollarWords(textOf(value)) : textOf(value)

/** `retrievalReferenceNumber` as `Retrieval reference number`; `amountMinor` as `Amount`. */
function labelFrom(name: string): string {
  const words = name
    .replace(IN_CENTS, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
  const sentence = words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
  return sentence.replace(/\b(?:id|ids|http|url|dba|ein|ssn|mcc)\b/gi, (word) =>
    word.toLowerCase() === 'ids' ? 'IDs' : word.toUpperCase(),
  )
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value))
    return value.map((item) => (isPlain(item) ? JSON.stringify(item) : textOf(item))).join(', ')
  return isPlain(value) ? JSON.stringify(value) : String(value)
}
