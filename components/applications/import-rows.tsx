import { TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AboutLinks } from '@/components/forms/about-links'
import { StatusBadge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import {
  duplicateRows,
  hasDayInDoubt,
  isDayInDoubt,
  isPlainWarning,
  type RowProblem,
  type RowReport,
  slipsIn,
} from '@/lib/domain/application/import/check-rows'
import { type Correction, shownCorrection } from '@/lib/domain/application/import/corrections'
import { type Place, placeLabel } from '@/lib/domain/application/import/places'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import type { ImportProgress } from '@/lib/server/applications/import'
import { ImportValue, type ValueContext } from './import-value'

export type MadeDrafts = ReadonlyMap<number, ImportProgress['made'][number]>

/** Values typed in rows and not applied. */
export type Typed = readonly { row: number; place: Place; text: string }[]

/** How values are corrected beside the file; null once drafts are being created. */
type Correcting = {
  context: ValueContext
  typed: Typed
  /** '' if the field is unchanged. */
  onType: (row: number, place: Place, text: string) => void
  onCorrect: (correction: Correction) => void
  onTakeBack: (correction: Correction) => void
} | null

type Rows = ReadonlySet<number>
const isMade = (row: RowReport, leftOut: Rows) => row.blocked === null && !leftOut.has(row.row)

const FILTERS = [
  { slug: 'all', label: 'All', shows: () => true },
  {
    slug: 'wrong',
    label: 'With something wrong',
    shows: (row: RowReport, leftOut: Rows) => isMade(row, leftOut) && hasWrong(row),
  },
  {
    slug: 'slips',
    label: 'Mistyped numbers',
    shows: (row: RowReport, leftOut: Rows) => isMade(row, leftOut) && hasSlip(row),
  },
  {
    slug: 'days',
    label: 'Day or month first',
    shows: (row: RowReport, leftOut: Rows) => isMade(row, leftOut) && hasDayInDoubt(row),
  },
  {
    slug: 'warned',
    label: 'Worth a look',
    shows: (row: RowReport, leftOut: Rows) => isMade(row, leftOut) && hasWarning(row),
  },
  {
    slug: 'twins',
    label: 'Possible duplicates',
    shows: (row: RowReport, leftOut: Rows) => isMade(row, leftOut) && hasTwin(row),
  },
  { slug: 'left-out', label: 'Left out', shows: (row: RowReport, leftOut: Rows) => leftOut.has(row.row) },
  { slug: 'blocked', label: 'No draft', shows: (row: RowReport) => row.blocked !== null },
] as const
type Filter = (typeof FILTERS)[number]['slug']

const AT_ONCE = 100
const NO_ROWS: Rows = new Set()

/** Every row with its problems and, once created, its draft. */
export function ImportRows({
  rows,
  made,
  leftOut,
  onLeaveOut,
  corrections,
  correct,
  rowWord,
  isComparing,
}: {
  rows: readonly RowReport[]
  /** Whether other applications share something with the rows is still being checked. */
  isComparing: boolean
  made: MadeDrafts
  /** Numbers of the rows that a person left out. */
  leftOut: Rows
  /** Null once drafts are being created, or some exist. */
  onLeaveOut: ((leftOut: Rows) => void) | null
  corrections: readonly Correction[]
  correct: Correcting
  /** What the file calls them: rows, or items of a list. */
  rowWord: string
}) {
  const [filter, setFilter] = useState<Filter>('all')
  const [limit, setLimit] = useState(AT_ONCE)
  // A corrected or left-out row stays in sight, with its undo, until the filter changes.
  const [kept, setKept] = useState<Rows>(NO_ROWS)
  const keep = (row: number) => setKept((before) => new Set([...before, row]))
  const filters = useRef<HTMLFieldSetElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  /** Focuses the first new row: the button may be gone, and otherwise is below the new rows. */
  function showMore() {
    flushSync(() => setLimit(limit + AT_ONCE))
    body.current?.children[limit]?.querySelector('th')?.focus()
  }
  const shows = FILTERS.find(({ slug }) => slug === filter)?.shows ?? FILTERS[0].shows
  const found = rows.filter((row) => shows(row, leftOut) || kept.has(row.row))
  const shownFilters = FILTERS.map((one) => ({
    ...one,
    count: rows.filter((row) => one.shows(row, leftOut)).length,
  })).filter(
    ({ slug, count }) =>
      !['left-out', 'slips', 'days', 'warned'].includes(slug) || slug === filter || count > 0,
  )
  const correctionsOf = Map.groupBy(corrections, ({ row }) => row)
  const slips = slipsIn(rows.filter((row) => isMade(row, leftOut)))
  const show = (slug: Filter) => {
    setFilter(slug)
    setKept(NO_ROWS)
    setLimit(AT_ONCE)
  }
  const duplicates = duplicateRows(rows).filter((row) => !leftOut.has(row))
  const turn = (row: number) => {
    const next = new Set(leftOut)
    if (!next.delete(row)) next.add(row)
    keep(row)
    onLeaveOut?.(next)
  }
  return (
    <Panel
      title="Applications in the file"
      actions={
        <fieldset ref={filters} className="flex flex-wrap gap-1">
          <legend className="sr-only">Show</legend>
          {shownFilters.map(({ slug, label, count }) => (
            <Button
              key={slug}
              size="small"
              variant={filter === slug ? 'secondary' : 'ghost'}
              aria-pressed={filter === slug}
              onClick={() => show(slug)}
            >
              {label} <span className="text-muted">{slug === 'twins' && isComparing ? '…' : count}</span>
            </Button>
          ))}
        </fieldset>
      }
      flush
    >
      {slips.length > 0 && (
        <div className="p-4 pb-0 last:pb-4">
          <Callout
            tone="warn"
            title={`Mistyped: ${slips.map(({ field, rows }) => `${field} in ${counted(rows, 'row')}`).join(', ')}`}
            actions={
              filter !== 'slips' && (
                <Button size="small" onClick={() => show('slips')}>
                  Show these rows
                </Button>
              )
            }
          >
            A routing number whose digits fail their own check is no bank’s, and two people never share a
            Social Security number. Compare each with its papers.
          </Callout>
        </div>
      )}
      {onLeaveOut && duplicates.length > 0 && (
        <div className="p-4">
          <Callout
            tone="warn"
            title={
              duplicates.length === 1 ? '1 possible duplicate' : `${duplicates.length} possible duplicates`
            }
            actions={
              <Button
                size="small"
                onClick={() => {
                  flushSync(() => onLeaveOut(new Set([...leftOut, ...duplicates])))
                  filters.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
                }}
              >
                {duplicates.length === 1 ? 'Leave out the duplicate' : 'Leave out all duplicates'}
              </Button>
            }
          >
            They repeat an earlier row, or have the tax ID, or the name and address, of another row or
            application. The first row of each merchant stays, unless the desk has the merchant already. Rows
            that share only an owner, an account or a contact detail stay as well: look at them.
          </Callout>
        </div>
      )}
      {found.length === 0 ? (
        <p className="px-4 py-6 text-center text-sm text-muted">None.</p>
      ) : (
        <Table label="Applications in the file">
          <thead>
            <tr>
              <Th numeric>{rowWord}</Th>
              <Th>Merchant</Th>
              <Th>Draft</Th>
              <Th className="max-sm:hidden">What is wrong or missing</Th>
            </tr>
          </thead>
          <tbody ref={body}>
            {found.slice(0, limit).map((row) => (
              <tr key={row.row}>
                <Td numeric className="text-muted">
                  {row.row}
                </Td>
                <Th scope="row" tabIndex={-1} className="sm:min-w-40">
                  <bdi
                    className={classNames(
                      'line-clamp-2 wrap-anywhere whitespace-normal',
                      row.name === '' && 'font-normal text-muted italic',
                    )}
                  >
                    {row.name || 'No name'}
                  </bdi>
                  <div className="mt-1 font-normal whitespace-normal sm:hidden">
                    <Findings
                      row={row}
                      corrections={correctionsOf.get(row.row) ?? []}
                      correct={made.has(row.row) ? null : correct}
                      onKeep={keep}
                    />
                  </div>
                </Th>
                <Td className="whitespace-nowrap">
                  <div className="flex flex-col items-start gap-1">
                    <DraftState row={row} made={made} isLeftOut={leftOut.has(row.row)} />
                    {onLeaveOut && row.blocked === null && (
                      <button
                        type="button"
                        className="min-h-6 rounded-sm text-sm text-accent-ink underline"
                        onClick={() => turn(row.row)}
                      >
                        {leftOut.has(row.row) ? 'Put back' : 'Leave out'}
                        <span className="sr-only">
                          {' '}
                          {rowWord.toLowerCase()} {row.row}
                        </span>
                      </button>
                    )}
                  </div>
                </Td>
                <Td className="w-3/5 min-w-64 max-sm:hidden">
                  <Findings
                    row={row}
                    corrections={correctionsOf.get(row.row) ?? []}
                    correct={made.has(row.row) ? null : correct}
                    onKeep={keep}
                  />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {found.length > limit && (
        <div className="flex items-center justify-center gap-3 border-t border-line px-4 py-2.5 text-sm text-muted">
          {limit} of {found.length} are shown.
          <Button size="small" onClick={showMore}>
            Show {Math.min(AT_ONCE, found.length - limit)} more
          </Button>
        </div>
      )}
    </Panel>
  )
}

function DraftState({ row, made, isLeftOut }: { row: RowReport; made: MadeDrafts; isLeftOut: boolean }) {
  const draft = made.get(row.row)
  if (draft) {
    return (
      <Link
        href={routes.applicationNext(draft.applicationId)}
        className="rounded-sm font-medium text-accent-ink underline-offset-2 hover:underline"
      >
        A-{draft.number}
      </Link>
    )
  }
  if (row.blocked !== null) return <StatusBadge tone="bad">No draft</StatusBadge>
  if (isLeftOut) return <StatusBadge tone="neutral">Left out</StatusBadge>
  if (hasWrong(row)) return <StatusBadge tone="warn">Needs attention</StatusBadge>
  if (hasSlip(row)) return <StatusBadge tone="warn">Mistyped number</StatusBadge>
  if (hasDayInDoubt(row)) return <StatusBadge tone="warn">Check date</StatusBadge>
  if (hasWarning(row)) return <StatusBadge tone="warn">Worth a look</StatusBadge>
  if (hasTwin(row)) return <StatusBadge tone="warn">Duplicate?</StatusBadge>
  if (row.problems.some(({ state }) => state === 'missing'))
    return <StatusBadge tone="neutral">Incomplete</StatusBadge>
  return <StatusBadge tone="good">Complete</StatusBadge>
}

const hasWrong = ({ problems }: RowReport): boolean => problems.some(({ state }) => state === 'wrong')

const hasSlip = ({ problems }: RowReport): boolean => problems.some(({ slip }) => slip !== undefined)

const hasWarning = ({ problems }: RowReport): boolean => problems.some(isPlainWarning)

const hasTwin = ({ problems }: RowReport): boolean => problems.some(({ twin }) => twin)

/** How many errors and how many warnings are shown at first; the rest are counted. */
const FEW = 4

function Findings({
  row,
  corrections,
  correct,
  onKeep,
}: {
  row: RowReport
  corrections: readonly Correction[]
  correct: Correcting
  onKeep: (row: number) => void
}) {
  const all = useRef<HTMLDivElement>(null)
  const undo = useRef<HTMLButtonElement>(null)
  if (row.blocked !== null) return <p className="text-bad-ink">{row.blocked}</p>
  // The corrected problem leaves the list, so the focus moves to the correction.
  const correcting: Correcting = correct && {
    ...correct,
    onCorrect: (correction) => {
      flushSync(() => {
        onKeep(row.row)
        correct.onCorrect(correction)
      })
      undo.current?.focus()
    },
    onTakeBack: (correction) => {
      flushSync(() => {
        onKeep(row.row)
        correct.onTakeBack(correction)
      })
      all.current?.focus()
    },
  }
  return (
    <div ref={all} tabIndex={-1} className="flex flex-col gap-1 rounded-md">
      {row.problems.length === 0 ? (
        <span className="text-muted">Nothing</span>
      ) : (
        <Problems row={row} correct={correcting} />
      )}
      {correcting && corrections.length > 0 && (
        <ul className="flex flex-col">
          {corrections.map((correction, index) => (
            <li key={correction.place} className="flex flex-wrap items-center gap-x-2">
              <span className="min-w-0 wrap-anywhere text-muted">
                Changed here: {placeLabel(correcting.context.kind, correction.place)} →{' '}
                <bdi className="text-ink">{shownCorrection(correcting.context.kind, correction)}</bdi>
              </span>
              <button
                ref={index === corrections.length - 1 ? undo : undefined}
                type="button"
                className="min-h-6 rounded-sm text-accent-ink underline"
                onClick={() => correcting.onTakeBack(correction)}
              >
                Undo
                <span className="sr-only">
                  : {placeLabel(correcting.context.kind, correction.place)}, row {row.row}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/**
 * Errors first, then warnings, then identities that merely exist elsewhere as well. Missing values are one line until
 * it is opened.
 */
function Problems({ row: { row, problems }, correct }: { row: RowReport; correct: Correcting }) {
  const [open, setOpen] = useState(false)
  const twins = problems.filter(({ twin }) => twin)
  const wrong = problems.filter(({ state }) => state === 'wrong')
  const slips = problems.filter(({ slip }) => slip !== undefined)
  const days = problems.filter(isDayInDoubt)
  const warnings = problems.filter(isPlainWarning)
  const missing = problems.filter(({ state }) => state === 'missing')
  const names = namesOf(missing)
  const shown = open
    ? [...wrong, ...slips, ...days, ...warnings, ...twins, ...missing]
    : [...wrong.slice(0, FEW), ...slips, ...days, ...warnings.slice(0, FEW), ...twins]
  const more = [
    ...(wrong.length > FEW ? [counted(wrong.length - FEW, 'more error')] : []),
    ...(warnings.length > FEW ? [counted(warnings.length - FEW, 'more warning')] : []),
  ]
  return (
    <div className="flex flex-col gap-1">
      {shown.length > 0 && (
        <ul className="flex flex-col gap-1">
          {shown.map((problem) => (
            <Finding
              key={`${problem.label} ${problem.message}`}
              row={row}
              problem={problem}
              correct={correct}
            />
          ))}
        </ul>
      )}
      <div className="flex items-start gap-3 max-sm:flex-col max-sm:gap-1">
        <p className={classNames('min-w-0 flex-1 text-muted', !open && 'line-clamp-1 max-sm:line-clamp-2')}>
          {missing.length > 0 && (
            <>
              <span className="text-ink">{missing.length} missing:</span> {names.join(', ')}
            </>
          )}
        </p>
        {(more.length > 0 || open || missing.length > 0) && (
          <button
            type="button"
            aria-expanded={open}
            className="shrink-0 rounded-sm text-start text-accent-ink underline"
            onClick={() => setOpen(!open)}
          >
            {open
              ? 'Show less'
              : more.length > 0
                ? `Show ${missing.length > 0 ? 'all, with ' : ''}${more.join(', ')}`
                : 'Show all'}
          </button>
        )}
      </div>
    </div>
  )
}

function Finding({
  row,
  problem: { label, message, state, twin, slip, about, place, value, meant, isDayFirst },
  correct,
}: {
  row: number
  problem: RowProblem
  correct: Correcting
}) {
  const [isOpened, setIsOpened] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const typed = correct?.typed.find((one) => one.row === row && one.place === place)?.text
  // The row was off screen meanwhile.
  const [isBack] = useState(typed !== undefined)
  const isOpen = isOpened || (isBack && typed !== undefined)
  const close = () => {
    setIsOpened(false)
    if (place !== undefined) correct?.onType(row, place, '')
  }
  return (
    <li>
      <span className="font-medium">{label}</span>
      {state === 'warning' && (
        <span className="text-warn-ink">
          {slip !== undefined && (
            <TriangleAlert className="ms-1.5 inline size-3.5 align-[-0.125rem]" aria-hidden="true" />
          )}
          {twin ? ' · possible duplicate' : slip !== undefined ? ' mistyped' : ' · worth a look'}
        </span>
      )}
      {correct && place !== undefined && !isOpen && (
        <button
          ref={opener}
          type="button"
          className="ms-2 min-h-6 rounded-sm text-accent-ink underline"
          onClick={() => setIsOpened(true)}
        >
          {state === 'missing' ? 'Add' : 'Change'}
          <span className="sr-only">
            {' '}
            {label}, row {row}
          </span>
        </button>
      )}
      <span className="block wrap-anywhere text-muted">
        {message} <AboutLinks {...(about && { about })} />
      </span>
      {correct && place !== undefined && (meant !== undefined || isDayFirst) && !isOpen && (
        <span className="flex flex-wrap items-center gap-2">
          {isDayFirst ? 'Does it have the day first?' : `Did you mean ${meant}?`}
          <Button
            size="small"
            onClick={() => correct.onCorrect({ row, place, text: meant ?? '', isDayFirst })}
          >
            {isDayFirst ? 'Swap day and month' : `Use ${meant}`}
            <span className="sr-only">
              {' '}
              for {label}, row {row}
            </span>
          </Button>
        </span>
      )}
      {correct && place !== undefined && isOpen && (
        <ImportValue
          context={correct.context}
          place={place}
          label={`${label}, row ${row}`}
          action="Apply"
          begun={typed ?? value}
          focused={isOpened}
          onType={(text) => {
            setIsOpened(true)
            correct.onType(row, place, text === value ? '' : text)
          }}
          onApply={(text) => {
            correct.onCorrect({ row, place, text })
            close()
          }}
          onCancel={() => {
            flushSync(close)
            opener.current?.focus()
          }}
        />
      )}
    </li>
  )
}

/** Each name once, with its count if it repeats. */
function namesOf(missing: readonly RowProblem[]): string[] {
  const counts = new Map<string, number>()
  for (const { label } of missing) counts.set(label, (counts.get(label) ?? 0) + 1)
  return [...counts].map(([label, count]) => (count > 1 ? `${label} (${count})` : label))
}
