'use client'

import { ArrowDownToLine, CopyPlus, Download, Plus, Sparkles, Split, Trash2, Undo2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLeaveGuard } from '@/components/shell/leave-guard'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Panel } from '@/components/ui/panel'
import { batchAmountText } from '@/lib/domain/funding/amount'
import { canEditBatch } from '@/lib/domain/funding/batch'
import type { BatchTerms } from '@/lib/domain/funding/check-batch'
import { type ColumnCleaning, cleanColumn } from '@/lib/domain/funding/clean-cells'
import { FIELD_LABELS, LINE_FIELDS } from '@/lib/domain/funding/columns'
import { type FundingLine, isEmptyLine } from '@/lib/domain/funding/line'
import type { LineProblemCode } from '@/lib/domain/funding/line-problem'
import { commonWarnings } from '@/lib/domain/funding/problem-rows'
import { amountsWords, type LinesSum, sumOfLines } from '@/lib/domain/funding/sum-of-lines'
import { counted } from '@/lib/domain/values/counted'
import { decimalCents, dollarWords } from '@/lib/domain/values/money'
import { routes } from '@/lib/routes'
import type { HeldCell, Permitted } from '@/lib/server/funding/views'
import { cleaningWords, visible } from './cleaning-words'
import { findDefaultSplit } from './find-default-split'
import { compareStops, nextStop, type Stop } from './grid-moves'
import { BLANK, clearRange, fillDown, type GridChange, type Range, sizeOf } from './grid-range'
import { markLines } from './line-marks'
import { mendsOf } from './line-mends'
import { type GridActions, type LineMark, LinesGrid, type WasHeld } from './lines-grid'
import { isUnsaved, type Left } from './lines-state'
import { NoneInLog } from './not-in-log'
import { payeesOf, type Share, sharesNow, transactionAround } from './transaction-lines'
import { useBatchLines } from './use-batch-lines'
import { useGridCursor } from './use-grid-cursor'

/**
 * `flush` saves the last input, including the open cell, and resolves to the version of the lines on the page; null
 * if it failed. `reload` loads the stored lines and keeps unsaved changes on top.
 */
export type LinesHandle = { flush: () => Promise<number | null>; reload: () => Promise<void> }

/**
 * Input that is in no stored batch; `left` never can be. `onDismiss`: called by a person who has copied what they
 * need.
 */
export type Held = { left: readonly Left[]; onDismiss: () => void }

type Show = 'all' | 'errors' | 'warnings' | 'failed' | 'corrected' | { code: LineProblemCode }

const AllowButton = dynamic(() => import('./allow-button').then((file) => file.AllowButton).catch(notLoaded))

const CorrectButton = dynamic(() =>
  import('./correct-button').then((file) => file.CorrectButton).catch(notLoaded),
)

const IssueKinds = dynamic(() => import('./issue-kinds').then((file) => file.IssueKinds).catch(notLoaded), {
  loading: () => null,
})

const SplitDialog = dynamic(() => import('./split-dialog').catch(notLoaded), { loading: () => null })

const EditedElsewhere = dynamic(() => import('./edited-elsewhere').catch(notLoaded), { loading: () => null })

const TypedNotices = dynamic(() => import('./typed-notices').catch(notLoaded), { loading: () => null })

const ReadAsNotice = dynamic(() => import('./read-as-notice').catch(notLoaded), { loading: () => null })

const MayBeCents = dynamic(() => import('./may-be-cents').catch(notLoaded), { loading: () => null })

const CleanDialog = dynamic(() => import('./clean-dialog').catch(notLoaded), { loading: () => null })

const SignInAgainDialog = dynamic(
  () =>
    import('@/components/shell/sign-in-again-dialog').then((file) => file.SignInAgainDialog).catch(notLoaded),
  { loading: () => null },
)

/** More would push the rows out of sight. */
const SAID_OF_BATCH = 5

const NOT_SAVED = 'Your last changes could not be saved.'
const BOTH_CHANGED = 'Someone else changed the same cells. Choose which version to keep first.'

/** An amount is stored as it was read, in dollars, so that people see how their input was understood. */
const asRead = <T extends Partial<FundingLine>>(cells: T): T =>
  cells.amount === undefined ? cells : { ...cells, amount: batchAmountText(cells.amount.trim(), 'dollars') }

/** The lines of a batch. Those of a draft are edited in place; those that failed say why. */
export function BatchLines({
  batchId,
  version,
  status,
  email,
  editable: mayEdit,
  correctable,
  mayAllow,
  onState,
  onVersion,
  onHeld,
  onEdited,
}: {
  batchId: string
  /** As the surrounding page knows it. */
  version: number
  status: string
  /** The reader's email, for signing in again. */
  email: string
  editable: boolean
  /** Whether funded amounts can be corrected. */
  correctable: boolean
  /** Whether this person may allow a transaction to exceed its sale. */
  mayAllow: Permitted
  onState: (handle: LinesHandle | null) => void
  /** The version of the stored lines; null while they load or are being saved. */
  onVersion: (version: number | null) => void
  /** Null if the rows are stored, or will be saved before the next step. */
  onHeld: (held: Held | null) => void
  /** Something was changed and is not saved yet. */
  onEdited: () => void
}) {
  const router = useRouter()
  const {
    store,
    lines: state,
    problemText,
  } = useBatchLines(batchId, { version, status }, () => router.refresh())
  const { stored, lines, problems, failure, conflicts, reloaded, left, readAs, past } = state
  const editable = mayEdit && (stored === null || canEditBatch(stored.status))
  const unsaved = isUnsaved(state)
  const box = useRef<HTMLDivElement>(null)
  const [show, setShow] = useState<Show>('all')
  const [byKind, setByKind] = useState(false)
  /** Counts changes of the filter and the search. */
  const [asked, setAsked] = useState(0)
  const [search, setSearch] = useState('')
  const [splitting, setSplitting] = useState(false)
  const [cleaning, setCleaning] = useState<ColumnCleaning | null>(null)
  const [signingIn, setSigningIn] = useState(false)
  /** Input that could not be stored because its row is gone. */
  const [lost, setLost] = useState<{ row: number; text: string } | null>(null)
  /** The heading because of which pasted cells were refused. */
  const [refusedPaste, setRefusedPaste] = useState<string | null>(null)
  const [saidOf, setSaidOf] = useState({ text: '', past, status })
  /** No longer shown once something else was done or undone, or the batch has moved on. */
  const said = saidOf.past === past && saidOf.status === status ? saidOf.text : ''
  const setSaid = (text: string) => setSaidOf({ text, past: store.getState().past, status })
  const wanted = useDeferredValue(search.trim().toLowerCase())

  const wasOf = useMemo(() => wasHeldBy(stored?.held ?? []), [stored])
  const names = useMemo(() => new Map(stored?.names ?? []), [stored])
  const marks = useMemo(
    () => markLines(lines, problems, stored, problemText),
    [lines, problems, stored, problemText],
  )
  const marksOf = (row: number) => marks.get(row) ?? []
  const shownKind = typeof show === 'object' ? show.code : null
  /** Problems that mark no row. That there are no rows is visible anyway. */
  const ofBatch = [
    ...problems.filter(({ row, code }) => row === null && code !== 'no-lines'),
    ...commonWarnings(lines.length, problems),
  ]
  const counts = useMemo(() => {
    const found = { errors: 0, warnings: 0, corrected: 0, noted: 0 }
    for (const of of marks.values()) found[kindOf(of)] += 1
    return found
  }, [marks])
  const hasIssues = counts.errors + counts.warnings > 0
  const isFunded = (row: number) => !marks.get(row)?.some(({ tone }) => tone === 'bad')
  const hasFailed = (stored?.failures.length ?? 0) > 0

  // As in spreadsheets, a corrected row keeps its place until the filter changes. Rows that disappeared by
  // themselves would move the next ones under the hands of the person typing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const found = useMemo(() => {
    if (show === 'all' && wanted === '') return null
    const rows = new Set<number>()
    let last = 0
    for (const line of lines) {
      last = Math.max(last, line.row)
      if (isWanted(line, wanted) && isOfKind(marks.get(line.row), show)) rows.add(line.row)
    }
    return { rows, last }
  }, [show, wanted, asked, stored === null, reloaded])
  const shown = useMemo(
    () => (found ? lines.filter(({ row }) => found.rows.has(row) || row > found.last) : lines),
    [lines, found],
  )

  const cursor = useGridCursor(shown, state.renamed, (row, field, value) => {
    const line = store.getState().lines.find((each) => each.row === row)
    if (!line) setLost({ row, text: value })
    else if (line[field] !== value) change({ changed: new Map([[row, { [field]: value }]]), added: [] })
  })
  const { active, range } = cursor
  const chosen = shown[active.line] ?? null
  /** The problem of the chosen transaction's total, which is at its first line. */
  const over = useMemo(() => {
    if (!chosen) return null
    const rows = new Set(transactionAround(lines, chosen).map(({ row }) => row))
    return problems.find(({ code, row }) => code === 'over-sale' && row !== null && rows.has(row)) ?? null
  }, [problems, lines, chosen])
  const mends = useMemo(() => (chosen ? mendsOf(chosen, lines, problems) : []), [problems, lines, chosen])
  const chosenSize = sizeOf(range)
  const chosenText = useMemo(() => rangeText(shown, range, stored), [shown, range, stored])
  const focusGrid = () => box.current?.focus({ preventScroll: true })

  const flush = useEffectEvent(async () => {
    cursor.commit()
    return await store.flush()
  })
  const tellEdited = useEffectEvent(onEdited)
  useEffect(() => {
    if (unsaved) tellEdited()
  }, [unsaved])
  const isRead = stored !== null
  useEffect(() => {
    onState(isRead ? { flush: () => flush(), reload: store.reload } : null)
  }, [isRead, onState, store])

  const shownVersion = state.sent === null && stored !== null ? stored.version : null
  useEffect(() => onVersion(shownVersion), [onVersion, shownVersion])

  // Rows of a draft are saved before the next step; unsaved rows of a frozen batch must not be decided on.
  const isHeld = left.length > 0 || (unsaved && status !== 'draft')
  useEffect(
    () => onHeld(isHeld ? { left, onDismiss: () => store.dispatch({ type: 'left-noted' }) } : null),
    [isHeld, left, onHeld, store],
  )

  // When the page is left without asking, the open cell is saved with the rest.
  const takeOver = useEffectEvent(() => cursor.commit())
  useEffect(() => () => takeOver(), [])

  const leaveDialog = useLeaveGuard({
    isDirty: () => {
      const now = store.getState()
      return (editable && cursor.hasDraft()) || isUnsaved(now) || now.sent !== null
    },
    async flush(because) {
      // Whoever only switches tabs comes back to the open cell.
      if (because !== 'hidden') cursor.commit()
      if ((await store.flush(because !== 'next-page')) !== null) return null
      const now = store.getState()
      return now.conflicts.length > 0 ? BOTH_CHANGED : (now.failure?.message ?? NOT_SAVED)
    },
    discard: () => {
      cursor.cancel()
      store.dispatch({ type: 'dropped' })
    },
    onStay: () => {
      if (store.getState().failure?.signedOut) setSigningIn(true)
      else focusGrid()
    },
  })

  /** The chosen transaction's lines, which are consecutive. Their total is what gets split. */
  const own = chosen ? transactionAround(lines, chosen) : []
  const ownRows = new Set(own.map(({ row }) => row))
  const isOneTransaction = shown.slice(range.top, range.bottom + 1).every(({ row }) => ownRows.has(row))
  const chosenShares = stored && sharesNow(own, stored)

  function split(shares: readonly Share[]) {
    if (!stored || !chosen) return
    const { transactionId, retrievalReferenceNumber } = chosen
    store.dispatch({
      type: 'replaced',
      rows: own.map(({ row }) => row),
      shares: shares.map(({ merchantId, amountMinor }) => ({
        transactionId,
        retrievalReferenceNumber,
        merchantId,
        amount: decimalCents(amountMinor),
      })),
    })
  }

  function tryAgain() {
    if (stored && isUnsaved(store.getState())) void store.flush()
    else void store.reload()
  }

  /** Returns the row numbers of the new lines. */
  function change({ changed, added }: GridChange): number[] {
    store.dispatch({
      type: 'changed',
      changed: new Map([...changed].map(([row, cells]) => [row, asRead(cells)])),
      added: added.map(asRead),
    })
    return added.length === 0
      ? []
      : store
          .getState()
          .edits.added.slice(-added.length)
          .map(({ row }) => row)
  }

  function nextMarked(step: 1 | -1) {
    const stops = stopsOf(shown, cursor.lineOf, marks)
    const { cell, amongErrors } = cursor.origin.current
    const next = nextStop(stops, cell, amongErrors, step)
    focusGrid()
    if (!next) return setSaid(hasIssues ? 'No issues in the rows shown.' : 'No issues.')
    const { stop, number } = next
    cursor.choose(stop)
    cursor.origin.current = { cell: stop, amongErrors: stop.isError }
    setSaid(`Issue ${number.toLocaleString('en-US')} of ${stops.length.toLocaleString('en-US')}`)
  }

  function addRow(column = 0) {
    const line = shown.length
    const [row] = change({ changed: new Map(), added: [BLANK] })
    cursor.choose({ line, column }, { row, keepOrigin: true })
    focusGrid()
  }

  function removeRows() {
    const rows = shown.slice(range.top, range.bottom + 1).map(({ row }) => row)
    if (rows.length === 0) return
    cursor.cancel()
    store.dispatch({ type: 'removed', rows })
    // The focus may be on a button that would now remove another row.
    focusGrid()
    const next = shown[range.bottom + 1] ?? shown[range.top - 1]
    const line = shown[range.bottom + 1] ? range.top : Math.max(0, range.top - 1)
    cursor.choose({ line, column: active.column }, { row: next?.row })
    // The search for issues continues before the row that moved up.
    cursor.origin.current = { ...cursor.origin.current, cell: { line: range.top, column: -1 } }
    setSaid(`${rows.length > 1 ? counted(rows.length, 'row') : `Row ${rows[0]}`} removed.`)
  }

  const actions: GridActions | null = editable
    ? {
        clear: () => void change(clearRange(shown, range)),
        async paste(text) {
          const paste = await import('./grid-paste').catch(() => null)
          if (!paste) return setSaid('Nothing was pasted. Check the connection, then paste again.')
          const { arrangeCells, pastedCents, pasteInto, readCells } = paste
          const cells = readCells(text)
          const cents = pastedCents(cells, range.left)
          setRefusedPaste(cents)
          if (cents !== null) return
          const pasted = pasteInto(shown, range, arrangeCells(cells, range.left))
          const rows = change(pasted)
          const { top, left, bottom, right } = pasted.range
          const from = { line: top, column: left }
          const to = { line: bottom, column: right }
          cursor.choose(to, { extend: true, from, row: rows.at(-1) })
        },
        fillDown() {
          const filled = fillDown(shown, range)
          change(filled)
          setSaid(`${counted(filled.changed.size, 'row')} filled.`)
        },
        removeRows,
        addRow,
        undo: () => void store.step('undo'),
        redo: () => void store.step('redo'),
      }
    : null

  const deferredLines = useDeferredValue(lines)
  const cleanings = useMemo(
    () => (editable ? LINE_FIELDS.flatMap((field) => cleanColumn(deferredLines, field) ?? []) : []),
    [deferredLines, editable],
  )
  // A new row counts only once something is typed into it.
  const lineCount = lines.length - state.edits.added.filter(isEmptyLine).length
  const total = useMemo(() => (stored ? sumOfLines(deferredLines, stored) : null), [deferredLines, stored])
  const deferredShown = useDeferredValue(shown)
  const part = useMemo(
    () => (stored && found ? sumOfLines(deferredShown, stored) : null),
    [deferredShown, stored, found],
  )

  // The grid handles the key itself, and so does anything open above the page.
  const pressAnywhere = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'F8' || event.defaultPrevented || !hasIssues) return
    if (document.querySelector('dialog:modal')) return
    event.preventDefault()
    nextMarked(event.shiftKey ? -1 : 1)
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => pressAnywhere(event)
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])

  const choices: { value: Exclude<Show, object>; label: string; count: number }[] = [
    { value: 'all', label: 'All', count: lineCount },
    ...(hasFailed
      ? [{ value: 'failed' as const, label: 'Not funded', count: counts.errors }]
      : [{ value: 'errors' as const, label: 'Rows with errors', count: counts.errors }]),
    { value: 'warnings', label: 'Rows with warnings', count: counts.warnings },
    { value: 'corrected', label: 'Corrected or overwritten', count: counts.corrected },
  ]

  function showOnly(next: Show) {
    setShow(next)
    setAsked(asked + 1)
    cursor.collapse()
  }

  const isOffered = ({ value, count }: (typeof choices)[number]) =>
    value === 'all' || value === show || count > 0

  return (
    <Panel
      title="Amounts"
      flush
      actions={
        <>
          <fieldset className="flex flex-wrap gap-1">
            <legend className="sr-only">Rows shown</legend>
            {choices.filter(isOffered).map(({ value, label, count }) => (
              <Button
                key={value}
                size="small"
                variant={show === value ? 'secondary' : 'ghost'}
                aria-pressed={show === value}
                onClick={() => showOnly(value)}
              >
                {label} {count.toLocaleString('en-US')}
              </Button>
            ))}
          </fieldset>
          {byKind ? (
            <IssueKinds
              marks={marks}
              chosen={shownKind}
              onChoose={(code) => showOnly(code === null ? 'all' : { code })}
            />
          ) : (
            problems.length > 1 && (
              <Button size="small" variant="ghost" onClick={() => setByKind(true)}>
                By kind
              </Button>
            )
          )}
          {hasIssues && (
            <Button size="small" variant="ghost" title="Next issue (F8)" onClick={() => nextMarked(1)}>
              <ArrowDownToLine aria-hidden="true" />
              Next issue
            </Button>
          )}
          <input
            type="search"
            value={search}
            onChange={({ target }) => {
              setSearch(target.value)
              cursor.collapse()
            }}
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
            title={
              stored === null
                ? 'Amounts could not be loaded'
                : unsaved
                  ? 'Your last changes are not saved'
                  : 'Amounts could not be reloaded'
            }
            actions={
              failure.signedOut ? (
                <Button size="small" variant="primary" onClick={() => setSigningIn(true)}>
                  Sign in again
                </Button>
              ) : (
                <Button size="small" onClick={tryAgain}>
                  {unsaved ? 'Try again' : 'Reload'}
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
      {leaveDialog}
      {(lost ?? refusedPaste) !== null && (
        <TypedNotices
          lost={lost}
          refusedPaste={refusedPaste}
          onLostNoted={() => setLost(null)}
          onPasteNoted={() => {
            setRefusedPaste(null)
            focusGrid()
          }}
        />
      )}
      {ofBatch.length > 0 && (
        <div className="border-b border-line p-3">
          <Callout tone="warn" live="status" title="Check the whole batch">
            {ofBatch.slice(0, SAID_OF_BATCH).map((problem) => (
              <p key={problemText(problem)}>{problemText(problem)}</p>
            ))}
            {ofBatch.length > SAID_OF_BATCH && (
              <p>
                and {counted(ofBatch.length - SAID_OF_BATCH, 'more warning')}, in the rows that they are
                about.
              </p>
            )}
          </Callout>
        </div>
      )}
      {stored?.allUnlogged && (
        <div className="border-b border-line p-3">
          <NoneInLog />
        </div>
      )}
      {stored?.mayBeCents && editable && !unsaved && (
        <div className="border-b border-line p-3">
          <MayBeCents
            lines={lines}
            onCents={(changed) => {
              change({ changed, added: [] })
              setSaid(`${counted(changed.size, 'amount')} changed to cents.`)
              focusGrid()
            }}
          />
        </div>
      )}
      {readAs.length > 0 && (
        <div className="border-b border-line p-3">
          <ReadAsNotice readAs={readAs} onDismiss={() => store.dispatch({ type: 'read-as-noted' })} />
        </div>
      )}
      {(conflicts.length > 0 || reloaded) && (
        <div className="border-b border-line p-3">
          <EditedElsewhere
            conflicts={conflicts}
            reloaded={reloaded}
            onDecide={(conflict, keep) => {
              store.dispatch({ type: 'decided', conflict, keep })
              onEdited()
              focusGrid()
            }}
            onDismiss={() => store.dispatch({ type: 'noted' })}
          />
        </div>
      )}
      {stored === null ? (
        <p role="status" className="px-4 py-10 text-center text-sm text-muted">
          {failure ? '' : 'Loading amounts…'}
        </p>
      ) : (
        <>
          {cleanings.length > 0 && (
            <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
              {cleanings.map((each) => (
                <Button key={each.field} size="small" onClick={() => setCleaning(each)}>
                  <Sparkles aria-hidden="true" />
                  {cleaningWords(each)}
                </Button>
              ))}
              <p className="text-sm text-muted">
                For example{' '}
                <code className="whitespace-pre">{visible(cleanings[0]?.example.before ?? '')}</code> →{' '}
                <code>{cleanings[0]?.example.after}</code>
              </p>
            </div>
          )}
          <LinesGrid
            box={box}
            label="Amounts"
            lines={shown}
            terms={stored}
            cursor={cursor}
            marksOf={marksOf}
            wasOf={wasOf}
            nameOf={(merchantId) => names.get(merchantId) ?? null}
            actions={actions}
            onNextMarked={nextMarked}
            announcement={chosenText ?? said}
            mends={
              editable &&
              !unsaved &&
              mends.map(({ field, suggestion, rows }) => (
                <Button
                  key={field}
                  size="small"
                  onClick={() => {
                    change({
                      changed: new Map(rows.map((row) => [row, { [field]: suggestion }])),
                      added: [],
                    })
                    setSaid(`${counted(rows.length, 'row')} changed to ${suggestion}.`)
                    focusGrid()
                  }}
                >
                  Use {suggestion}
                  {rows.length > 1 && ` in ${counted(rows.length, 'row')}`}
                </Button>
              ))
            }
            hint={
              editable
                ? `Type to replace a cell; Enter or F2 edits it, Escape restores it. Shift with arrows selects; Ctrl+D fills down, Ctrl+Z undoes, F8 goes to the next issue. Leave the table with F6, or Escape and then Tab. ${FIELD_LABELS.transactionId} or reference number, not both.`
                : 'Arrow keys move, F8 goes to the next issue.'
            }
            empty={
              lines.length === 0
                ? editable
                  ? 'No amounts yet. Add a row, or click here and paste cells from a spreadsheet.'
                  : 'No amounts.'
                : 'No rows match.'
            }
          />
          {editable && (
            <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2.5">
              <Button size="small" onClick={() => addRow()}>
                <Plus aria-hidden="true" />
                Add row
              </Button>
              <Button
                size="small"
                variant="ghost"
                disabled={state.past.length === 0}
                onClick={() => {
                  void store.step('undo')
                  focusGrid()
                }}
              >
                <Undo2 aria-hidden="true" />
                Undo
              </Button>
              {chosenSize.lines > 1 && (
                <Button
                  size="small"
                  variant="ghost"
                  title="Ctrl+D"
                  onClick={() => {
                    actions?.fillDown()
                    focusGrid()
                  }}
                >
                  <CopyPlus aria-hidden="true" />
                  Fill down
                </Button>
              )}
              {chosen && (
                <Button
                  size="small"
                  variant="ghost"
                  disabled={!isOneTransaction || unsaved || state.sent !== null || chosenShares === null}
                  onClick={() => setSplitting(true)}
                >
                  <Split aria-hidden="true" />
                  Split…{!isOneTransaction && ' one transaction at a time'}
                </Button>
              )}
              {chosen && (
                <Button size="small" variant="ghost" onClick={removeRows}>
                  <Trash2 aria-hidden="true" />
                  {chosenSize.lines === 1
                    ? `Remove row ${chosen.row}`
                    : `Remove ${counted(chosenSize.lines, 'row')}`}
                </Button>
              )}
              <p role="status" className="ms-auto text-sm text-muted">
                {state.sent ? 'Saving…' : unsaved ? 'Not saved yet.' : 'All changes are saved.'}
              </p>
            </div>
          )}
          {splitting && chosen && chosenShares && (
            <SplitDialog
              transaction={chosen.transactionId || chosen.retrievalReferenceNumber}
              now={chosenShares}
              amountUnit={stored.amountUnit}
              findDefault={() => findDefaultSplit(payeesOf(own, problems))}
              onSplit={split}
              onClose={() => setSplitting(false)}
            />
          )}
          {cleaning && (
            <CleanDialog
              cleaning={cleaning}
              cellOf={(row) => lines.find((line) => line.row === row)?.[cleaning.field] ?? ''}
              onClean={() => {
                const { field, cleaned } = cleaning
                change({
                  changed: new Map([...cleaned].map(([row, value]) => [row, { [field]: value }])),
                  added: [],
                })
                setSaid(`${counted(cleaned.size, 'cell')} cleaned.`)
              }}
              onClose={() => setCleaning(null)}
            />
          )}
          {chosen && over && !unsaved && (
            <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2.5 text-sm">
              {mayAllow.allowed ? (
                <AllowButton
                  key={over.row}
                  batchId={batchId}
                  version={stored.version}
                  over={over}
                  name={chosen.transactionId || chosen.retrievalReferenceNumber}
                  onAllowed={() => void store.reload()}
                />
              ) : (
                <span className="text-muted">{mayAllow.reason}</span>
              )}
            </div>
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
          <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs text-muted tabular-nums">
            <span>
              {found ? `${shown.length.toLocaleString('en-US')} of ` : ''}
              {counted(lineCount, 'row')}
              {total && `, ${part ? `${sumWords(part)} of ` : ''}${sumWords(total)}`}
            </span>
            {chosenText && <span className="ms-auto text-ink">{chosenText}</span>}
            {!chosenText && said && <span className="ms-auto">{said}</span>}
          </p>
        </>
      )}
    </Panel>
  )
}

/** By transaction and merchant; null if the partner holds nothing. */
function wasHeldBy(held: readonly HeldCell[]): ((line: FundingLine) => WasHeld | null) | null {
  if (held.length === 0) return null
  const keyOf = (...names: string[]) => JSON.stringify(names)
  const byLine = new Map(
    held.map(([transactionId, reference, merchantId, amountMinor, batch, isCertain]): [string, WasHeld] => [
      keyOf(transactionId, reference, merchantId),
      {
        text: `${isCertain ? '' : 'up to '}${dollarWords(amountMinor)}`,
        hint: isCertain ? `Funded in B-${batch}` : `The outcome of B-${batch} is unknown`,
      },
    ]),
  )
  return ({ transactionId, retrievalReferenceNumber, merchantId }) =>
    byLine.get(keyOf(transactionId, retrievalReferenceNumber, merchantId)) ?? null
}

const isWanted = (line: FundingLine, wanted: string): boolean =>
  wanted === '' ||
  String(line.row) === wanted ||
  LINE_FIELDS.some((field) => line[field].toLowerCase().includes(wanted))

const isOfKind = (marks: readonly LineMark[] = [], show: Show): boolean =>
  typeof show === 'object'
    ? marks.some(({ code }) => code === show.code)
    : show === 'all' || (marks.length > 0 && kindOf(marks) === (show === 'failed' ? 'errors' : show))

/** By the worst mark of a line. */
function kindOf(marks: readonly LineMark[]): 'errors' | 'warnings' | 'corrected' | 'noted' {
  const has = (wanted: LineMark['tone']) => marks.some(({ tone }) => tone === wanted)
  return has('bad') ? 'errors' : has('warn') ? 'warnings' : has('progress') ? 'corrected' : 'noted'
}

/** Every marked cell of the shown rows, in order. */
function stopsOf(
  shown: readonly FundingLine[],
  lineOf: ReadonlyMap<number, number>,
  marks: ReadonlyMap<number, readonly LineMark[]>,
): Stop[] {
  const stops: Stop[] = []
  for (const [row, own] of marks) {
    const line = lineOf.get(row)
    if (line === undefined) continue
    const isErrorAt = new Map<number, boolean>()
    const hasCell = own.some(({ field, tone }) => field !== null && tone !== 'neutral')
    for (const { field, tone } of own) {
      // A mark of the whole line is visited at the cell that names its transaction, unless a cell has its own mark.
      if (tone === 'progress' || tone === 'neutral' || (field === null && hasCell)) continue
      const column = LINE_FIELDS.indexOf(
        field ?? (shown[line]?.transactionId === '' ? 'retrievalReferenceNumber' : 'transactionId'),
      )
      isErrorAt.set(column, (isErrorAt.get(column) ?? false) || tone === 'bad')
    }
    for (const [column, isError] of isErrorAt) stops.push({ line, column, isError })
  }
  return stops.sort(compareStops)
}

/** A total that leaves out amounts says so. */
const sumWords = (sum: LinesSum): string =>
  `${dollarWords(sum.amountMinor)}${sum.unread > 0 ? ` in ${amountsWords(sum)}` : ''}`

/** The size of the selection, if it is more than one cell. */
function rangeText(lines: readonly FundingLine[], range: Range, terms: BatchTerms | null): string | null {
  const { cells, lines: count } = sizeOf(range)
  if (cells === 1 || !terms) return null
  const text = `${counted(cells, 'cell')} in ${counted(count, 'row')} selected`
  if (range.right < LINE_FIELDS.indexOf('amount')) return text
  return `${text}, ${sumWords(sumOfLines(lines.slice(range.top, range.bottom + 1), terms))}`
}
