'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { classNames } from '@/components/ui/class-names'
import type { Tone } from '@/components/ui/tone'
import { FIELD_LABELS, LINE_FIELDS, type LineField } from '@/lib/domain/funding/columns'
import type { FundingLine } from '@/lib/domain/funding/line'
import { type Cell, moveFrom, typesLetter, undoKey } from './grid-moves'

/** What is said of a line, or of one cell of it. */
export type LineMark = { field: LineField | null; tone: Tone; text: string }

const LINE_PX = 32
const COLUMNS =
  'grid grid-cols-[4rem_minmax(11rem,1.2fr)_minmax(10rem,1fr)_minmax(10rem,1fr)_8rem_minmax(14rem,2fr)]'

const MARK_INK: Record<Tone, string> = {
  neutral: 'text-muted',
  progress: 'text-accent-ink',
  good: 'text-good-ink',
  warn: 'text-warn-ink',
  bad: 'text-bad-ink',
}

/**
 * Any number of lines, of which those in sight are in the page. It has the focus as a whole and tells which cell
 * is meant, so that a line that scrolls away takes no focus with it. Without `onEdit` it is for reading.
 */
export function LinesGrid({
  label,
  lines,
  marksOf,
  start,
  empty,
  onActive,
  onEdit,
  onPaste,
  onUndo,
  onRedo,
  onNextMarked,
}: {
  label: string
  lines: readonly FundingLine[]
  marksOf: (row: number) => readonly LineMark[]
  /** The cell that is meant first, and again whenever another one is given. */
  start?: Cell
  /** Said where there are no lines. */
  empty: string
  /** The line and the cell that are meant now. */
  onActive?: (line: FundingLine | null, cell: Cell) => void
  onEdit?: (row: number, field: LineField, value: string) => void
  /** Cells out of a spreadsheet, to be put in from this cell on. */
  onPaste?: (from: Cell, text: string) => void
  onUndo?: () => void
  onRedo?: () => void
  /** To the next cell that something is said of, or to the one before. */
  onNextMarked?: (from: Cell, step: 1 | -1) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const [active, setActive] = useState<Cell>(start ?? { line: 0, column: 0 })
  const [editing, setEditing] = useState<{ begin: string | null } | null>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_PX,
    // The head lies over the first line's place.
    scrollPaddingStart: LINE_PX,
    overscan: 8,
  })

  const goTo = (cell: Cell) => {
    setActive(cell)
    setEditing(null)
    virtual.scrollToIndex(cell.line)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is taken when another is given, and only then
  useEffect(() => {
    if (start) goTo(start)
  }, [start])

  const line = lines[active.line]
  const tell = useEffectEvent((meant: FundingLine | null, cell: Cell) => onActive?.(meant, cell))
  useEffect(() => tell(line ?? null, active), [line, active])
  const field = LINE_FIELDS[active.column]
  const size = {
    lines: lines.length,
    columns: LINE_FIELDS.length,
    pageLines: Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / LINE_PX) - 2),
  }

  function commit(value: string, key: 'Enter' | 'Tab' | null) {
    if (line && field && onEdit && value.trim() !== line[field]) onEdit(line.row, field, value.trim())
    setEditing(null)
    if (key === null) return
    box.current?.focus({ preventScroll: true })
    goTo(moveFrom(active, key === 'Enter' ? 'ArrowDown' : 'ArrowRight', false, size) ?? active)
  }

  function press(event: KeyboardEvent) {
    if (editing || event.target !== box.current) return
    const undoes = undoKey(event)
    if (undoes && onUndo && onRedo) {
      event.preventDefault()
      return undoes === 'undo' ? onUndo() : onRedo()
    }
    if (event.key === 'F8' && onNextMarked) {
      event.preventDefault()
      return onNextMarked(active, event.shiftKey ? -1 : 1)
    }
    const to = moveFrom(active, event.key, event.ctrlKey || event.metaKey, size)
    if (to) {
      event.preventDefault()
      goTo(to)
    } else if (!onEdit || !line || !field) {
      return
    } else if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault()
      setEditing({ begin: null })
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      if (line[field] !== '') onEdit(line.row, field, '')
    } else if (typesLetter(event)) {
      event.preventDefault()
      setEditing({ begin: event.key })
    }
  }

  function paste(event: ClipboardEvent) {
    if (!onPaste || editing) return
    event.preventDefault()
    onPaste(active, event.clipboardData.getData('text/plain'))
  }

  function copy(event: ClipboardEvent) {
    if (editing || !line || !field) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', line[field])
  }

  const cellId = (at: Cell) => `${id}-${at.line}-${at.column}`
  const told = line ? marksOf(line.row) : []
  const isInSight = virtual.getVirtualItems().some(({ index }) => index === active.line)

  return (
    <div className="min-w-0">
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot leave out the rows that are not in sight */}
      <div
        ref={box}
        role="grid"
        aria-label={label}
        aria-rowcount={lines.length + 1}
        aria-colcount={LINE_FIELDS.length + 2}
        aria-readonly={!onEdit}
        aria-activedescendant={isInSight ? cellId(active) : undefined}
        aria-describedby={`${id}-told`}
        tabIndex={0}
        onKeyDown={press}
        onPaste={paste}
        onCopy={copy}
        className={classNames(
          'group/grid max-h-[min(60vh,40rem)] overflow-auto text-sm focus-visible:-outline-offset-2',
          // The cell that is meant shows where the focus is; a frame would lie below the lines.
          lines.length > 0 && 'focus-visible:outline-none',
        )}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus for its rows and cells */}
        <div
          role="row"
          aria-rowindex={1}
          className={classNames(
            COLUMNS,
            'sticky top-0 z-10 h-8 w-max min-w-full border-b border-line bg-sunken text-xs font-medium text-muted',
          )}
        >
          <Head className="ps-4">Row</Head>
          {LINE_FIELDS.map((each) => (
            <Head key={each} className={each === 'amount' ? 'text-end' : ''}>
              {each === 'amount' ? 'Amount ($)' : FIELD_LABELS[each]}
            </Head>
          ))}
          <Head>What is said of it</Head>
        </div>
        {lines.length === 0 && (
          <p className="sticky start-0 w-fit max-w-full px-4 py-10 text-sm text-muted">{empty}</p>
        )}
        <div
          role="presentation"
          className="relative w-max min-w-full"
          style={{ height: virtual.getTotalSize() }}
        >
          {virtual.getVirtualItems().map(({ index, start: top }) => {
            const each = lines[index]
            if (!each) return null
            const marks = marksOf(each.row)
            return (
              // biome-ignore lint/a11y/useSemanticElements: see above
              // biome-ignore lint/a11y/useFocusableInteractive: see above
              <div
                key={each.row}
                role="row"
                aria-rowindex={index + 2}
                style={{ transform: `translateY(${top}px)` }}
                className={classNames(
                  COLUMNS,
                  'absolute inset-x-0 top-0 h-8 border-b border-line',
                  index === active.line && 'bg-sunken/60',
                )}
              >
                {/* biome-ignore lint/a11y/useSemanticElements: see above */}
                {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
                <div
                  role="rowheader"
                  className={classNames(
                    'truncate px-3 py-1.5 ps-4 text-end text-xs',
                    // Narrow, what is said of the line is out of sight.
                    marks[0] ? classNames('font-semibold', MARK_INK[marks[0].tone]) : 'text-faint',
                  )}
                >
                  {each.row}
                </div>
                {LINE_FIELDS.map((name, column) => {
                  const cell = { line: index, column }
                  const isActive = active.line === index && active.column === column
                  const mark = marks.find((one) => one.field === name)
                  return (
                    // biome-ignore lint/a11y/useSemanticElements: see above
                    // biome-ignore lint/a11y/useFocusableInteractive: see above
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
                    <div
                      key={name}
                      id={cellId(cell)}
                      role="gridcell"
                      aria-selected={isActive}
                      aria-invalid={mark?.tone === 'bad' || undefined}
                      onClick={() => {
                        if (editing && isActive) return
                        if (isActive && onEdit) setEditing({ begin: null })
                        else setActive(cell)
                      }}
                      className={classNames(
                        'min-w-0 border-s border-line',
                        mark?.tone === 'bad' && 'bg-bad-soft text-bad-ink',
                        mark?.tone === 'warn' && 'bg-warn-soft text-warn-ink',
                        isActive &&
                          !editing &&
                          'outline -outline-offset-1 outline-line-strong group-focus/grid:outline-2 group-focus/grid:-outline-offset-2 group-focus/grid:outline-accent',
                      )}
                    >
                      {editing && isActive ? (
                        <CellInput
                          label={`${FIELD_LABELS[name]}, row ${each.row}`}
                          value={editing.begin ?? each[name]}
                          numeric={name === 'amount'}
                          onDone={commit}
                          onCancel={() => {
                            setEditing(null)
                            box.current?.focus({ preventScroll: true })
                          }}
                        />
                      ) : (
                        <div
                          className={classNames(
                            'h-full truncate px-3 py-1.5 font-mono text-xs leading-5',
                            name === 'amount' && 'text-end',
                          )}
                        >
                          {each[name]}
                        </div>
                      )}
                    </div>
                  )
                })}
                {/* biome-ignore lint/a11y/useSemanticElements: see above */}
                {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
                <div
                  role="gridcell"
                  className={classNames(
                    'min-w-0 truncate border-s border-line px-3 py-1.5',
                    marks[0] && MARK_INK[marks[0].tone],
                  )}
                >
                  {marks.map(({ text }) => text).join(' ')}
                </div>
              </div>
            )
          })}
        </div>
      </div>
      <div id={`${id}-told`} className="min-h-10 border-t border-line px-4 py-2 text-sm">
        {line && (
          <span className="me-2 text-muted">
            Row {line.row}
            {field && `, ${FIELD_LABELS[field]}`}.
          </span>
        )}
        {told.map(({ tone, text }) => (
          <span key={text} className={classNames('me-2', MARK_INK[tone])}>
            {text}
          </span>
        ))}
      </div>
    </div>
  )
}

function Head({ className, children }: { className?: string; children: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a head of a grid
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div role="columnheader" className={classNames('truncate px-3 py-2', className)}>
      {children}
    </div>
  )
}

function CellInput({
  label,
  value,
  numeric,
  onDone,
  onCancel,
}: {
  label: string
  value: string
  numeric: boolean
  onDone: (value: string, key: 'Enter' | 'Tab' | null) => void
  onCancel: () => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const ended = useRef(false)
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
  }, [])
  const end = (key: 'Enter' | 'Tab' | null) => {
    // To leave by a key takes the focus away, which would be a second end.
    if (ended.current) return
    ended.current = true
    onDone(input.current?.value ?? value, key)
  }
  return (
    <input
      ref={input}
      aria-label={label}
      defaultValue={value}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      onBlur={() => end(null)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) {
          event.preventDefault()
          end(event.key)
        } else if (event.key === 'Escape') {
          event.preventDefault()
          ended.current = true
          onCancel()
        }
      }}
      className={classNames(
        'size-full bg-surface px-3 font-mono text-xs text-ink -outline-offset-2 outline-2 outline-accent',
        numeric && 'text-end',
      )}
    />
  )
}
