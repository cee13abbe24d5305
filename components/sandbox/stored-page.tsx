import { ChevronRight, Paperclip } from 'lucide-react'
import { sizeText } from '@/components/documents/document-words'
import { PageHeader } from '@/components/shell/page-header'
import { Badge, StatusBadge } from '@/components/ui/badge'
import { CopyableId } from '@/components/ui/copyable-id'
import { DateTime } from '@/components/ui/date-time'
import { Description, DescriptionList } from '@/components/ui/description-list'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import { routes } from '@/lib/routes'
import type { StoredApplicationView } from '@/lib/server/sandbox/loaders'
import type { FieldValue, StoredRecord } from '@/lib/server/sandbox/stored-application'
import { BodyText } from './body-text'
import { FieldName } from './field-name'
import { readableBody } from './readable-body'
import { kindLabel, stageTone } from './sandbox-labels'
import { StagePanel } from './stage-panel'

/** Everything that the simulated partner holds of an application, in its own names. */
export function StoredPage({ held }: { held: StoredApplicationView }) {
  const { kind, stage, title, createdAt, updatedAt, records, attachments, received } = held
  const groups = [...Map.groupBy(records, ({ member }) => member)]
  return (
    <>
      <PageHeader
        title={<bdi>{title}</bdi>}
        back={{ href: routes.sandboxPages.applications, label: 'Applications held by the sandbox' }}
        badges={
          <>
            {kind !== null && <Badge>{kindLabel(kind)}</Badge>}
            <StatusBadge tone={stageTone(stage)}>{stage}</StatusBadge>
          </>
        }
        subtitle={
          <>
            Created <DateTime at={createdAt} seconds /> · last change <DateTime at={updatedAt} seconds />
          </>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4 lg:order-last">
          <StagePanel opportunityId={held.id} stage={stage} />
          <Identifiers held={held} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {groups.map(([member, members]) => (
            <RecordsPanel key={member} member={member} records={members} />
          ))}
          <Attachments attachments={attachments} />
          <Received bodies={received} />
        </div>
      </div>
    </>
  )
}

function Identifiers({ held: { id, accountId, own } }: { held: StoredApplicationView }) {
  return (
    <Panel title="Identifiers">
      <dl className="flex flex-col gap-2 text-sm">
        <div>
          <dt className="text-muted">Opportunity</dt>
          <dd>
            <CopyableId value={id} label="opportunity id" />
          </dd>
        </div>
        <div>
          <dt className="text-muted">Account</dt>
          <dd>
            <CopyableId value={accountId} label="account id" />
          </dd>
        </div>
        <div>
          <dt className="text-muted">In the desk</dt>
          <dd>
            {own ? (
              <Link
                href={routes.application(own.id)}
                className="rounded-sm text-accent-ink underline underline-offset-2"
              >
                Application A-{own.number}
              </Link>
            ) : (
              'None: another client sent it, or its outcome is unknown to the desk.'
            )}
          </dd>
        </div>
      </dl>
    </Panel>
  )
}

/** The members of an application's body. An unknown one keeps the partner's name. */
const MEMBERS: Readonly<Record<string, { title: string; one: string }>> = {
  Opp: { title: 'Opportunity', one: 'Opportunity' },
  Mer: { title: 'Account', one: 'Account' },
  lstContact: { title: 'Contacts', one: 'Contact' },
  lstBens: { title: 'Beneficial owners', one: 'Beneficial owner' },
  lstbussCheckAcc: { title: 'Checking accounts', one: 'Checking account' },
  Quote: { title: 'Quote', one: 'Quote' },
  Lstqli: { title: 'Quote line items', one: 'Line item' },
}

function RecordsPanel({ member, records }: { member: string; records: readonly StoredRecord[] }) {
  const { title, one } = MEMBERS[member] ?? { title: member, one: member }
  const single = records.length === 1 && title === one
  return (
    <Panel title={single ? title : `${title} (${records.length})`} flush>
      {records.map((record, index) => (
        <section
          key={record.id ?? index}
          aria-label={single ? title : `${one} ${index + 1}`}
          className="border-b border-line px-4 py-3 last:border-b-0"
        >
          {!single && (
            <h3 className="mb-1 flex flex-wrap items-baseline gap-x-3 text-sm font-semibold">
              {one} {index + 1}
              {record.id !== null && (
                <span className="font-normal">
                  <CopyableId value={record.id} label={`record ID of ${one.toLowerCase()} ${index + 1}`} />
                </span>
              )}
            </h3>
          )}
          {record.fields.length > 0 ? (
            <DescriptionList columns={2}>
              {record.fields.map(({ name, value }) => (
                <Description key={name} term={<FieldName name={name} />}>
                  <Value value={value} />
                </Description>
              ))}
            </DescriptionList>
          ) : (
            <p className="text-sm text-muted">
              {single && record.id !== null ? (
                <>
                  Its ID alone: <CopyableId value={record.id} label={`record ID of ${one.toLowerCase()}`} />
                </>
              ) : (
                'No fields besides its ID.'
              )}
            </p>
          )}
        </section>
      ))}
    </Panel>
  )
}

/** Text as it is. Values that were sent without quotes are distinguished by color. */
function Value({ value }: { value: FieldValue }) {
  if (value === null || value === '') return null
  return typeof value === 'string' ? (
    <bdi className="whitespace-pre-wrap">{value}</bdi>
  ) : (
    <span className="text-accent-ink">{String(value)}</span>
  )
}

function Attachments({ attachments }: { attachments: StoredApplicationView['attachments'] }) {
  return (
    <Panel title={`Attachments (${attachments.length})`} flush>
      {attachments.length === 0 ? (
        <EmptyState icon={<Paperclip />} title="No attachments">
          Delivered documents appear here with their hashes. Their content is not kept.
        </EmptyState>
      ) : (
        <Table label="Attachments">
          <thead>
            <tr>
              <Th>Name</Th>
              <Th numeric>Size</Th>
              <Th>Record ID</Th>
              <Th>SHA-256 of the content</Th>
            </tr>
          </thead>
          <tbody>
            {attachments.map(({ id, name, sizeBytes, sha256 }) => (
              <tr key={id}>
                <Th scope="row" className="min-w-40">
                  <bdi className="break-words">{name}</bdi>
                </Th>
                <Td numeric>{sizeText(sizeBytes)}</Td>
                <Td>
                  <CopyableId value={id} label={`record ID of ${name}`} />
                </Td>
                <Td className="min-w-64">
                  <CopyableId value={sha256} label={`SHA-256 of ${name}`} />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}

/** Every request body that created or changed this application. */
function Received({ bodies }: { bodies: readonly string[] }) {
  return (
    <Panel title={`Received (${bodies.length})`} description="Oldest first, identities masked." flush>
      {bodies.map((body, index) => (
        <details
          // biome-ignore lint/suspicious/noArrayIndexKey: what was received never changes its order
          key={index}
          className="group border-b border-line last:border-b-0"
        >
          <summary className="flex min-h-11 items-center gap-2 px-4 py-2 focus-visible:-outline-offset-2">
            <ChevronRight className="size-4 text-muted group-open:rotate-90" aria-hidden="true" />
            Body {index + 1}
            <span className="text-sm text-muted">{index === 0 ? 'the create' : 'an update'}</span>
          </summary>
          <div className="px-4 pb-3">
            <BodyText label={`Body ${index + 1}`} text={readableBody(body, 'application')} />
          </div>
        </details>
      ))}
    </Panel>
  )
}
