import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import type { Tone } from '@/components/ui/tone'
import type { RequestItemState } from '@/lib/domain/underwriting/request-items'
import { counted } from '@/lib/domain/values/counted'
import type { AnsweredItem } from './answered-items'

const REJECTED = { label: 'Document rejected', tone: 'bad' } as const

const STATE_TEXTS: Readonly<Record<RequestItemState, { label: string; tone: Tone }>> = {
  open: { label: 'Asked', tone: 'warn' },
  answered: { label: 'Answered', tone: 'progress' },
  unanswered: { label: 'Not answered', tone: 'warn' },
  accepted: { label: 'Accepted', tone: 'good' },
  again: { label: 'Asked again', tone: 'warn' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
}

export function ItemAnswer({ answered }: { answered: AnsweredItem }) {
  const { item, differences, documents } = answered
  const { label, tone } = answered.isRejected ? REJECTED : STATE_TEXTS[item.state]
  const isTouched = differences.length > 0 || documents.length > 0
  return (
    <div className="min-w-0 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="text-base font-medium break-words">{item.label}</bdi>
        <Badge tone={tone}>{label}</Badge>
        {item.count !== undefined && (
          <span className="text-muted">
            {item.filled === undefined
              ? counted(item.count, 'document')
              : `${item.filled} of ${item.count} added`}
          </span>
        )}
      </p>
      <p className="break-words whitespace-pre-line text-muted">
        <bdi>{item.note}</bdi>
      </p>
      {item.answer && (
        <p className="mt-1 rounded-md bg-sunken px-2.5 py-1.5 break-words whitespace-pre-line">
          <span className="block text-xs text-muted">Onboarding answered</span>
          <bdi>{item.answer}</bdi>
        </p>
      )}
      {isTouched && (
        <ul className="mt-1 flex flex-col gap-1">
          {differences.map(({ path, label: where, before, after }) => (
            <li key={path} className="rounded-md border border-line px-2.5 py-1.5 break-words">
              <span className="block text-xs text-muted">{where}</span>
              <del className="text-muted">
                <bdi>{before || 'nothing'}</bdi>
              </del>{' '}
              →{' '}
              <ins className="font-medium no-underline">
                <bdi>{after || 'nothing'}</bdi>
              </ins>
              {before === after && <span className="block text-muted">Changed (hidden)</span>}
            </li>
          ))}
          {documents.map(({ name, isRejected }) => (
            <li key={name} className="rounded-md border border-line px-2.5 py-1.5 break-words">
              <span className={classNames('block text-xs', isRejected ? 'text-bad-ink' : 'text-muted')}>
                {isRejected ? 'Document added, rejected since' : 'Document added'}
              </span>
              <bdi className="font-medium">{name}</bdi>
            </li>
          ))}
        </ul>
      )}
      {item.state === 'unanswered' && (
        <p className="mt-1 text-warn-ink">Onboarding returned the case without answering this.</p>
      )}
    </div>
  )
}
