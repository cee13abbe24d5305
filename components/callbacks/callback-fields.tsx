import { FieldName } from '@/components/sandbox/field-name'
import { Badge } from '@/components/ui/badge'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { CallbackFieldView, DeliveryView } from '@/lib/server/callbacks/views'

/** Every field of the content that stands: what it is, how it came, and how it was read. */
export function CallbackFields({ delivery, deliveries }: { delivery: DeliveryView; deliveries: number }) {
  const known = delivery.fields.filter(({ label }) => label !== null)
  const unknown = delivery.fields.filter(({ label }) => label === null)
  return (
    <Panel
      title="Fields"
      description={
        deliveries === 1
          ? 'What came, and how it is read.'
          : `What came, and how it is read: of delivery ${delivery.n}, which stands.`
      }
      flush
    >
      {delivery.fields.length === 0 ? (
        <p className="px-4 py-3 text-sm text-muted">There is no field in it.</p>
      ) : (
        <Table label="Fields">
          <thead>
            <tr>
              <Th>Field</Th>
              <Th>As it came</Th>
              <Th>Read as</Th>
            </tr>
          </thead>
          <tbody>
            {known.map((field, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and the order never changes
              <FieldRow key={at} field={field} />
            ))}
            {unknown.length > 0 && (
              <tr>
                <Th colSpan={3} scope="rowgroup" className="bg-sunken text-xs font-medium text-muted">
                  Fields that the interface does not show: kept as they came
                </Th>
              </tr>
            )}
            {unknown.map((field, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and the order never changes
              <FieldRow key={at} field={field} />
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}

function FieldRow({
  field: { name, text, label, explanation, reading, manner },
}: {
  field: CallbackFieldView
}) {
  return (
    <tr>
      <Th scope="row" className="min-w-44">
        <span className="block">{label ?? <bdi className="wrap-anywhere">{name || '(no name)'}</bdi>}</span>
        {explanation && <span className="block text-xs font-normal text-muted">{explanation}</span>}
        {label !== null && (
          <span className="block font-normal text-faint">
            <FieldName name={name} />
          </span>
        )}
      </Th>
      <Td className="min-w-32">
        {text === '' ? (
          <i className="text-muted">empty</i>
        ) : (
          <bdi className="block max-h-40 overflow-y-auto font-mono text-xs whitespace-pre-wrap wrap-anywhere">
            {text}
          </bdi>
        )}
      </Td>
      <Td className="min-w-32">
        {manner === 'unreadable' ? (
          <Badge tone="bad">not readable</Badge>
        ) : (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            {reading === null ? <span className="text-muted">as it came</span> : <bdi>{reading}</bdi>}
            {manner === 'lenient' && (
              <span title="Not written as the interface has it, and still without a doubt">
                <Badge tone="warn">read leniently</Badge>
              </span>
            )}
          </span>
        )}
      </Td>
    </tr>
  )
}
