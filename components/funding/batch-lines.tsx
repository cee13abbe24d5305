'use client'

import { ArrowDownToLine, Download, Plus, Split, Trash2, Undo2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useDeferredValue, useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { Panel } from '@/components/ui/panel'
import { dollarsText } from '@/lib/domain/funding/amount'
import { FIELD_LABELS, LINE_FIELDS, type LineField } from '@/lib/domain/funding/columns'
import type { FundingLine } from '@/lib/domain/funding/line'
import { readDelimited } from '@/lib/domain/funding/table'
import { decimalCents } from '@/lib/domain/values/money'
import { routes } from '@/lib/routes'
import { CorrectButton } from './correct-button'
import { counted } from './funding-words'
import { type Cell, nextMarked } from './grid-moves'
import type { Cells } from './line-edits'
import { markLines } from './line-marks'
import { LinesGrid } from './lines-grid'
import type { Share } from './split-dialog'
import { totalOf, transactionAround } from './transaction-lines'
import { useBatchLines } from './use-batch-lines'

/** `settle` saves what was typed last, and gives the version of the lines on the page; null where it could not. */
export type LinesState = { settle: () => Promise<number | null> }

type Show = 'all' | 'errors' | 'warnings' | 'failed'

const SplitDialog = dynamic(() => import('./split-dialog'), { loading: () => null })

const SignInAgainDialog = dynamic(
  () => import('@/components/applications/sign-in-again-dialog').then((file) => file.SignInAgainDialog),
  { loading: () => null },
)

const BLANK: Cells = { transactionId: '', retrievalReferenceNumber: '', merchantId: '', amount: '' }

/** An amount stands as it was read, in dollars: what somebody typed is seen to mean that. */
const cellOf = (field: LineField, value: string): string =>
  field === 'amount' ? dollarsText(value.trim(), 'dollars') : value.trim()

/** All lines of a batch: those of a draft are changed in place, those that failed say why. */
export function BatchLines({
  batchId,
  email,
  editable,
  correctable,
  onState,
}: {
  batchId: string
  /** Of who looks, to sign in again by. */
  email: string
  editable: boolean
  /** Whether other amounts can be given to what was funded. */
  correctable: boolean
  onState: (state: LinesState | null) => void
}) {
  const router = useRouter()
  const batch = useBatchLines(batchId, () => router.refresh())
  const { stored, lines, problems, failure, stale } = batch
  const isSaved = batch.state === 'saved'
  const isRead = stored !== null
  const settle = useEffectEvent(batch.settle)
  useEffect(() => {
    onState(isRead ? { settle: () => settle() } : null)
  }, [isRead, onState])
  const [show, setShow] = useState<Show>('all')
  const [search, setSearch] = useState('')
  const [start, setStart] = useState<Cell>()
  const [chosen, setChosen] = useState<FundingLine | null>(null)
  const [at, setAt] = useState<Cell>({ line: 0, column: -1 })
  const [splitting, setSplitting] = useState(false)
  const [signingIn, setSigningIn] = useState(false)
  const wanted = useDeferredValue(search.trim().toLowerCase())
  const id = useId()

  const marks = useMemo(() => markLines(lines, problems, stored), [lines, problems, stored])
  const marksOf = (row: number) => marks.get(row) ?? []
  const counts = useMemo(() => {
    let errors = 0
    let warnings = 0
    for (const of of marks.values()) {
      if (of.some(({ tone }) => tone === 'bad')) errors += 1
      else warnings += 1
    }
    return { errors, warnings }
  }, [marks])
  const isFunded = (row: number) => !marks.get(row)?.some(({ tone }) => tone === 'bad')
  const hasFailed = (stored?.failures.length ?? 0) > 0

  const shown = useMemo(
    () =>
      lines.filter((line) => {
        if (show !== 'all') {
          const isBad = marks.get(line.row)?.some(({ tone }) => tone === 'bad') ?? false
          if (show === 'warnings' ? isBad || !marks.has(line.row) : !isBad) return false
        }
        return (
          wanted === '' ||
          String(line.row) === wanted ||
          LINE_FIELDS.some((field) => line[field].toLowerCase().includes(wanted))
        )
      }),
    [lines, marks, show, wanted],
  )

  /** The lines of the transaction that is meant, one after the other; what they come to is split anew. */
  const own = chosen ? transactionAround(lines, chosen) : []
  const chosenTotal = stored ? totalOf(own, stored) : null

  function split(shares: readonly Share[]) {
    if (!stored || !chosen) return
    const { transactionId, retrievalReferenceNumber } = chosen
    batch.replace(
      own.map(({ row }) => row),
      shares.map(({ merchantId, amountMinor }) => ({
        transactionId,
        retrievalReferenceNumber,
        merchantId,
        amount: decimalCents(amountMinor),
      })),
    )
  }

  function tryAgain() {
    if (stored) batch.saveNow()
    else void batch.reload()
  }

  function goToProblem(from: Cell, step: 1 | -1) {
    const next = nextMarked(from, step, shown.length, (at) =>
      marksOf(shown[at]?.row ?? -1).map(({ field }) => (field ? LINE_FIELDS.indexOf(field) : 0)),
    )
    if (next) setStart(next)
  }

  function addLine() {
    setShow('all')
    setSearch('')
    batch.change(new Map(), [BLANK])
    setStart({ line: lines.length, column: 0 })
  }

  /** Cells go in from the one that is meant on; what reaches below the last line becomes new ones. */
  function paste(from: Cell, text: string) {
    const reading = readDelimited(text)
    const cells = reading.ok ? reading.table.rows : text.split(/\r?\n/).map((each) => each.split('\t'))
    const changed = new Map<number, Partial<Cells>>()
    const added: Cells[] = []
    for (const [down, row] of cells.entries()) {
      const pasted: Partial<Cells> = {}
      for (const [right, value] of row.entries()) {
        const field = LINE_FIELDS[from.column + right]
        if (field) pasted[field] = cellOf(field, value)
      }
      const line = shown[from.line + down]
      if (line) changed.set(line.row, pasted)
      else added.push({ ...BLANK, ...pasted })
    }
    batch.change(changed, added)
  }

  const choices: { value: Show; label: string; count: number }[] = [
    { value: 'all', label: 'All', count: lines.length },
    ...(hasFailed
      ? [{ value: 'failed' as const, label: 'Not funded', count: counts.errors }]
      : [{ value: 'errors' as const, label: 'With errors', count: counts.errors }]),
    { value: 'warnings', label: 'With warnings', count: counts.warnings },
  ]

  const isOffered = ({ value, count }: (typeof choices)[number]) =>
    value === 'all' || value === show || count > 0

  return (
    <Panel
      title="Amounts"
      flush
      actions={
        <>
          <fieldset className="flex flex-wrap gap-1">
            <legend className="sr-only">Which are shown</legend>
            {choices.filter(isOffered).map(({ value, label, count }) => (
              <Button
                key={value}
                size="small"
                variant={show === value ? 'secondary' : 'ghost'}
                aria-pressed={show === value}
                onClick={() => setShow(value)}
              >
                {label} {count.toLocaleString('en-US')}
              </Button>
            ))}
          </fieldset>
          {marks.size > 0 && (
            <Button size="small" variant="ghost" onClick={() => goToProblem(at, 1)}>
              <ArrowDownToLine aria-hidden="true" />
              Next marked
            </Button>
          )}
          <input
            type="search"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            aria-label="Find in the amounts"
            placeholder="Find"
            maxLength={60}
            className="control max-w-40"
          />
          <a
            href={routes.api.fundingExport(batchId, hasFailed ? 'results' : 'lines')}
            download
            className="inline-flex min-h-6 items-center gap-1.5 rounded-sm text-sm text-accent-ink underline"
          >
            <Download className="size-3.5" aria-hidden="true" />
            CSV
          </a>
        </>
      }
    >
      {failure && (
        <div className="border-b border-line p-3">
          <Callout
            tone="bad"
            live="alert"
            title={stored ? 'What you typed last is not saved' : 'The amounts could not be read'}
            actions={
              failure.signedOut ? (
                <Button size="small" variant="primary" onClick={() => setSigningIn(true)}>
                  Sign in again
                </Button>
              ) : (
                <Button size="small" onClick={tryAgain}>
                  Try again
                </Button>
              )
            }
          >
            {failure.message}
          </Callout>
        </div>
      )}
      {signingIn && (
        <SignInAgainDialog
          email={email}
          onSignedIn={async () => {
            setSigningIn(false)
            tryAgain()
          }}
          onPostponed={() => setSigningIn(false)}
        />
      )}
      {stale && (
        <div className="border-b border-line p-3">
          <Callout
            tone="warn"
            live="alert"
            title="Somebody was first"
            actions={
              <>
                <Button size="small" variant="primary" onClick={() => void batch.takeTheirs(true)}>
                  Keep what I typed, on top of theirs
                </Button>
                <Button size="small" onClick={() => void batch.takeTheirs(false)}>
                  Take theirs
                </Button>
              </>
            }
          >
            {stale.changedBy} changed this batch at <DateTime at={stale.changedAt} />, before what you typed
            was saved.
          </Callout>
        </div>
      )}
      {stored === null ? (
        <p role="status" className="px-4 py-10 text-center text-sm text-muted">
          {failure ? '' : 'Reading the amounts…'}
        </p>
      ) : (
        <>
          <LinesGrid
            label="Amounts"
            lines={shown}
            marksOf={marksOf}
            start={start}
            onActive={(line, cell) => {
              setChosen(line)
              setAt(cell)
            }}
            onEdit={
              editable
                ? (row, field: LineField, value) =>
                    batch.change(new Map([[row, { [field]: cellOf(field, value) }]]))
                : undefined
            }
            onPaste={editable ? paste : undefined}
            onUndo={editable ? batch.undo : undefined}
            onRedo={editable ? batch.redo : undefined}
            onNextMarked={goToProblem}
            empty={
              lines.length === 0
                ? editable
                  ? 'No amounts yet. Add a row, or click here and paste cells out of a spreadsheet.'
                  : 'No amounts.'
                : 'Nothing fits what is looked for.'
            }
          />
          {editable && (
            <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2.5">
              <Button size="small" onClick={addLine}>
                <Plus aria-hidden="true" />
                Add a row
              </Button>
              <Button size="small" variant="ghost" disabled={!batch.canUndo} onClick={batch.undo}>
                <Undo2 aria-hidden="true" />
                Undo
              </Button>
              {chosen && (
                <Button
                  size="small"
                  variant="ghost"
                  disabled={!isSaved || chosenTotal === null}
                  onClick={() => setSplitting(true)}
                >
                  <Split aria-hidden="true" />
                  Split…
                </Button>
              )}
              {chosen && (
                <Button size="small" variant="ghost" onClick={() => batch.remove(chosen.row)}>
                  <Trash2 aria-hidden="true" />
                  Remove row {chosen.row}
                </Button>
              )}
              <p id={`${id}-state`} role="status" className="ms-auto text-sm text-muted">
                {batch.state === 'saved'
                  ? 'All changes are saved.'
                  : batch.state === 'saving'
                    ? 'Saving…'
                    : 'Not saved yet.'}
              </p>
            </div>
          )}
          {splitting && chosen && chosenTotal !== null && (
            <SplitDialog
              transaction={chosen.transactionId || chosen.retrievalReferenceNumber}
              totalMinor={chosenTotal}
              merchantId={chosen.merchantId}
              amountUnit={stored.amountUnit}
              onSplit={split}
              onClose={() => setSplitting(false)}
            />
          )}
          {correctable && chosen && isFunded(chosen.row) && (
            <div className="border-t border-line px-4 py-2.5">
              <CorrectButton
                key={chosen.row}
                batchId={batchId}
                transactionNo={stored.transactionNos.get(chosen.row) ?? 0}
              />
            </div>
          )}
          <p className="border-t border-line px-4 py-2 text-xs text-muted">
            {counted(shown.length, 'row')} shown.{' '}
            {editable &&
              `Enter or a letter changes a cell, Escape leaves it as it was, Ctrl+Z undoes; F8 goes to the next marked cell. ${FIELD_LABELS.transactionId} or reference number, not both.`}
          </p>
        </>
      )}
    </Panel>
  )
}
