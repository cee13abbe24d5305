import { type Ref, useId, useState } from 'react'
import { fetchLive } from '@/components/shell/fetch-live'
import { Callout } from '@/components/ui/callout'
import { warningWords } from '@/lib/domain/funding/warned-rows'
import type { WarningGroup } from '@/lib/domain/funding/warning-groups'
import { dollarWords } from '@/lib/domain/values/money'
import { routes } from '@/lib/routes'
import type { WarningPart } from '@/lib/server/funding/views'
import { groupSalesWords } from './group-sales-words'
import { PartsEnd } from './parts-end'
import { useParts } from './use-parts'

/**
 * The warnings that an approver should look at, by kind, so that a single one does not hide behind many of another
 * kind.
 */
export function BatchWarnings({
  batchId,
  groups,
  rows,
}: {
  batchId: string
  groups: readonly WarningGroup[]
  /** How many rows have any of them. */
  rows: number | undefined
}) {
  if (groups.length === 0) return null
  return (
    <Callout tone="warn" title={warningWords(rows, groups.length)} wide>
      <ul aria-label="Warnings by kind" className="flex flex-col gap-3">
        {groups.map((group) => (
          <Kind key={group.code} batchId={batchId} group={group} />
        ))}
      </ul>
    </Callout>
  )
}

/** The count and total of a kind in one line; below it the largest, or all. */
function Kind({ batchId, group }: { batchId: string; group: WarningGroup }) {
  const { title, count, rows = count, amountMinor, texts, sales } = group
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <li>
      <p className="flex flex-wrap justify-between gap-x-4 font-medium">
        <span>
          {title} ({rows.toLocaleString('en-US')})
        </span>
        {amountMinor !== undefined && <span className="money">{dollarWords(amountMinor)}</span>}
      </p>
      {sales && <p>{groupSalesWords({ sales })}.</p>}
      <div id={id}>{isOpen ? <AllOfKind batchId={batchId} group={group} /> : <Texts texts={texts} />}</div>
      {count > texts.length && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="mt-1 rounded-sm text-accent-ink underline"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show fewer' : `Show all ${count.toLocaleString('en-US')}`}
          <span className="sr-only"> ({title})</span>
        </button>
      )}
    </li>
  )
}

/** All of a kind, loaded in parts, in a box of its own: the next kind and the note stay close. */
function AllOfKind({
  batchId,
  group: { code, title, count, texts },
}: {
  batchId: string
  group: WarningGroup
}) {
  const parts = useParts<string, HTMLUListElement>(async (after) => {
    const looked = await fetchLive<WarningPart>(routes.api.fundingWarnings(batchId, code, after))
    return looked.ok ? { items: looked.value.texts, next: looked.value.next } : looked
  })
  return (
    <>
      <section
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
        tabIndex={0}
        className="mt-1 max-h-80 overflow-y-auto rounded-md border border-warn-line bg-raised"
      >
        <Rows ref={parts.rows} texts={parts.items ?? texts} />
      </section>
      <PartsEnd
        parts={parts}
        read={
          parts.hasMore && parts.items
            ? `${parts.items.length.toLocaleString('en-US')} of ${count.toLocaleString('en-US')}, the largest first`
            : ''
        }
      />
    </>
  )
}

const Texts = ({ texts }: { texts: readonly string[] }) => (
  <ul className="flex list-disc flex-col gap-1 ps-4">
    {texts.map((text) => (
      <li key={text} className="wrap-anywhere">
        <Text text={text} />
      </li>
    ))}
  </ul>
)

/** Of thousands, the browser lays out only the visible ones. */
const Rows = ({ ref, texts }: { ref: Ref<HTMLUListElement>; texts: readonly string[] }) => (
  <ul ref={ref} className="divide-y divide-line">
    {texts.map((text) => (
      <li
        key={text}
        className="px-3 py-1.5 wrap-anywhere [contain-intrinsic-size:auto_1.875rem] [content-visibility:auto]"
      >
        <Text text={text} />
      </li>
    ))}
  </ul>
)

/** About four lines of the dialog: enough for nearly every text. */
const LONGEST = 400

/** A longer text is folded, so that it does not push other kinds out of sight. */
function Text({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  if (text.length <= LONGEST) return text
  return (
    <>
      {isWhole ? text : `${text.slice(0, LONGEST).toWellFormed()}…`}{' '}
      <button
        type="button"
        aria-expanded={isWhole}
        className="rounded-sm text-accent-ink underline"
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? 'Show less' : 'Show full text'}
      </button>
    </>
  )
}
