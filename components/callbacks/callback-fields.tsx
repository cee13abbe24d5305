import { FieldName } from '@/components/sandbox/field-name'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { Money } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import {
  CellName,
  STACKED_CELL,
  STACKED_HEAD,
  STACKED_ROW,
  STACKED_TITLE,
  Table,
  Td,
  Th,
} from '@/components/ui/table'
import type { CallbackEventView, CallbackFieldView, DeliveryView } from '@/lib/server/callbacks/log/views'

/** Every field of the current content: its meaning, the received text, and how the desk reads it. */
export function CallbackFields({ delivery, event }: { delivery: DeliveryView; event: CallbackEventView }) {
  const known = delivery.fields.filter(({ label }) => label !== null)
  const unknown = delivery.fields.filter(({ label }) => label === null)
  return (
    <Panel
      title="Fields"
      description={
        event.deliveries === 1
          ? 'Each field as received and as interpreted.'
          : `Delivery ${delivery.n}: each field as received and as interpreted.`
      }
      flush
    >
      {delivery.fields.length === 0 ? (
        <p className="px-4 py-3 text-sm text-muted">It has no fields.</p>
      ) : (
        <Table label="Fields">
          <thead className={STACKED_HEAD}>
            <tr>
              <Th>Field</Th>
              <Th>As received</Th>
              <Th>Interpreted as</Th>
            </tr>
          </thead>
          <tbody>
            {known.map((field, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and the order never changes
              <FieldRow key={at} field={field} said={saidOf(field, event)} />
            ))}
            {unknown.length > 0 && (
              <tr>
                <Th colSpan={3} scope="rowgroup" className="bg-sunken text-xs font-medium text-muted">
                  Undocumented fields, kept as received
                </Th>
              </tr>
            )}
            {unknown.map((field, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and the order never changes
              <FieldRow key={at} field={field} said={saidOf(field, event)} />
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}

/** The amount, if a person set it. */
const saidOf = ({ name }: CallbackFieldView, { amountMinor, amountSet }: CallbackEventView): number | null =>
  name === 'tran_amount' && amountSet ? amountMinor : null

function FieldRow({
  field: { name, text, label, explanation, reading, manner },
  said,
}: {
  field: CallbackFieldView
  /** Cents. */
  said: number | null
}) {
  return (
    <tr className={STACKED_ROW}>
      <Th scope="row" className={classNames('whitespace-normal! sm:min-w-44', STACKED_TITLE)}>
        <span className="flex flex-wrap items-baseline gap-x-2">
          {label ?? <bdi className="wrap-anywhere">{name || '(no name)'}</bdi>}
          {label !== null && (
            <span className="font-normal text-faint">
              <FieldName name={name} />
            </span>
          )}
        </span>
        {explanation && <span className="block text-xs font-normal text-muted">{explanation}</span>}
      </Th>
      <Td className={classNames('sm:min-w-32', STACKED_CELL)}>
        <CellName>As received</CellName>
        {text === '' ? (
          <i className="text-muted">empty</i>
        ) : (
          <bdi className="block max-h-40 overflow-y-auto font-mono text-xs whitespace-pre-wrap wrap-anywhere">
            {text}
          </bdi>
        )}
      </Td>
      <Td className={classNames('sm:min-w-32', STACKED_CELL)}>
        <CellName>Interpreted as</CellName>
        {said !== null ? (
          <>
            <Money amountMinor={said} /> <span className="text-xs text-muted">set by a person</span>
          </>
        ) : manner === 'unreadable' ? (
          <Badge tone="bad">ambiguous</Badge>
        ) : (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            {reading === null ? <span className="text-muted">as received</span> : <bdi>{reading}</bdi>}
            {manner === 'lenient' && (
              <span title="Nonstandard format, but unambiguous">
                <Badge tone="warn">nonstandard format</Badge>
              </span>
            )}
          </span>
        )}
      </Td>
    </tr>
  )
}
