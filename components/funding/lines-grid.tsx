'use client'

import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { classNames } from '@/components/ui/class-names'
import { styledByScript } from '@/components/ui/styled-by-script'
import type { Tone } from '@/components/ui/tone'
import type { BatchTerms } from '@/lib/domain/funding/check-batch'
import { FIELD_LABELS, LINE_FIELDS, type LineField } from '@/lib/domain/funding/columns'
import type { FundingLine } from '@/lib/domain/funding/line'
import type { LineProblemCode } from '@/lib/domain/funding/line-problem'
import { CellInput, type EndKey } from './cell-input'
import { type Cell, moveFrom, tabFrom, typesLetter, undoKey } from './grid-moves'
import { copyRange, isInRange, sizeOf } from './grid-range'
import { ROW_PX, useRowsInSight } from './rows-in-sight'
import { shownAmount } from './shown-amount'
import type { GridCursor } from './use-grid-cursor'

/** A mark of a line, or of one cell of it. `isCommon`: nearly all lines have it, and it is shown above them. */
export type LineMark = {
  field: LineField | null
  tone: Tone
  text: string
  code?: LineProblemCode
  isCommon?: boolean
}

/** Actions that change the lines. Without them the grid is read-only. */
export type GridActions = {
  clear: () => void
  paste: (text: string) => Promise<void>
  fillDown: () => void
  removeRows: () => void
  /** Adds a row at the end and moves to its first cell. */
  addRow: (column?: number) => void
  undo: () => void
  redo: () => void
}

/**
 * On narrow screens the reference number is last, so that ID, merchant and amount are visible together: the first
 * four columns are as wide as a phone.
 */
const COLUMNS =
  'grid grid-cols-[2.5rem_6.25rem_6.75rem_6rem_minmax(14rem,2fr)_minmax(9rem,1fr)] md:grid-cols-[4rem_minmax(11rem,1.2fr)_minmax(10rem,1fr)_minmax(10rem,1fr)_9rem_minmax(14rem,2fr)]'
const COLUMNS_WITH_WAS =
  'grid grid-cols-[2.5rem_6.25rem_6.75rem_6rem_7rem_minmax(14rem,2fr)_minmax(9rem,1fr)] md:grid-cols-[4rem_minmax(11rem,1.2fr)_minmax(10rem,1fr)_minmax(10rem,1fr)_9rem_9rem_minmax(14rem,2fr)]'
/** The columns' minimum total width, so that head and lines are equally wide with any content. */
const WIDTH = 'w-[44.5rem] min-w-full md:w-[58rem]'
const WIDTH_WITH_WAS = 'w-[51.5rem] min-w-full md:w-[67rem]'

/** What the partner holds for a line's merchant before this batch; `hint` says since when and how certain it is. */
export type WasHeld = { text: string; hint: string }

/** On narrow screens, row number and amount stay in sight while the rest scrolls. */
const STUCK: Partial<Record<LineField | 'row', string>> = {
  row: 'max-md:sticky max-md:start-0 max-md:z-[1]',
  amount: 'max-md:sticky max-md:end-0 max-md:z-[1]',
  retrievalReferenceNumber: 'max-md:order-1',
}

/** On narrow screens, within the height of a row. */
const TWO_LINES = 'py-px text-2xs leading-[0.875rem] max-md:line-clamp-2 max-md:wrap-anywhere'

const MARK_INK: Record<Tone, string> = {
  neutral: 'text-muted',
  progress: 'text-accent-ink',
  good: 'text-good-ink',
  warn: 'text-warn-ink',
  bad: 'text-bad-ink',
}

/**
 * A grid of any number of lines that renders only those in sight. The grid has the focus as a whole and names the
 * active cell, so a line that scrolls away takes no focus with it.
 */
export function LinesGrid({
  box,
  label,
  lines,
  terms,
  cursor,
  marksOf,
  wasOf,
  nameOf,
  empty,
  hint,
  announcement,
  mends,
  actions,
  onNextMarked,
}: {
  box: RefObject<HTMLDivElement | null>
  label: string
  lines: readonly FundingLine[]
  terms: BatchTerms
  cursor: GridCursor
  /** Errors first. */
  marksOf: (row: number) => readonly LineMark[]
  /** Null if the partner holds nothing for any line; the column is left out then. */
  wasOf: ((line: FundingLine) => WasHeld | null) | null
  /** A merchant's name in the directory. */
  nameOf: (merchantId: string) => string | null
  /** Shown if there are no lines. */
  empty: string
  /** Describes the keyboard keys. */
  hint: ReactNode
  /** Announced once whenever it changes. */
  announcement: string
  /** Buttons that fix the chosen line's problems. */
  mends: ReactNode
  actions: GridActions | null
  /** Moves to the next or previous marked cell. */
  onNextMarked: (step: 1 | -1) => void
}) {
  const id = useId()
  const [isLeaving, setIsLeaving] = useState(false)
  const pressed = useRef<{ cell: Cell; wasArmed: boolean; hasMoved: boolean } | null>(null)
  const { active, head, range, editing } = cursor
  const { rows, scrollTo } = useRowsInSight(box, lines.length, editing?.line ?? -1)

  const show = useEffectEvent((line: number) => {
    if (line >= 0 && line < lines.length) scrollTo(line)
    // Scrolls to a cell outside the visible columns; `nearest` does nothing if it is in sight.
    const cell = document.getElementById(cellId(head))
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  const wasShown = useRef('')
  useEffect(() => {
    const place = `${head.line} ${head.column}`
    // The first cell is in sight anyway: opening a page scrolls nothing.
    if (wasShown.current !== '' && wasShown.current !== place) show(head.line)
    wasShown.current = place
  }, [head.line, head.column])

  const line = lines[active.line]
  const size = {
    lines: lines.length,
    columns: LINE_FIELDS.length,
    pageLines: Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW_PX) - 2),
  }
  const focusBox = () => box.current?.focus({ preventScroll: true })
  const hasText = lines[lines.length - 1] && LINE_FIELDS.some((field) => lines[lines.length - 1]?.[field])

  /** Moving past the last line adds a new one, unless the last is still blank. */
  function goPast(to: Cell | 'end', column: number, how: { keepOrigin?: boolean } = {}) {
    if (to !== 'end') cursor.choose(to, how)
    else if (actions && hasText) actions.addRow(column)
  }

  function endEdit(key: EndKey, withShift: boolean) {
    const from = editing ?? active
    cursor.origin.current = { ...cursor.origin.current, cell: from }
    cursor.commit()
    focusBox()
    if (key === 'Tab') {
      const to = tabFrom(from, withShift ? -1 : 1, size)
      return goPast(to === 'end' && withShift ? from : to, 0, { keepOrigin: true })
    }
    const isUp = key === 'ArrowUp' || (key === 'Enter' && withShift)
    const to = { line: from.line + (isUp ? -1 : 1), column: from.column }
    if (to.line < 0) return cursor.choose(from, { keepOrigin: true })
    if (to.line >= size.lines && key !== 'Enter') return cursor.choose(from, { keepOrigin: true })
    goPast(to.line >= size.lines ? 'end' : to, from.column, { keepOrigin: true })
  }

  function press(event: KeyboardEvent) {
    if (editing && event.key === 'F8') {
      event.preventDefault()
      cursor.origin.current = { ...cursor.origin.current, cell: editing }
      cursor.commit()
      focusBox()
      return onNextMarked(event.shiftKey ? -1 : 1)
    }
    if (editing || event.target !== box.current) return
    const withControl = event.ctrlKey || event.metaKey
    const take = (action: (() => void) | undefined) => {
      event.preventDefault()
      action?.()
    }
    if (event.key === 'Tab') {
      const to = tabFrom(active, event.shiftKey ? -1 : 1, size)
      const mayAppend = to === 'end' && !event.shiftKey && hasText
      if (isLeaving || !actions || withControl || event.altKey || (to === 'end' && !mayAppend)) return
      return take(() => goPast(to, 0))
    }
    if (event.key !== 'Shift') setIsLeaving(event.key === 'Escape')
    if (event.key === 'Escape') return cursor.choose(active, { keepOrigin: true })
    if (event.key === 'F6') return take(() => focusBeside(box.current, event.shiftKey ? -1 : 1))
    if (event.key === 'F8') return take(() => onNextMarked(event.shiftKey ? -1 : 1))
    const undoes = undoKey(event)
    if (undoes) return actions && take(undoes === 'undo' ? actions.undo : actions.redo)
    const key = event.key.toLowerCase()
    if (withControl && key === 'a') return take(chooseAll)
    if (key === ' ' && event.shiftKey && lines.length > 0) {
      return take(() => cursor.choose(head, { extend: true, wholeLines: true }))
    }
    if (withControl && key === 'd' && actions) return take(actions.fillDown)
    const from = event.shiftKey ? head : active
    const to = moveFrom(from, event.key, withControl, size)
    if (to) {
      return take(() =>
        cursor.choose(to, { extend: event.shiftKey, wholeLines: event.shiftKey && cursor.wholeLines }),
      )
    }
    if (!actions) return
    if (!line) return event.key === 'Enter' && lines.length === 0 ? take(() => actions.addRow(0)) : undefined
    if (event.key === 'Enter' && event.shiftKey) {
      take(() => cursor.choose({ ...active, line: Math.max(0, active.line - 1) }))
    } else if (event.key === 'Enter' || event.key === 'F2') {
      take(() => cursor.edit(event.key === 'F2' ? 'end' : 'all'))
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      take(withControl ? actions.removeRows : actions.clear)
    } else if (typesLetter(event)) {
      take(() => cursor.edit({ typed: event.key }))
    }
  }

  function chooseAll() {
    if (lines.length === 0) return
    const last = { line: lines.length - 1, column: LINE_FIELDS.length - 1 }
    cursor.choose(last, { extend: true, from: { line: 0, column: 0 } })
  }

  function copy(event: ClipboardEvent, thenClear = false) {
    if (editing || lines.length === 0) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', copyRange(lines, range))
    if (thenClear) actions?.clear()
  }
  function paste(event: ClipboardEvent) {
    if (!actions || editing) return
    event.preventDefault()
    void actions.paste(event.clipboardData.getData('text/plain'))
  }

  const isArmed = ({ line: at, column }: Cell) =>
    cursor.armed.current?.row === lines[at]?.row && cursor.armed.current?.column === column

  function down(event: PointerEvent) {
    const cell = cellOf(event.target)
    setIsLeaving(false)
    pressed.current = null
    if (!cell || event.button !== 0 || event.pointerType === 'touch') return
    if (editing && isSame(editing, cell.cell)) return
    // Commits the open cell first: afterwards, another line may be at the click's position.
    cursor.commit()
    pressed.current = { cell: cell.cell, wasArmed: isArmed(cell.cell), hasMoved: false }
    cursor.choose(cell.cell, { extend: event.shiftKey, wholeLines: cell.isHead })
  }
  function drag(event: PointerEvent) {
    const from = pressed.current
    if (!from || event.buttons !== 1) return
    const over = cellOf(document.elementFromPoint(event.clientX, event.clientY))
    if (!over || isSame(over.cell, head)) return
    if (!from.hasMoved && isSame(over.cell, from.cell)) return
    from.hasMoved = true
    cursor.choose(over.cell, { extend: true, wholeLines: cursor.wholeLines })
  }
  function click(event: MouseEvent) {
    const found = cellOf(event.target)
    const from = pressed.current
    pressed.current = null
    if (!found || found.isHead || from?.hasMoved || event.shiftKey) return
    if (editing && isSame(editing, found.cell)) return
    const wasArmed = from ? from.wasArmed : isArmed(found.cell)
    if (!from) {
      cursor.commit()
      cursor.choose(found.cell)
      focusBox()
    }
    if (wasArmed && actions) cursor.edit('all')
    else cursor.armed.current = { row: lines[found.cell.line]?.row ?? 0, column: found.cell.column }
  }

  function blur(event: FocusEvent) {
    if (event.currentTarget.contains(event.relatedTarget)) return
    cursor.armed.current = null
    setIsLeaving(false)
  }

  const cellId = (at: Cell) => `${id}-${at.line}-${at.column}`
  const told = line ? marksOf(line.row) : []
  const isInSight = rows.includes(head.line)
  const isMany = sizeOf(range).cells > 1
  const columns = wasOf ? COLUMNS_WITH_WAS : COLUMNS
  const width = wasOf ? WIDTH_WITH_WAS : WIDTH
  const lastColumn = LINE_FIELDS.length + (wasOf ? 3 : 2)

  return (
    <div className="min-w-0">
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot leave out the rows that are not in sight */}
      <div
        ref={box}
        role="grid"
        aria-label={label}
        aria-rowcount={lines.length + 1}
        aria-colcount={lastColumn}
        aria-readonly={!actions}
        aria-multiselectable
        aria-activedescendant={isInSight && !editing ? cellId(head) : undefined}
        aria-describedby={`${id}-told ${id}-hint`}
        tabIndex={0}
        onKeyDown={press}
        onPaste={paste}
        onCopy={(event) => copy(event)}
        onCut={(event) => copy(event, true)}
        onPointerDown={down}
        onPointerMove={drag}
        onClick={click}
        onBlur={blur}
        className={classNames(
          'group/grid max-h-[min(60vh,40rem)] overflow-auto text-sm select-none focus-visible:-outline-offset-2',
          // The sticky head covers lines, and the sticky amount covers cells that scroll below it.
          'scroll-ps-10 scroll-pe-28 scroll-pt-8 md:scroll-p-0 md:scroll-pt-8',
          // The active cell shows the focus; an outline would be hidden by the lines.
          lines.length > 0 && 'focus-visible:outline-none',
        )}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus for its rows and cells */}
        <div
          role="row"
          aria-rowindex={1}
          className={classNames(
            columns,
            width,
            'sticky top-0 z-10 h-8 border-b border-line bg-sunken text-xs font-medium text-muted',
          )}
        >
          <Head className={classNames('bg-sunken text-end md:ps-4', STUCK.row)}>Row</Head>
          {LINE_FIELDS.map((each) => (
            <Head
              key={each}
              className={classNames(
                'border-s border-line bg-sunken',
                each === 'amount' && 'text-end',
                STUCK[each],
              )}
            >
              {each === 'amount' ? 'Amount ($)' : FIELD_LABELS[each]}
            </Head>
          ))}
          {wasOf && <Head className="border-s border-line text-end">Partner holds</Head>}
          <Head className="border-s border-line">Issue</Head>
        </div>
        {lines.length === 0 && (
          <p className="sticky start-0 w-fit max-w-full px-4 py-10 text-sm text-muted">{empty}</p>
        )}
        <div
          role="presentation"
          className={classNames('relative', width)}
          ref={styledByScript({ height: `${lines.length * ROW_PX}px` })}
        >
          {rows.map((index) => {
            const each = lines[index]
            if (!each) return null
            const marks = marksOf(each.row)
            const was = wasOf?.(each)
            const isChosenRow = index >= range.top && index <= range.bottom
            return (
              // biome-ignore lint/a11y/useSemanticElements: see above
              // biome-ignore lint/a11y/useFocusableInteractive: see above
              <div
                key={each.row}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={cursor.wholeLines && isChosenRow}
                style={{ transform: `translateY(${index * ROW_PX}px)` }}
                className={classNames(
                  columns,
                  'absolute inset-x-0 top-0 h-8 grid-rows-[1.9375rem] border-b border-line',
                )}
              >
                {/* biome-ignore lint/a11y/useSemanticElements: see above */}
                {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
                <div
                  role="rowheader"
                  data-cell={`${index} head`}
                  className={classNames(
                    'truncate px-2 py-1.5 text-end text-xs md:px-3 md:ps-4',
                    STUCK.row,
                    isChosenRow ? 'bg-sunken' : 'bg-surface',
                    // On narrow screens, the line's marks are out of sight.
                    marks[0] && !marks[0].isCommon
                      ? classNames('font-semibold', MARK_INK[marks[0].tone])
                      : 'text-faint',
                  )}
                >
                  {each.row}
                </div>
                {LINE_FIELDS.map((name, column) => {
                  const cell = { line: index, column }
                  const isActive = isSame(active, cell)
                  const isChosen = isInRange(range, cell)
                  const mark = marks.find((one) => one.field === name)
                  const isOpen = editing !== null && isSame(editing, cell)
                  return (
                    // biome-ignore lint/a11y/useSemanticElements: see above
                    // biome-ignore lint/a11y/useFocusableInteractive: see above
                    <div
                      key={name}
                      id={cellId(cell)}
                      role="gridcell"
                      aria-colindex={column + 2}
                      aria-selected={isChosen}
                      aria-readonly={!actions}
                      aria-invalid={mark?.tone === 'bad' || undefined}
                      data-cell={`${index} ${column}`}
                      className={classNames(
                        'min-w-0 border-s border-line',
                        STUCK[name],
                        isChosen && isMany
                          ? 'bg-accent-soft'
                          : mark?.tone === 'bad'
                            ? 'bg-bad-soft'
                            : mark?.tone === 'warn'
                              ? 'bg-warn-soft'
                              : 'bg-surface',
                        mark?.tone === 'bad' && 'text-bad-ink',
                        mark?.tone === 'warn' && 'text-warn-ink',
                        isActive &&
                          !editing &&
                          'outline -outline-offset-1 outline-line-strong group-focus/grid:outline-2 group-focus/grid:-outline-offset-2 group-focus/grid:outline-accent',
                      )}
                    >
                      {isOpen && cursor.draft.current ? (
                        <CellInput
                          label={`${FIELD_LABELS[name]}, row ${each.row}`}
                          text={cursor.draft.current.text}
                          begin={cursor.draft.current.begin}
                          numeric={name === 'amount'}
                          suggests={name === 'merchantId'}
                          onText={(text) => {
                            if (cursor.draft.current) cursor.draft.current.text = text
                          }}
                          onEnd={endEdit}
                          onLeave={cursor.commit}
                          onCancel={() => {
                            cursor.cancel()
                            focusBox()
                          }}
                        />
                      ) : (
                        <div
                          className={classNames(
                            'h-full px-2 md:truncate md:px-3 md:py-1.5 md:text-xs md:leading-5',
                            name === 'amount' ? 'text-end tabular-nums' : 'font-mono',
                            // IDs of one merchant or day differ in their last digits.
                            name === 'amount' ? 'truncate py-1.5 text-xs leading-5' : TWO_LINES,
                          )}
                        >
                          {name === 'amount' ? shownAmount(each.amount, terms) : each[name]}
                          {name === 'merchantId' && nameOf(each.merchantId) !== null && (
                            <span className="ms-1 font-sans text-faint"> {nameOf(each.merchantId)}</span>
                          )}
                        </div>
                      )}
                    </div>
                  )
                })}
                {wasOf && (
                  // biome-ignore lint/a11y/useSemanticElements: see above
                  // biome-ignore lint/a11y/useFocusableInteractive: see above
                  <div
                    role="gridcell"
                    aria-colindex={LINE_FIELDS.length + 2}
                    aria-readonly
                    title={was?.hint}
                    className="min-w-0 truncate border-s border-line px-3 py-1.5 text-end text-xs leading-5 text-muted tabular-nums"
                  >
                    {was?.text ?? '–'}
                  </div>
                )}
                {/* biome-ignore lint/a11y/useSemanticElements: see above */}
                {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
                <div
                  role="gridcell"
                  aria-colindex={lastColumn}
                  aria-readonly
                  className="flex min-w-0 items-center border-s border-line px-3"
                >
                  {/* Two lines of text; the rest is shown below the lines when the row is chosen. */}
                  <span className="line-clamp-2 text-xs leading-[0.9375rem]">
                    {marks.map(
                      ({ tone, text, isCommon }) =>
                        !isCommon && (
                          <span key={text} className={MARK_INK[tone]}>
                            {text}{' '}
                          </span>
                        ),
                    )}
                  </span>
                </div>
              </div>
            )
          })}
        </div>
      </div>
      <div id={`${id}-told`} className="min-h-10 border-t border-line px-4 py-2 text-sm" hidden={!line}>
        {line && (
          <span className="me-2 text-muted">
            Row {line.row}
            {LINE_FIELDS[active.column] && `, ${FIELD_LABELS[LINE_FIELDS[active.column] as LineField]}`}.
          </span>
        )}
        {told.map(({ tone, text }) => (
          <span key={text} className={classNames('me-2', MARK_INK[tone])}>
            {text}
          </span>
        ))}
        {mends && <span className="inline-flex flex-wrap gap-2 align-middle">{mends}</span>}
      </div>
      <p id={`${id}-hint`} className="border-t border-line px-4 py-2 text-xs text-muted max-md:hidden">
        {hint}
      </p>
      <p role="status" className="sr-only">
        {isLeaving ? 'Press Tab to leave the table.' : announcement}
      </p>
    </div>
  )
}

const isSame = (one: Cell, other: Cell): boolean => one.line === other.line && one.column === other.column

/** The cell that an element is in. A row's head stands for the whole row. */
function cellOf(target: EventTarget | null): { cell: Cell; isHead: boolean } | null {
  const place = target instanceof Element ? target.closest('[data-cell]')?.getAttribute('data-cell') : null
  if (!place) return null
  const [line = '0', column = '0'] = place.split(' ')
  const isHead = column === 'head'
  return { cell: { line: Number(line), column: isHead ? 0 : Number(column) }, isHead }
}

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/** Moves the focus to what comes after the grid, or before it. */
function focusBeside(grid: HTMLElement | null, step: 1 | -1) {
  if (!grid) return
  const way = step === 1 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING
  const beside = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (each) =>
      (grid.compareDocumentPosition(each) & way) !== 0 &&
      !grid.contains(each) &&
      !each.contains(grid) &&
      each.checkVisibility(),
  )
  beside.at(step === 1 ? 0 : -1)?.focus()
}

function Head({ className, children }: { className?: string; children: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a head of a grid
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div role="columnheader" className={classNames('truncate px-2 py-2 md:px-3', className)}>
      {children}
    </div>
  )
}
