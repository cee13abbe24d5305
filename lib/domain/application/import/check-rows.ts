import type { Violation } from '@/lib/domain/values/violation'
import { checkSections } from '../check'
import type { AnyDraft } from '../draft'
import type { SettingsLists } from '../field'
import { fieldLabel } from '../fields'
import type { ApplicationKind } from '../kind'
import type { Place } from './places'
import { draftOfRow, type ReadingProblem } from './row-draft'
import type { Sheet } from './sheet'

export type RowProblem = { label: string; message: string; state: 'missing' | 'wrong' | 'warning' }

/** What becomes of a row. `blocked` says why it becomes no draft; `name` is the merchant's, '' where it has none. */
export type RowReport = { row: number; name: string; blocked: string | null; problems: RowProblem[] }

export type ImportWorld = { kind: ApplicationKind; lists: SettingsLists; today: string }

/** Every row, with all that is wrong in it, in the order of the file. Holds no sensitive value. */
export function checkRows(sheet: Sheet, places: readonly (Place | null)[], world: ImportWorld): RowReport[] {
  let ids = 0
  const newId = () => `item-${++ids}`
  const taxIds = new Map<string, number[]>()
  const reports = sheet.rows.map((row) => {
    const { draft, blocked, problems } = draftOfRow(row, places, { ...world, newId })
    if (draft === null) {
      return { taxId: '', row: row.row, name: '', blocked, problems: problems.map(asWrong) }
    }
    const typed = draft.merchant.taxId
    const taxId = typeof typed === 'string' ? typed.replace(/\D/g, '') : ''
    if (taxId !== '') taxIds.set(taxId, [...(taxIds.get(taxId) ?? []), row.row])
    const found = allProblems(draft, problems, world)
    return { taxId, row: row.row, name: nameOf(draft), blocked: null, problems: found }
  })
  return reports.map(({ taxId, ...report }) => {
    const others = (taxIds.get(taxId) ?? []).filter((row) => row !== report.row)
    return others.length === 0 ? report : { ...report, problems: [...report.problems, sameTaxId(others)] }
  })
}

/** Two rows of one merchant become two applications. The rows are named, the number never. */
const sameTaxId = (others: readonly number[]): RowProblem => ({
  label: fieldLabel('merchant.taxId'),
  message: `${others.length === 1 ? 'Row' : 'Rows'} ${listed(others)} ${others.length === 1 ? 'has' : 'have'} the same number. Make sure that this is not the same merchant twice.`,
  state: 'warning',
})

const NAMED_ROWS = 5
const listed = (rows: readonly number[]): string =>
  rows.length > NAMED_ROWS
    ? `${rows.slice(0, NAMED_ROWS).join(', ')} and ${rows.length - NAMED_ROWS} more`
    : rows.join(', ').replace(/, (\d+)$/, ' and $1')

const nameOf = ({ merchant: { dbaName, legalName } }: AnyDraft): string => dbaName || legalName

/** Where the reading has named what happened to a value, the rules need not say that it is wrong or missing. */
function allProblems(draft: AnyDraft, read: readonly ReadingProblem[], world: ImportWorld): RowProblem[] {
  const named = new Set(read.map(({ label }) => label))
  const violations = checkSections(draft, world).map((violation) => ({
    label: fieldLabel(violation.path),
    message: violation.message,
    state: stateOf(violation),
  }))
  return [...read.map(asWrong), ...violations.filter(({ label }) => !named.has(label))]
}

const asWrong = ({ label, message }: ReadingProblem): RowProblem => ({ label, message, state: 'wrong' })

const stateOf = ({ severity, code }: Violation): RowProblem['state'] =>
  severity === 'warning' ? 'warning' : code === 'required' ? 'missing' : 'wrong'
