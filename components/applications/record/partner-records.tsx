import { StatusBadge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { CopyableId } from '@/components/ui/copyable-id'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { AttemptView } from '@/lib/server/applications/loaders'
import { recordKind } from '../record-kind'

/** The partner's answer, one row per record. */
export function RecordResults({ attempt }: { attempt: AttemptView }) {
  const { results } = attempt
  const accepted = results.filter(({ success }) => success).length
  return (
    <Panel
      title="Partner records"
      description={
        accepted === results.length
          ? `${accepted} of ${results.length} records accepted`
          : `${accepted} of ${results.length} records accepted, ${results.length - accepted} rejected`
      }
      flush
    >
      <Table label="Records of the answer">
        <thead>
          <tr>
            <Th>Record</Th>
            <Th>Result</Th>
            <Th>Record ID</Th>
          </tr>
        </thead>
        <tbody>
          {results.map(({ name, objectType, sourceId, recordId, success, message, enteredId }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a stored answer never changes its order
            <tr key={index}>
              <Th scope="row">
                <bdi className="break-words" title={sourceId ? `Source id ${sourceId}` : undefined}>
                  {name}
                </bdi>
                <span className="block font-normal text-muted">{recordKind(objectType)}</span>
                {message && (
                  <bdi
                    className={classNames(
                      'block font-normal break-words',
                      success ? 'text-muted' : 'text-bad-ink',
                    )}
                  >
                    {message}
                  </bdi>
                )}
              </Th>
              <Td>
                <StatusBadge tone={success ? 'good' : 'bad'}>{success ? 'Accepted' : 'Rejected'}</StatusBadge>
                {enteredId && <span className="block text-sm text-muted">made since by the partner</span>}
              </Td>
              <Td>
                <KnownId value={recordId ?? enteredId} name={name} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}

const KnownId = ({ value, name }: { value: string | null; name: string }) =>
  value && <CopyableId value={value} label={`record ID of ${name}`} />
