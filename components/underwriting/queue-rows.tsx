import type { ReactNode } from 'react'
import { type Column, defineColumns } from '@/components/lists/columns'
import { Badge, StatusBadge } from '@/components/ui/badge'
import { DateTime } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import { wholeMoneyText } from '@/components/ui/money'
import { KIND_LABELS } from '@/lib/domain/application/kind-labels'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import type { QueueView } from '@/lib/server/underwriting/loaders'
import { SignalCount } from './signal-count'
import { TimeUsed } from './time-used'

export type QueueRow = QueueView['items'][number]

/** `actionsOf`: a case's actions; null for people who can only read. */
export const queueColumns = (
  { hoursAllowed, me }: Pick<QueueView, 'hoursAllowed' | 'me'>,
  actionsOf: ((item: QueueRow) => ReactNode) | null,
): readonly Column<QueueRow>[] =>
  defineColumns<QueueRow>([
    {
      id: 'number',
      title: 'Number',
      card: 'subtitle',
      className: 'whitespace-nowrap',
      cell: (item) => <CaseNumber item={item} />,
    },
    {
      id: 'merchant',
      title: 'Merchant',
      card: 'title',
      className: 'min-w-44',
      cell: (item) => <Merchant item={item} me={me} />,
    },
    {
      id: 'volume',
      title: 'Monthly volume',
      numeric: true,
      cell: ({ monthlyVolume, documents, signals }) => (
        <>
          {monthlyVolume && wholeMoneyText(monthlyVolume)}
          <span className="block whitespace-nowrap text-muted">
            {documents === 0 ? 'No documents' : counted(documents, 'document')}
          </span>
          {signals && (
            <span className="block">
              <SignalCount counts={signals} />
            </span>
          )}
        </>
      ),
    },
    {
      id: 'handed-over',
      title: 'Sent',
      cell: ({ handedOverAt, handedOverBy, answeredAt }) => (
        <>
          <DateTime at={handedOverAt} /> <bdi className="list-second-name">{handedOverBy}</bdi>
          {answeredAt && (
            <span className="block text-muted">
              Answered <DateTime at={answeredAt} />
            </span>
          )}
        </>
      ),
    },
    {
      id: 'time',
      title: 'Time with us',
      cell: ({ usedMs, running, handOvers }) => (
        <TimeUsed usedMs={usedMs} hoursAllowed={hoursAllowed} running={running} handOvers={handOvers} />
      ),
    },
    {
      id: 'underwriter',
      title: 'Underwriter',
      cell: (item) => <Underwriter item={item} me={me} />,
    },
    ...(actionsOf
      ? [
          {
            id: 'actions',
            title: <span className="sr-only">Actions</span>,
            card: 'actions' as const,
            className: 'w-px',
            cell: actionsOf,
          },
        ]
      : []),
  ])

function CaseNumber({ item: { applicationId, number, kind } }: { item: QueueRow }) {
  return (
    <span className="flex items-center gap-2">
      <Link
        href={routes.underwritingCase(applicationId)}
        className="rounded-sm text-accent-ink underline-offset-2 hover:underline"
      >
        A-{number}
      </Link>
      <span title={KIND_LABELS[kind].name}>
        <Badge tone={kind === 'full' ? 'progress' : 'neutral'}>{KIND_LABELS[kind].short}</Badge>
      </span>
    </span>
  )
}

function Merchant({
  item: { applicationId, name, legalName, ownership, status, round, isOwn, modeChanged, decidedFirst },
  me,
}: {
  item: QueueRow
  me: string
}) {
  return (
    <>
      <Link
        href={routes.underwritingCase(applicationId)}
        className="line-clamp-2 rounded-sm break-words text-accent-ink underline-offset-2 hover:underline"
      >
        <bdi>{name}</bdi>
      </Link>
      <span className="line-clamp-2 font-normal break-words text-muted">
        {legalName !== '' && legalName !== name && (
          <>
            <bdi>{legalName}</bdi>
            {ownership !== '' && ' · '}
          </>
        )}
        {ownership}
      </span>
      {(status === 'info-requested' || round > 1 || isOwn || modeChanged || decidedFirst) && (
        <span className="mt-1 flex flex-wrap gap-1 font-normal">
          {status === 'info-requested' && <StatusBadge tone="warn">Waiting on onboarding</StatusBadge>}
          {modeChanged && <Badge tone="warn">Underwriting mode changed</Badge>}
          {round > 1 && <Badge>Round {round}</Badge>}
          {decidedFirst && (
            <Badge tone="progress">
              {decidedFirst.id === me ? 'You decided first' : `Second decision, after ${decidedFirst.name}`}
            </Badge>
          )}
          {isOwn && <Badge tone="warn">You worked on this</Badge>}
        </span>
      )}
    </>
  )
}

function Underwriter({ item: { underwriter }, me }: { item: QueueRow; me: string }) {
  if (!underwriter) return <span className="text-muted">Unassigned</span>
  return underwriter.id === me ? <span className="font-medium">You</span> : <bdi>{underwriter.name}</bdi>
}
