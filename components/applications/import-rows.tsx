import Link from 'next/link'
import { useState } from 'react'
import { StatusBadge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { RowProblem, RowReport } from '@/lib/domain/application/import/check-rows'
import { routes } from '@/lib/routes'
import type { ImportProgress } from '@/lib/server/applications/import'

export type MadeDrafts = ReadonlyMap<number, ImportProgress['made'][number]>

const FILTERS = [
  { slug: 'all', label: 'All', shows: () => true },
  {
    slug: 'wrong',
    label: 'With something wrong',
    shows: (row: RowReport) => row.blocked === null && hasWrong(row),
  },
  { slug: 'blocked', label: 'No draft', shows: (row: RowReport) => row.blocked !== null },
] as const
type Filter = (typeof FILTERS)[number]['slug']

const AT_ONCE = 100

/** Every row, what is wrong in it, and once it is made its draft. */
export function ImportRows({
  rows,
  made,
  rowWord,
}: {
  rows: readonly RowReport[]
  made: MadeDrafts
  /** What the file calls them: rows, or items of a list. */
  rowWord: string
}) {
  const [filter, setFilter] = useState<Filter>('all')
  const [limit, setLimit] = useState(AT_ONCE)
  const shows = FILTERS.find(({ slug }) => slug === filter)?.shows ?? FILTERS[0].shows
  const found = rows.filter(shows)
  return (
    <Panel
      title="Applications in the file"
      actions={
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">Show</legend>
          {FILTERS.map(({ slug, label, shows: counts }) => (
            <Button
              key={slug}
              size="small"
              variant={filter === slug ? 'secondary' : 'ghost'}
              aria-pressed={filter === slug}
              onClick={() => {
                setFilter(slug)
                setLimit(AT_ONCE)
              }}
            >
              {label} <span className="text-muted">{rows.filter(counts).length}</span>
            </Button>
          ))}
        </fieldset>
      }
      flush
    >
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
          <tbody>
            {found.slice(0, limit).map((row) => (
              <tr key={row.row}>
                <Td numeric className="text-muted">
                  {row.row}
                </Td>
                <Th scope="row" className="sm:min-w-40">
                  <bdi
                    className={classNames(
                      'line-clamp-2 break-words whitespace-normal',
                      row.name === '' && 'font-normal text-muted italic',
                    )}
                  >
                    {row.name || 'No name'}
                  </bdi>
                  <div className="mt-1 font-normal whitespace-normal sm:hidden">
                    <Findings row={row} />
                  </div>
                </Th>
                <Td className="whitespace-nowrap">
                  <DraftState row={row} made={made} />
                </Td>
                <Td className="w-3/5 min-w-64 max-sm:hidden">
                  <Findings row={row} />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {found.length > limit && (
        <div className="flex items-center justify-center gap-3 border-t border-line px-4 py-2.5 text-sm text-muted">
          {limit} of {found.length} are shown.
          <Button size="small" onClick={() => setLimit(limit + AT_ONCE)}>
            Show {Math.min(AT_ONCE, found.length - limit)} more
          </Button>
        </div>
      )}
    </Panel>
  )
}

function DraftState({ row, made }: { row: RowReport; made: MadeDrafts }) {
  const draft = made.get(row.row)
  if (draft) {
    return (
      <Link
        href={routes.application(draft.applicationId)}
        prefetch={false}
        className="rounded-sm font-medium text-accent-ink underline-offset-2 hover:underline"
      >
        A-{draft.number}
      </Link>
    )
  }
  if (row.blocked !== null) return <StatusBadge tone="bad">No draft</StatusBadge>
  if (hasWrong(row)) return <StatusBadge tone="warn">To be mended</StatusBadge>
  if (row.problems.some(({ state }) => state === 'missing'))
    return <StatusBadge tone="neutral">Incomplete</StatusBadge>
  return <StatusBadge tone="good">Complete</StatusBadge>
}

const hasWrong = ({ problems }: RowReport): boolean => problems.some(({ state }) => state === 'wrong')

/** So many are shown at first. */
const FEW = 2

function Findings({ row }: { row: RowReport }) {
  if (row.blocked !== null) return <p className="text-bad-ink">{row.blocked}</p>
  return row.problems.length === 0 ? (
    <span className="text-muted">Nothing</span>
  ) : (
    <Problems problems={row.problems} />
  )
}

/** What is wrong comes first; what is missing is one line until it is asked for. */
function Problems({ problems }: { problems: readonly RowProblem[] }) {
  const [open, setOpen] = useState(false)
  const wrong = problems.filter(({ state }) => state === 'wrong')
  const warnings = problems.filter(({ state }) => state === 'warning')
  const missing = problems.filter(({ state }) => state === 'missing').map(({ label }) => label)
  const shown = open ? [...wrong, ...warnings] : wrong.slice(0, FEW)
  const hidden = wrong.length + warnings.length - shown.length
  return (
    <div className="flex flex-col gap-1">
      {shown.length > 0 && (
        <ul className="flex flex-col gap-1">
          {shown.map(({ label, message, state }) => (
            <li key={`${label} ${message}`}>
              <span className="font-medium">{label}</span>
              {state === 'warning' && <span className="text-warn-ink"> · worth a look</span>}
              <span className="block break-words text-muted">{message}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-start gap-3 max-sm:flex-col max-sm:gap-1">
        <p className={classNames('min-w-0 flex-1 text-muted', !open && 'line-clamp-1 max-sm:line-clamp-2')}>
          {missing.length > 0 && (
            <>
              <span className="text-ink">{missing.length} missing:</span> {missing.join(', ')}
            </>
          )}
        </p>
        {(hidden > 0 || open || missing.length > FEW) && (
          <button
            type="button"
            aria-expanded={open}
            className="shrink-0 rounded-sm text-accent-ink underline"
            onClick={() => setOpen(!open)}
          >
            {open ? 'Show less' : 'Show all'}
          </button>
        )}
      </div>
    </div>
  )
}
