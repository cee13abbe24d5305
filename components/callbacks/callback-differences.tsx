import { FieldName } from '@/components/sandbox/field-name'
import { Badge } from '@/components/ui/badge'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { CallbackEventView } from '@/lib/server/callbacks/log/views'
import { contentsOf } from './conflict-contents'

/** The fields in which the deliveries of one transaction differ, side by side. */
export function CallbackDifferences({ event }: { event: CallbackEventView }) {
  const contents = contentsOf(event)
  return (
    <Panel
      title="Differences"
      description={
        event.state === 'conflict'
          ? 'All other fields are the same.'
          : 'Resolved. All other fields are the same.'
      }
      flush
    >
      <Table label="Differences">
        <thead>
          <tr>
            <Th>Field</Th>
            {contents.map(({ n, stands }) => (
              <Th key={n}>
                Delivery {n}{' '}
                {stands && <Badge tone={event.state === 'conflict' ? 'neutral' : 'good'}>current</Badge>}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {event.differences.map(({ name }, at) => (
            <tr key={name}>
              <Th scope="row">
                <FieldName name={name} />
              </Th>
              {contents.map(({ n, texts }) => {
                const text = texts[at]?.text ?? null
                return (
                  <Td key={n} className="min-w-40">
                    {text === null ? (
                      <i className="text-muted">missing</i>
                    ) : (
                      <bdi className="whitespace-pre-wrap wrap-anywhere">{text || '(empty)'}</bdi>
                    )}
                  </Td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}
