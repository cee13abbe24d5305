'use client'

import { Download } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Option } from '@/components/forms/option'
import { newUuid } from '@/components/shell/new-uuid'
import { focusContent } from '@/components/shell/use-page-focus'
import { Button, LinkButton } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Panel } from '@/components/ui/panel'
import { ProgressBar } from '@/components/ui/progress-bar'
import {
  hasDayInDoubt,
  type ImportContext,
  rowNumbers,
  withoutRows,
  wordsReadIn,
} from '@/lib/domain/application/import/check-rows'
import {
  type Correction,
  MAX_CORRECTIONS,
  withCorrection,
  withoutCorrection,
} from '@/lib/domain/application/import/corrections'
import { type Place, placeLabel } from '@/lib/domain/application/import/places'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { KIND_LABELS } from '@/lib/domain/application/kind-labels'
import { APPLICATION_KINDS } from '@/lib/domain/application/list-query'
import { DEFAULT_MODE_LABELS, type DefaultMode } from '@/lib/domain/application/underwriting-mode'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import { listAddress } from './application-list-address'
import { ImportAdvice } from './import-advice'
import { ImportColumns } from './import-columns'
import { ImportDropZone } from './import-drop-zone'
import { EarlierNotice } from './import-earlier'
import { ImportForAll } from './import-for-all'
import type { CheckedFile, WorkbookChoice } from './import-messages'
import { ImportRows, type Typed } from './import-rows'
import { useEarlierImport } from './use-earlier-import'
import { useExistingMerchants } from './use-existing-merchants'
import { useFileCheck } from './use-file-check'
import { type ImportRun, useImportRun } from './use-import-run'

/** Imports a file: choose it, check its rows, create drafts. */
export function ImportBoard({
  lists,
  today,
  defaultMode,
}: Pick<ImportContext, 'lists' | 'today'> & { defaultMode: DefaultMode }) {
  const [kind, setKind] = useState<ApplicationKind>('payfac')
  const [importId, setImportId] = useState('')
  const [again, setAgain] = useState(false)
  const [chosenOut, setChosenOut] = useState<ReadonlySet<number>>(NONE)
  /** Ambiguous columns for which a person has chosen a place. */
  const [answered, setAnswered] = useState<ReadonlySet<number>>(NONE)
  const [corrections, setCorrections] = useState<readonly Correction[]>([])
  /** A value chosen under *The same in every row* and not applied. No drafts are created meanwhile. */
  const [begun, setBegun] = useState<Place | null>(null)
  /** Values typed in rows and not applied, which also hold drafts back. */
  const [typed, setTyped] = useState<Typed>([])
  /** Someone confirmed that all dates that read either way are right. */
  const [daysAreRight, setDaysAreRight] = useState(false)
  const check = useFileCheck()
  const { run, start, reset } = useImportRun()
  const { earlier, unknown } = useEarlierImport(check.text, run.problem)
  const { checked, text } = check
  const busy = run.state === 'running'
  const rowWord = checked?.format === 'csv' ? 'Row' : 'Item'
  const {
    rows,
    unknown: existingUnknown,
    pausedUntil,
    isPartial,
    isAsking,
  } = useExistingMerchants(kind, text, checked, corrections, run.state !== 'ready')

  /** An import that was stopped, or whose answer was lost, is continued as the same import. */
  const isUnfinished =
    earlier !== null && (earlier.importId === importId || earlier.made.length < earlier.drafts)
  const continued = isUnfinished && earlier.kind === kind ? earlier : null
  /** Rows that already have drafts: choices on this page no longer change them. */
  const made = useMemo(
    () => new Map([...(continued?.made ?? []).map((one) => [one.row, one] as const), ...run.made]),
    [continued, run.made],
  )
  const needsConsent = earlier !== null && !continued && run.state === 'ready'
  // A continued import leaves out the same rows as before.
  const leftOut = useMemo(() => (continued ? new Set(continued.leftOut) : chosenOut), [continued, chosenOut])
  const shownRows = useMemo(() => withoutRows(rows, leftOut), [rows, leftOut])
  const waiting = typed.find(({ row, place }) =>
    shownRows.some(
      (report) =>
        report.row === row &&
        report.blocked === null &&
        !made.has(row) &&
        !leftOut.has(row) &&
        report.problems.some((problem) => problem.place === place),
    ),
  )
  const daysInDoubt =
    run.state === 'ready'
      ? shownRows.filter(
          (report) =>
            report.blocked === null &&
            !leftOut.has(report.row) &&
            !made.has(report.row) &&
            hasDayInDoubt(report),
        ).length
      : 0
  const readings = useMemo(() => wordsReadIn(checked?.rows ?? []), [checked])
  const unanswered = new Set(
    checked?.asked.flatMap((places, index) =>
      places.length > 0 && checked.places[index] === null && !answered.has(index) ? [index] : [],
    ),
  )

  function begin() {
    setAgain(false)
    setDaysAreRight(false)
    setImportId(newUuid())
    setChosenOut(NONE)
    setAnswered(NONE)
    setCorrections([])
    setTyped([])
  }
  function read(file: File) {
    reset()
    begin()
    check.read(file, { kind, lists, today })
  }
  function chooseKind(next: ApplicationKind) {
    setKind(next)
    setAnswered(NONE)
    setCorrections([])
    setTyped([])
    if (check.checked) check.checkAgain(null, [], { kind: next, lists, today })
  }
  function chooseSheet(sheet: string) {
    begin()
    check.chooseSheet(sheet, { kind, lists, today })
  }
  function correct(next: readonly Correction[]) {
    if (!checked || next.length > MAX_CORRECTIONS) return
    setCorrections(next)
    check.checkAgain(checked.places, next, { kind, lists, today })
  }
  function create() {
    if (!checked || text === null) return
    void start({
      importId: continued?.importId ?? importId,
      kind,
      fileName: check.file?.name,
      text,
      places: [...checked.places],
      corrections: [...corrections],
      leftOut: [...leftOut],
      daysAreRight,
      again,
    })
  }

  return (
    <div className="flex flex-col gap-4">
      <Panel>
        <div className="flex flex-col gap-4">
          <KindChoice kind={kind} disabled={run.state !== 'ready'} onChoose={chooseKind} />
          <ImportDropZone
            chosen={
              check.file && (
                <FileFacts
                  file={check.file}
                  checked={checked}
                  checking={check.checking}
                  stored={run.state !== 'ready'}
                />
              )
            }
            busy={busy}
            onFile={read}
          />
        </div>
      </Panel>
      {check.problem && (
        <Callout tone="bad" live="alert" title="The file cannot be imported as it is">
          {check.problem}
        </Callout>
      )}
      {run.state === 'ready' && check.workbook && check.workbook.sheets.length > 0 && (
        <SheetPicker checked={check.workbook} isRead={checked !== null} onChoose={chooseSheet} />
      )}
      {!checked && !check.checking && <ImportAdvice />}
      {checked && (
        <>
          {checked.note && (
            <Callout tone="warn" title="Check special letters">
              {checked.note}
            </Callout>
          )}
          {readings.length > 0 && (
            <Callout title="Words read as another value">
              <ul>
                {readings.map(({ typed, as, rows }) => (
                  <li key={`${typed} ${as}`} className="break-words">
                    <bdi>{typed}</bdi> → read as {as} ({counted(rows, 'row')})
                  </li>
                ))}
              </ul>
              Where another value is meant, change it in the draft.
            </Callout>
          )}
          {defaultMode !== 'ask' && (
            <Callout title={`Underwriting mode: ${DEFAULT_MODE_LABELS[defaultMode]}`}>
              Settings decide it. Every draft gets it, whatever the file says.
            </Callout>
          )}
          {run.state === 'ready' && earlier && (
            <EarlierNotice
              earlier={earlier}
              kind={kind}
              continues={continued !== null}
              again={again}
              onAgain={setAgain}
            />
          )}
          {unknown && (
            <Callout tone="warn" title="Earlier imports of this file could not be checked">
              {unknown} The desk checks again before it creates drafts.
            </Callout>
          )}
          {existingUnknown && run.state === 'ready' && (
            <Callout tone="warn" title="The rows could not be compared with other applications">
              Each draft names its possible duplicates once it is made.
            </Callout>
          )}
          {pausedUntil !== null && run.state === 'ready' && (
            <Callout tone="warn" title={`Duplicate checks by tax ID are paused for you until ${pausedUntil}`}>
              You compared many tax IDs. Not every row of this file was compared. You can still create the
              drafts; underwriting sees any duplicate.
            </Callout>
          )}
          {isPartial && run.state === 'ready' && (
            <Callout
              tone="warn"
              title="Not every person and bank account was compared with other applications"
            >
              The file has more of them than one person can compare at once. Each draft names its possible
              duplicates when it is opened.
            </Callout>
          )}
          {run.state === 'ready' && (
            <ImportColumns
              key={importId + kind + (checked.sheet ?? '')}
              kind={kind}
              checked={checked}
              unanswered={unanswered}
              onChoose={(places, column) => {
                setAnswered(new Set([...answered, column]))
                check.checkAgain(places, corrections, { kind, lists, today })
              }}
            />
          )}
          {run.state === 'ready' && !continued && (
            <ImportForAll
              key={`${importId} ${kind}`}
              context={{ kind, lists }}
              rows={shownRows}
              corrections={corrections}
              onCorrect={(correction) => correct(withCorrection(corrections, correction))}
              onTakeBack={(correction) => correct(withoutCorrection(corrections, correction))}
              onBegun={setBegun}
            />
          )}
          <ImportRows
            rows={shownRows}
            corrections={corrections}
            correct={
              run.state === 'ready'
                ? {
                    context: { kind, lists },
                    typed,
                    onType: (row, place, text) =>
                      setTyped((before) => [
                        ...before.filter((one) => one.row !== row || one.place !== place),
                        ...(text === '' ? [] : [{ row, place, text }]),
                      ]),
                    onCorrect: (correction) => correct(withCorrection(corrections, correction)),
                    onTakeBack: (correction) => correct(withoutCorrection(corrections, correction)),
                  }
                : null
            }
            isComparing={isAsking}
            made={made}
            leftOut={leftOut}
            onLeaveOut={run.state === 'ready' && !continued ? setChosenOut : null}
            rowWord={rowWord}
          />
          <RunBar
            run={run}
            importId={continued?.importId ?? importId}
            drafts={checked.rows.filter(({ blocked, row }) => blocked === null && !leftOut.has(row)).length}
            blocked={checked.rows.filter(({ blocked }) => blocked !== null).length}
            leftOut={[...leftOut].sort((a, b) => a - b)}
            unanswered={[...unanswered].map((index) => checked.columns[index] ?? '')}
            daysInDoubt={daysInDoubt}
            daysAreRight={daysAreRight}
            onDaysAreRight={setDaysAreRight}
            unused={
              begun !== null
                ? `First use or cancel, under The same in every row, the value of “${placeLabel(kind, begun)}”.`
                : waiting
                  ? `First apply or cancel what you typed for “${placeLabel(kind, waiting.place)}” in ${rowWord.toLowerCase()} ${waiting.row}.`
                  : null
            }
            there={continued?.made.length ?? 0}
            waits={check.checking || (needsConsent && !again)}
            onCreate={create}
            onAnother={() => {
              flushSync(() => {
                reset()
                check.clear()
              })
              focusContent()
            }}
          />
        </>
      )}
    </div>
  )
}

function KindChoice({
  kind,
  disabled,
  onChoose,
}: {
  kind: ApplicationKind
  disabled: boolean
  onChoose: (kind: ApplicationKind) => void
}) {
  return (
    <fieldset disabled={disabled} className="grid gap-x-8 gap-y-3 lg:grid-cols-2">
      <legend className="mb-1.5 font-semibold">What the file holds</legend>
      {APPLICATION_KINDS.map((each) => (
        <div key={each}>
          <Option
            type="radio"
            name="kind"
            label={KIND_LABELS[each].name}
            checked={kind === each}
            onChange={() => onChoose(each)}
          />
          <div className="ps-6 text-sm">
            <p className="text-muted">{KIND_LABELS[each].meaning}</p>
            <a
              href={routes.api.importTemplate(each)}
              download
              className="mt-1 inline-flex min-h-6 items-center gap-1.5 rounded-sm text-accent-ink underline"
            >
              <Download className="size-3.5" aria-hidden="true" />
              CSV template<span className="sr-only"> of a {KIND_LABELS[each].name}</span>
            </a>
          </div>
        </div>
      ))}
    </fieldset>
  )
}

function SheetPicker({
  checked: { sheets, sheet },
  isRead,
  onChoose,
}: {
  checked: WorkbookChoice
  isRead: boolean
  onChoose: (sheet: string) => void
}) {
  if (sheets.length === 1) {
    return (
      <Panel>
        <p className="text-sm">
          {isRead ? 'Read' : 'Not read'}: sheet <bdi className="font-medium">{sheet}</bdi>, the only one with
          anything in it.
        </p>
      </Panel>
    )
  }
  return (
    <Panel>
      <label className="flex min-w-0 flex-col gap-1 text-sm font-medium">
        Sheet to import
        <span className="font-normal text-muted">
          The workbook has {sheets.length} sheets. One is imported; the others are left out.
        </span>
        <select
          value={sheet ?? ''}
          onChange={({ target }) => onChoose(target.value)}
          className="control control-select font-normal sm:max-w-80"
        >
          {sheets.map(({ name, rows }) => (
            <option key={name} value={name}>
              {name} ({rows === 1 ? '1 row' : `${rows.toLocaleString('en-US')} rows`})
            </option>
          ))}
        </select>
      </label>
    </Panel>
  )
}

function FileFacts({
  file,
  checked,
  checking,
  stored,
}: {
  file: File
  checked: CheckedFile | null
  checking: boolean
  /** Drafts are being created, or have been. */
  stored: boolean
}) {
  const count = checked?.rows.length ?? 0
  return (
    <>
      <p className="font-medium break-all">
        <bdi>{file.name}</bdi>
      </p>
      <p role="status" className="text-sm text-muted">
        {checking
          ? 'Reading and checking…'
          : checked
            ? `${count === 1 ? 'One application' : `${count.toLocaleString('en-US')} applications`}.${stored ? '' : ' Nothing has been stored yet.'}`
            : 'Not read.'}
      </p>
    </>
  )
}

/** Stays in sight below a long list. */
function RunBar({
  run,
  importId,
  drafts,
  blocked,
  leftOut,
  unanswered,
  daysInDoubt,
  daysAreRight,
  onDaysAreRight,
  unused,
  there,
  waits,
  onCreate,
  onAnother,
}: {
  run: ImportRun
  importId: string
  drafts: number
  /** How many rows cannot become drafts. */
  blocked: number
  leftOut: readonly number[]
  /** Names of ambiguous columns without a chosen place. */
  unanswered: readonly string[]
  /** How many rows have a date that reads either way. The drafts would not show the doubt. */
  daysInDoubt: number
  daysAreRight: boolean
  onDaysAreRight: (areRight: boolean) => void
  /** A value that was entered and not applied, and where. */
  unused: string | null
  /** Drafts created before this page was opened. */
  there: number
  waits: boolean
  onCreate: () => void
  onAnother: () => void
}) {
  const bar = useRef<HTMLDivElement>(null)
  // The pressed button is gone. Focus what comes next, unless the focus has moved elsewhere.
  useEffect(() => {
    if (run.state === 'done' && document.activeElement === document.body)
      bar.current?.querySelector<HTMLElement>('a')?.focus()
  }, [run.state])
  const leftWords = [
    blocked === 0 ? '' : ` ${blocked === 1 ? 'One row becomes' : `${blocked} rows become`} no draft.`,
    leftOut.length === 0 ? '' : ` Left out: ${leftOut.length === 1 ? 'row' : 'rows'} ${rowNumbers(leftOut)}.`,
  ].join('')
  return (
    <div
      ref={bar}
      className="sticky bottom-3 z-20 flex flex-col gap-3 rounded-lg border border-line bg-raised px-4 py-3 shadow-raised"
    >
      {run.problem !== null && (
        <Callout
          tone="bad"
          live="alert"
          title={run.state === 'stopped' ? 'It stopped before its end' : 'Not started'}
        >
          {run.problem}
          {run.state === 'stopped' &&
            ` ${run.made.size} of ${run.total} drafts are known to be there. Going on makes none of them twice.`}
        </Callout>
      )}
      {daysInDoubt > 0 && (
        <div>
          <p className="text-sm">
            {daysInDoubt === 1
              ? '1 row has an ambiguous date. Confirm it, or swap its day and month.'
              : `${daysInDoubt} rows have an ambiguous date. Confirm them, or swap day and month in the row.`}{' '}
            The drafts no longer show it.
          </p>
          <Option
            type="checkbox"
            label={
              daysInDoubt === 1
                ? 'The date is right as it is read, with the month first'
                : 'The dates are right as they are read, with the month first'
            }
            checked={daysAreRight}
            onChange={({ target }) => onDaysAreRight(target.checked)}
          />
        </div>
      )}
      {run.state === 'done' ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="font-medium text-good-ink">
            {run.made.size === 1 ? 'One draft' : `${run.made.size} drafts`} created and assigned to you.
            {leftWords}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={onAnother}>Import another file</Button>
            <LinkButton href={listAddress({ import: importId })} variant="primary">
              View {run.made.size === 1 ? 'the draft' : 'the drafts'}
            </LinkButton>
          </div>
        </div>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="min-w-0 flex-1 basis-64 text-sm text-muted">
            {run.state === 'running'
              ? `${run.done} of ${run.total || drafts} drafts created. You can leave this page; the import continues.`
              : unanswered.length > 0
                ? `First choose, under Columns, where ${IN_WORDS.format(unanswered.map((name) => `“${name}”`))} ${unanswered.length === 1 ? 'goes' : 'go'}.`
                : (unused ?? `Drafts only: nothing is sent to the partner.${leftWords}`)}
          </p>
          <Button
            variant="primary"
            busy={run.state === 'running'}
            disabled={
              waits ||
              drafts === 0 ||
              unanswered.length > 0 ||
              unused !== null ||
              (daysInDoubt > 0 && !daysAreRight)
            }
            onClick={onCreate}
          >
            {buttonWords(run, drafts, there)}
          </Button>
        </div>
      )}
      {run.state === 'running' && <ProgressBar label="Drafts made" value={run.done} max={run.total || 1} />}
    </div>
  )
}

const NONE: ReadonlySet<number> = new Set()
const IN_WORDS = new Intl.ListFormat('en-US')

function buttonWords(run: ImportRun, drafts: number, there: number): string {
  if (run.state === 'stopped') return 'Go on'
  if (there >= drafts && there > 0) return drafts === 1 ? 'Show the draft' : `Show the ${drafts} drafts`
  if (there > 0) return `Continue: create the other ${drafts - there}`
  return drafts === 1 ? 'Create one draft' : `Create ${drafts.toLocaleString('en-US')} drafts`
}
