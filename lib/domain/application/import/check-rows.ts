import { dayWords, writtenDay } from '@/lib/domain/values/calendar'
import { isSlip, type Violation } from '@/lib/domain/values/violation'
import { checkSections, isPossibleRouting } from '../check'
import { type AnyDraft, type AnySectionName, kindOf } from '../draft'
import { catalogueOf, fieldLabel, fieldName } from '../either-fields'
import { lowerFirst, type SettingsLists } from '../field'
import { isSensitive } from '../fields'
import { allIdentities } from '../identities'
import type { ApplicationKind } from '../kind'
import { valueAt } from '../place'
import { pathOf } from '../same-identity'
import { type Correction, isCorrectable, withCorrections } from './corrections'
import { type DoubtfulDay, doubtfulDays, onlyDayFirst } from './day-order'
import type { Place } from './places'
import { readWords } from './read-words'
import { draftOfRow, type ReadingProblem, type WordRead } from './row-draft'
import type { Sheet } from './sheet'

export type RowProblem = {
  label: string
  message: string
  state: 'missing' | 'wrong' | 'warning'
  /** Where a person can enter another value beside the file. Missing if the draft has to be opened for it. */
  place?: Place
  /** The file's value, to start from. Missing if it is masked. */
  value?: string
  /** The probable value, for a person to accept. */
  meant?: string
  /**
   * The file's date may have its day first. For a date of birth, which is never shown, this flag is offered in
   * place of `meant`.
   */
  isDayFirst?: true
  /**
   * The row may repeat a merchant: of other rows, as the `first` or a `later` one, or of an application that is
   * already `here`. `isShared`: only an owner, account, email or phone is the same, which two merchants can share.
   */
  twin?: { is: 'first' | 'later' | 'here'; rows: readonly number[]; isShared?: true }
  /**
   * The field of a value that is certainly wrong. It is counted above the rows, and the row does not count as
   * complete.
   */
  slip?: string
  about?: Violation['about']
}

/** What becomes of a row. `blocked` says why it becomes no draft; `name` is the merchant's, or ''. */
export type RowReport = {
  row: number
  name: string
  blocked: string | null
  problems: RowProblem[]
  /** Words that were read as another value, such as `S-Corp`. */
  wordsRead?: readonly WordRead[]
}

export type ImportContext = { kind: ApplicationKind; lists: SettingsLists; today: string }

/** Every row, in file order, with everything wrong in it. Contains no sensitive value. */
export function checkRows(
  file: Sheet,
  filePlaces: readonly (Place | null)[],
  context: ImportContext,
  corrections: readonly Correction[] = [],
): RowReport[] {
  const { sheet, places } = withCorrections(context.kind, file, filePlaces, corrections)
  const inDoubt = Map.groupBy(doubtfulDays(context.kind, file, filePlaces, corrections), ({ row }) => row)
  let ids = 0
  const newId = () => `item-${++ids}`
  const saidOf = (row: number): ReadonlySet<string> =>
    new Set(corrections.filter((one) => !one.isDayFirst && one.row === row).map(({ place }) => place))
  const known = new Map<string, Standing[]>()
  const contents = new Map<string, number[]>()
  const reports = sheet.rows.map((row) => {
    const content = JSON.stringify(row.cells.map((cell) => cell.trim()))
    contents.set(content, [...(contents.get(content) ?? []), row.row])
    const reading = draftOfRow(row, places, { ...context, newId })
    const { draft, blocked, problems } = reading
    if (draft === null) {
      return {
        ...{ content, identities: [], row: row.row, name: '', blocked },
        problems: problems.map((problem) => asWrong(context.kind, problem)),
      }
    }
    const { wordsRead } = reading
    const identities = standingsOf(row.row, draft)
    for (const one of identities) known.set(one.key, [...(known.get(one.key) ?? []), one])
    const found = [
      ...allProblems(draft, problems, context, saidOf(row.row)),
      ...(inDoubt.get(row.row) ?? []).map((day) => dayInDoubt(context.kind, day)),
    ]
    return {
      ...{ content, identities, row: row.row, name: nameOf(draft), blocked: null, problems: found },
      ...(wordsRead.length > 0 && { wordsRead }),
    }
  })
  return reports.map(({ content, identities, ...report }) => {
    if (report.blocked !== null) return report
    const same = (contents.get(content) ?? []).filter((row) => row !== report.row)
    const twins = same.length > 0 ? [sameContent(report.row, same)] : []
    const named = new Set([report.row, ...same])
    for (const own of identities) {
      const others = Map.groupBy(known.get(own.key) ?? [], ({ field }) => isSameKind(own.field, field))
      for (const [isAlike, standings] of others) {
        const rows = [...new Set(standings.map(({ row }) => row))].filter((row) => !named.has(row))
        if (rows.length === 0) continue
        const isMerchant = isAlike && isOfMerchant(own.field)
        twins.push(isMerchant ? sameMerchant(own, rows) : sameIdentity(own, isAlike, rows))
        if (isMerchant) for (const row of rows) named.add(row)
      }
    }
    return twins.length === 0 ? report : { ...report, problems: [...twins, ...report.problems] }
  })
}

/** Each word that was read as another value, with its number of rows, most rows first. */
export function wordsReadIn(rows: readonly RowReport[]): (WordRead & { rows: number })[] {
  const all = Map.groupBy(
    rows.flatMap(({ wordsRead = [] }) => wordsRead),
    ({ typed, as }) => `${typed}→${as}`,
  )
  return [...all.values()]
    .flatMap((same) => (same[0] ? [{ ...same[0], rows: same.length }] : []))
    .sort((a, b) => b.rows - a.rows)
}

/** Each field that is certainly wrong somewhere, with its number of rows, most rows first. */
export function slipsIn(rows: readonly RowReport[]): { field: string; rows: number }[] {
  const fields = rows.flatMap(({ problems }) => [...new Set(problems.flatMap(({ slip }) => slip ?? []))])
  return [...Map.groupBy(fields, (field) => field)]
    .map(([field, same]) => ({ field, rows: same.length }))
    .sort((a, b) => b.rows - a.rows)
}

/**
 * One identity in a row; equal `key`s are the same identity. `key` contains the value, so it must not leave this
 * file.
 */
type Standing = { row: number; key: string; section: AnySectionName; field: string; path: string }

/** Each identity once, the merchant's own first. Legal and DBA name at one address count as one. */
function standingsOf(row: number, draft: AnyDraft): Standing[] {
  const standings = allIdentities(draft).flatMap(({ section, itemId, field, identity, value }) => {
    const path = pathOf(draft, section, itemId, field)
    return path === null ? [] : [{ row, key: `${identity} ${value}`, section, field, path }]
  })
  return standings
    .filter(({ key }, at) => standings.findIndex((one) => one.key === key) === at)
    .sort((one, other) => Number(isOfMerchant(other.field)) - Number(isOfMerchant(one.field)))
}

const NAMES: readonly string[] = ['legalName', 'dbaName']

const isOfMerchant = (field: string): boolean => field === 'taxId' || NAMES.includes(field)

/**
 * A tax ID and a person's number can be equal without being of the same kind. For everything else, equal values
 * are.
 */
const isSameKind = (own: string, other: string): boolean =>
  own === other || !(['taxId', 'ssn'].includes(own) && ['taxId', 'ssn'].includes(other))

/**
 * The numbers of rows that repeat the merchant of an earlier row or of an application. The first row is not
 * included.
 */
export const duplicateRows = (rows: readonly RowReport[]): number[] =>
  rows
    .filter(({ problems }) => problems.some(({ twin }) => twin && twin.is !== 'first' && !twin.isShared))
    .map(({ row }) => row)

/** The reports without these rows. A row whose only duplicates were left out is no longer a duplicate. */
export const withoutRows = (rows: readonly RowReport[], leftOut: ReadonlySet<number>): RowReport[] =>
  rows.map((report) =>
    leftOut.has(report.row)
      ? report
      : { ...report, problems: report.problems.filter(({ twin }) => !twin || standsWithout(twin, leftOut)) },
  )

const standsWithout = ({ is, rows }: Twin, leftOut: ReadonlySet<number>): boolean =>
  is === 'here' || rows.some((row) => !leftOut.has(row))

type Twin = NonNullable<RowProblem['twin']>

const twinOf = (row: number, rows: readonly number[]): Twin => ({
  is: rows.some((other) => other < row) ? 'later' : 'first',
  rows,
})

const sameContent = (row: number, others: readonly number[]): RowProblem => ({
  label: 'Whole row',
  message: `${others.length === 1 ? 'Row' : 'Rows'} ${rowNumbers(others)} ${others.length === 1 ? 'is' : 'are'} identical. Each would become an application of its own.`,
  state: 'warning',
  twin: twinOf(row, others),
})

/** The problem of a row that shares an identity with another application, from the violation of its draft. */
export function existingIdentity({ path, message, about = [] }: Violation): RowProblem {
  const isMerchant = isOfMerchant(path.split('.').at(-1) ?? '') && !about.some(({ as }) => as)
  return {
    label: fieldLabel(path),
    message,
    state: 'warning',
    twin: { is: 'here', rows: [], ...(!isMerchant && { isShared: true }) },
    about: about.slice(0, MAX_ABOUT),
  }
}

/** A row links to at most this many applications. */
const MAX_ABOUT = 3

/** Two rows of one merchant would become two applications. The number itself is not quoted. */
const sameMerchant = ({ row, field, path }: Standing, others: readonly number[]): RowProblem => ({
  label: field === 'taxId' ? fieldLabel(path) : 'Name and address',
  message: `${rowsHave(others)} ${field === 'taxId' ? 'the same number' : 'the same name at the same address'}. Check that this is not a duplicate merchant.`,
  state: 'warning',
  twin: twinOf(row, others),
})

/** Two rows share an owner, account, email or phone: often right, and always worth a look. */
const sameIdentity = (
  { row, field, path }: Standing,
  isAlike: boolean,
  others: readonly number[],
): RowProblem => ({
  label: fieldLabel(path),
  message: `${rowsHave(others)} ${
    isAlike
      ? `the same ${lowerFirst(fieldName(path))}`
      : field === 'taxId'
        ? 'this number as the SSN of a person'
        : 'this number as the federal tax ID'
  }. Check that this is not a duplicate merchant.`,
  state: 'warning',
  twin: { ...twinOf(row, others), isShared: true },
})

const rowsHave = (rows: readonly number[]): string =>
  `${rows.length === 1 ? 'Row' : 'Rows'} ${rowNumbers(rows)} ${rows.length === 1 ? 'has' : 'have'}`

const NAMED_ROWS = 5
/** `4, 7 and 9`. A long list is cut and says how many more there are. */
export const rowNumbers = (rows: readonly number[]): string =>
  rows.length > NAMED_ROWS
    ? `${rows.slice(0, NAMED_ROWS).join(', ')} and ${rows.length - NAMED_ROWS} more`
    : rows.join(', ').replace(/, (\d+)$/, ' and $1')

const nameOf = ({ merchant: { dbaName, legalName } }: AnyDraft): string => dbaName || legalName

/** What reading the row found replaces the rules' violations of the same field. */
function allProblems(
  draft: AnyDraft,
  read: readonly ReadingProblem[],
  context: ImportContext,
  /** Places of values that a person entered in place of the file's. */
  said: ReadonlySet<string>,
): RowProblem[] {
  const named = new Set(read.map(({ label }) => label))
  const found = checkSections(draft, context).filter(({ path }) => !isSecondEntry(draft, path))
  const violations = found.map((violation) => ({
    label: fieldLabel(violation.path),
    message: withRead(draft, violation, said.has(violation.path)),
    state: stateOf(violation),
    ...(isSlip(violation) && { slip: fieldName(violation.path) }),
    ...correctableAt(context.kind, violation.path),
    ...valueRead(draft, violation.path),
    ...dayMeant(draft, violation.path),
  }))
  return [
    ...read.map((problem) => ({
      ...asWrong(context.kind, problem),
      ...zeroMeant(draft, problem.path),
    })),
    ...violations.filter(({ label }) => !named.has(label)),
  ]
}

/** A file has the number once, so a problem with it is shown at its first entry only. */
const isSecondEntry = (draft: AnyDraft, path: string): boolean =>
  path.endsWith('Again') && valueAt(draft, path) === valueAt(draft, path.replace(/Again$/, ''))

/** `25/12/1980` can only mean December 25. A date of birth is flagged without showing it. */
function dayMeant(draft: AnyDraft, path: string): Pick<RowProblem, 'meant' | 'isDayFirst'> {
  const parts = path.split('.')
  const field = catalogueOf(kindOf(draft)).fieldOf(parts[0] ?? '', parts.at(-1) ?? '')
  const value = field?.meta.kind === 'date' ? valueAt(draft, path) : null
  const day = typeof value === 'string' ? onlyDayFirst(value) : null
  if (!field || day === null) return {}
  return isSensitive(field.meta) ? { isDayFirst: true } : { meant: writtenDay(day) }
}

/** `03/04/2018` in a column of day-first dates. A date of birth is flagged without showing it. */
const dayInDoubt = (kind: ApplicationKind, { place, meta, text, read }: DoubtfulDay): RowProblem => ({
  label: fieldLabel(place),
  message: `Other rows have the day first here. This one is read ${isSensitive(meta) ? 'with the month first' : `as ${dayWords(read)}`}.`,
  state: 'warning',
  isDayFirst: true,
  ...correctableAt(kind, place),
  ...(!isSensitive(meta) && { value: text }),
})

/** Whether the row has a date that reads either way, so that only a person can tell. */
export const hasDayInDoubt = ({ problems }: RowReport): boolean => problems.some(isDayInDoubt)

/** A warning that is neither a duplicate, nor certainly wrong, nor a date in doubt. */
export const isPlainWarning = (problem: RowProblem): boolean =>
  problem.state === 'warning' && !problem.twin && problem.slip === undefined && !isDayInDoubt(problem)

export const isDayInDoubt = ({ state, isDayFirst }: RowProblem): boolean =>
  state === 'warning' && isDayFirst === true

/** An eight-digit routing number whose checksum is right with the leading zero that spreadsheets drop. */
function zeroMeant(draft: AnyDraft, path: string): Pick<RowProblem, 'meant'> {
  const value = path.endsWith('.routingNumber') ? valueAt(draft, path) : null
  const meant = typeof value === 'string' && /^\d{8}$/.test(value) ? `0${value}` : ''
  return isPossibleRouting(meant) ? { meant } : {}
}

/** The message followed by the value that was read, so that a person can find it in the file. */
function withRead(draft: AnyDraft, { path, code, message }: Violation, isSaid: boolean): string {
  if (code === 'required') return message
  const parts = path.split('.')
  const field = catalogueOf(kindOf(draft)).fieldOf(parts[0] ?? '', parts.at(-1) ?? '')
  // Well-formed sensitive values are not shown.
  const shows = field && (code === 'format' || !isSensitive(field.meta))
  const read = shows ? readWords(field.meta, valueAt(draft, path), isSaid) : ''
  return read === '' ? message : `${message} ${read}`
}

function valueRead(draft: AnyDraft, path: string): Pick<RowProblem, 'value'> {
  const parts = path.split('.')
  const field = catalogueOf(kindOf(draft)).fieldOf(parts[0] ?? '', parts.at(-1) ?? '')
  const value = field && !isSensitive(field.meta) ? valueAt(draft, path) : ''
  return typeof value === 'string' && value !== '' ? { value } : {}
}

const asWrong = (kind: ApplicationKind, { path, label, message }: ReadingProblem): RowProblem => ({
  ...{ label, message, state: 'wrong' },
  ...correctableAt(kind, path),
})

const correctableAt = (kind: ApplicationKind, place: Place): Pick<RowProblem, 'place'> =>
  isCorrectable(kind, place, 1) ? { place } : {}

const stateOf = ({ severity, code }: Violation): RowProblem['state'] =>
  severity === 'warning' ? 'warning' : code === 'required' ? 'missing' : 'wrong'
