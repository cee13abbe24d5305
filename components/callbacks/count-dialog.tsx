'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import { NoteInput } from '@/components/dialogs/action-fields'
import { countAsSalesInput } from '@/lib/domain/callbacks/inputs'
import { counted } from '@/lib/domain/values/counted'
import { countAsSalesAction } from '@/lib/server/callbacks/log/actions'
import type { CallbackListItem } from '@/lib/server/callbacks/log/views'
import { SaleAmount } from './sale-amount'

/** Counts several callbacks as sales although their type does not say so, with one reason. Loaded when first opened. */
export default function CountDialog({
  events,
  onDone,
  onClose,
}: {
  events: readonly CallbackListItem[]
  onDone: () => void
  onClose: () => void
}) {
  return (
    <ActionDialog
      title={`Count ${counted(events.length, 'callback')} as ${events.length === 1 ? 'a sale' : 'sales'}`}
      description="Ask the partner what they were. Approvers see that you counted them, and you cannot approve them."
      confirm={events.length === 1 ? 'Count as a sale' : `Count ${events.length} as sales`}
      failed="None was counted as a sale"
      size="medium"
      schema={countAsSalesInput}
      values={{ sales: events.map(({ n, deliveries, version }) => ({ n, deliveries, version })), note: '' }}
      action={countAsSalesAction}
      onDone={onDone}
      onClose={onClose}
    >
      <ul
        aria-label="Callbacks"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
        tabIndex={0}
        className="max-h-56 overflow-y-auto rounded-lg border border-line text-sm"
      >
        {events.map((event) => (
          <li
            key={event.n}
            className="flex flex-wrap justify-between gap-x-4 border-b border-line px-3 py-1.5 last:border-b-0"
          >
            <code className="id">{event.tranId ?? `Callback ${event.n}`}</code>
            <span className="flex flex-wrap gap-x-3">
              <bdi className="text-muted">{event.tranType}</bdi>
              <SaleAmount sale={event} />
            </span>
          </li>
        ))}
      </ul>
      <NoteInput
        name="note"
        label="How do you know that they are sales?"
        hint="Stays with each callback, and goes into the audit log with your name."
      />
    </ActionDialog>
  )
}
