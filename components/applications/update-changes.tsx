import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { CopyableId } from '@/components/ui/copyable-id'
import { DateTime } from '@/components/ui/date-time'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { Tone } from '@/components/ui/tone'
import { ITEM_RECORD_TYPES } from '@/lib/domain/application/partner-records'
import type { ItemEffect } from '@/lib/domain/application/update-plan'
import type { UpdateView } from '@/lib/server/applications/loaders'
import { EmptyAtPartner } from './empty-at-partner'
import { RecordIdForm } from './record-id-form'
import { RECORDS_PATH } from './review-step-links'

/** What an update changes at the partner, field by field, and for each contact and account. */
export function UpdateChanges({
  applicationId,
  update,
  isAdopted,
  mayEnterIds,
  mayWrite,
}: {
  applicationId: string
  update: UpdateView
  /** The partner had it first, so what it holds is not known. */
  isAdopted: boolean
  mayEnterIds: boolean
  mayWrite: boolean
}) {
  const { differences, items, sentAt } = update
  const isFirst = isAdopted && update.revision <= 2
  const special = items.filter(({ effect }) => effect !== 'update')
  return (
    <>
      <Panel
        title={
          isFirst
            ? `${differences.length} ${differences.length === 1 ? 'value' : 'values'} to send`
            : differences.length === 1
              ? '1 change since it was sent'
              : `${differences.length} changes since it was sent`
        }
        description={
          isFirst ? (
            'It is unknown what the partner holds. Only these values are sent; the others stay as they are there.'
          ) : sentAt ? (
            <>
              Against what the partner took, <DateTime at={sentAt} />
            </>
          ) : (
            'It was sent before the desk kept copies: what changed since cannot be shown field by field.'
          )
        }
        flush
      >
        {differences.length > 0 && (
          <DifferenceTable
            applicationId={applicationId}
            update={update}
            isAdopted={isAdopted}
            mayWrite={mayWrite}
          />
        )}
      </Panel>
      {special.length > 0 && (
        <div id={RECORDS_PATH} className="scroll-mt-20">
          <Panel title="What the update does to people and accounts" flush>
            <ul>
              {special.map((item) => (
                <ItemLine key={`${item.section} ${item.itemId}`} item={item}>
                  {mayEnterIds && (item.effect === 'unclear' || (isAdopted && item.effect === 'create')) && (
                    <RecordIdForm
                      applicationId={applicationId}
                      record={{ ...item, objectType: ITEM_RECORD_TYPES[item.section] }}
                    />
                  )}
                </ItemLine>
              ))}
            </ul>
          </Panel>
        </div>
      )}
    </>
  )
}

function DifferenceTable({
  applicationId,
  update: { differences, canEmpty, emptied },
  isAdopted,
  mayWrite,
}: {
  applicationId: string
  update: UpdateView
  isAdopted: boolean
  mayWrite: boolean
}) {
  return (
    <Table label="Changes since it was sent">
      <thead>
        <tr>
          <Th>Field</Th>
          <Th>Partner has</Th>
          <Th>New value</Th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ path, label, before, after }) => (
          <tr key={path}>
            <Th scope="row" className="min-w-40">
              {label}
            </Th>
            <Td className="min-w-32 break-words whitespace-pre-wrap">
              {before !== '' ? (
                <bdi>{before}</bdi>
              ) : isAdopted && !isWholeItem(path) ? (
                <span className="text-muted">Not known</span>
              ) : (
                <Nothing />
              )}
            </Td>
            <Td className="min-w-32 break-words whitespace-pre-wrap">
              {after === '' ? <Nothing /> : <bdi>{after}</bdi>}
              {after === before && <span className="block text-muted">Changed (hidden)</span>}
              {canEmpty.includes(path) && (
                <EmptyAtPartner
                  applicationId={applicationId}
                  path={path}
                  label={label}
                  emptied={emptied.includes(path)}
                  mayWrite={mayWrite}
                />
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const isWholeItem = (path: string): boolean => /#[^.]*$/.test(path)

function Nothing() {
  return (
    <span className="text-faint">
      <span aria-hidden="true">–</span>
      <span className="sr-only">nothing</span>
    </span>
  )
}

const EFFECTS: Record<ItemEffect['effect'], { tone: Tone; label: string; meaning: string }> = {
  update: { tone: 'neutral', label: 'Updated', meaning: 'Its record is changed.' },
  create: { tone: 'good', label: 'Created', meaning: 'The partner makes a new record.' },
  left: {
    tone: 'warn',
    label: 'Stays at the partner',
    meaning: 'Removed here; the interface has no way to remove its record. Ask the partner to.',
  },
  unclear: {
    tone: 'bad',
    label: 'Record ID missing',
    meaning:
      'The partner has it, and under which id is not known here: it cannot be sent until the id is entered, or the item taken out.',
  },
}

function ItemLine({
  item: { effect, name, section, recordId },
  children,
}: {
  item: ItemEffect
  children: ReactNode
}) {
  const { tone, label, meaning } = EFFECTS[effect]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0">
      <Badge tone={tone}>{label}</Badge>
      <span className="font-medium">
        <bdi>{name}</bdi>
      </span>
      <span className="text-sm text-muted">{section === 'contacts' ? 'Contact' : 'Bank account'}</span>
      <span className="flex items-center gap-1 text-sm text-muted">
        <ArrowRight className="size-3.5" aria-hidden="true" />
        {meaning}
      </span>
      {recordId && <CopyableId value={recordId} label={`record ID of ${name}`} />}
      {children}
    </li>
  )
}
