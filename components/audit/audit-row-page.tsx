import { PageHeader } from '@/components/shell/page-header'
import { CopyableId } from '@/components/ui/copyable-id'
import { DateTime } from '@/components/ui/date-time'
import { Description, DescriptionList } from '@/components/ui/description-list'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import { auditLabel } from '@/lib/domain/audit/audit-labels'
import { routes } from '@/lib/routes'
import type { AuditRowView } from '@/lib/server/audit-log/views'
import { auditAddress } from './audit-address'
import { AuditSubject } from './audit-subject'

export const AuditRowPage = ({ row }: { row: AuditRowView }) => (
  <>
    <PageHeader
      title={auditLabel(row.action)}
      back={{ href: routes.audit, label: 'Audit log' }}
      subtitle={`Row ${row.id}`}
    />
    <div className="flex flex-col gap-4">
      <Panel title="Row">
        <DescriptionList columns={2}>
          <Description term="Time">
            <DateTime at={row.at} seconds />
          </Description>
          <Description term="Person">
            {row.by ? (
              <Link href={auditAddress({ person: row.by.id })} className="link">
                <bdi>{row.by.name}</bdi>
              </Link>
            ) : (
              'The desk'
            )}
          </Description>
          <Description term="Subject">
            <AuditSubject subject={row.subject} />
          </Description>
          <Description term="Subject ID">
            <Link href={auditAddress({ search: row.subject.id })} className="link">
              <code className="text-sm">{row.subject.id}</code>
            </Link>
          </Description>
          <Description term="Address">
            {row.address && (
              <Link href={auditAddress({ search: row.address })} className="link">
                <code className="text-sm">{row.address}</code>
              </Link>
            )}
          </Description>
          <Description term="Request">
            <Link href={auditAddress({ search: row.requestId })} className="link">
              <code className="text-sm">{row.requestId}</code>
            </Link>
          </Description>
          <Description term="Seal">
            {row.seal ? (
              <>
                {row.seal.seq.toLocaleString('en-US')}, <DateTime at={row.seal.sealedAt} />
                <CopyableId value={row.seal.seal} label="seal" />
              </>
            ) : (
              'Not sealed yet'
            )}
          </Description>
        </DescriptionList>
      </Panel>
      {row.changes.length > 0 && (
        <Panel title="Changes" flush>
          <Table label="Changes">
            <thead>
              <tr>
                <Th>Field</Th>
                <Th>Before</Th>
                <Th>After</Th>
              </tr>
            </thead>
            <tbody>
              {row.changes.map(({ label, before, after }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change, and several may say the same
                <tr key={index}>
                  <Th scope="row">{label}</Th>
                  <Td className="wrap-anywhere">{before ? <del>{before}</del> : <Blank />}</Td>
                  <Td className="wrap-anywhere">{after ? <ins>{after}</ins> : <Blank />}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Panel>
      )}
      {row.facts.length > 0 && (
        <Panel title="Detail">
          <DescriptionList>
            {row.facts.map(({ label, value }) => (
              <Description key={label} term={label}>
                {value && <bdi className="wrap-anywhere">{value}</bdi>}
              </Description>
            ))}
          </DescriptionList>
        </Panel>
      )}
      <details className="rounded-lg border border-line bg-surface px-4 py-2.5">
        <summary className="cursor-pointer text-sm font-medium">As stored</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard */}
        <pre tabIndex={0} className="mt-2 max-h-96 overflow-auto text-xs">
          {row.raw}
        </pre>
      </details>
    </div>
  </>
)

const Blank = () => <span className="text-faint">blank</span>
