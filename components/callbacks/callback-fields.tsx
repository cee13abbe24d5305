import { FieldName } from '@/components/sandbox/field-name'
import { Badge } from '@/components/ui/badge'
import { Money } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { CallbackEventView, CallbackFieldView, DeliveryView } from '@/lib/server/callbacks/log/views'

/** Every field of the content that stands: what it is, how it came, and how it was read. */
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
          <thead className="max-sm:hidden">
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

/** The amount, where a person set it. */
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
    <tr className="max-sm:block max-sm:border-b max-sm:border-line max-sm:py-2 last:border-b-0">
      <Th scope="row" className={`whitespace-normal! sm:min-w-44 max-sm:block ${STACKED}`}>
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
      <Td className={`sm:min-w-32 max-sm:flex max-sm:gap-2 ${STACKED}`}>
        <Narrow>As received</Narrow>
        {text === '' ? (
          <i className="text-muted">empty</i>
        ) : (
          <bdi className="block max-h-40 overflow-y-auto font-mono text-xs whitespace-pre-wrap wrap-anywhere">
            {text}
          </bdi>
        )}
      </Td>
      <Td className={`sm:min-w-32 max-sm:flex max-sm:gap-2 ${STACKED}`}>
        <Narrow>Interpreted as</Narrow>
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

/** Where a page is narrow the cells of a row stand below each other, and say themselves what they are. */
const STACKED = 'max-sm:border-b-0 max-sm:px-4 max-sm:py-0.5'

function Narrow({ children }: { children: string }) {
  return <span className="w-20 shrink-0 text-xs text-faint sm:hidden">{children}</span>
}
