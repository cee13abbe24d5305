'use client'

import { useRef } from 'react'
import { StaleNotice } from '@/components/shell/stale-notice'
import { Badge } from '@/components/ui/badge'
import { DateTime } from '@/components/ui/date-time'
import { Panel } from '@/components/ui/panel'
import type { CommentSubject } from '@/lib/domain/comments/subject'
import type { CommentPartView, CommentsView, CommentView } from '@/lib/server/comments/views'
import { CommentBox, OwnComment } from './comment-controls'
import { useLiveComments } from './use-live-comments'

/** The comments on a page's subject, oldest first, and the box for a new one. */
export const Comments = ({ view }: { view: CommentsView | null }) =>
  view && <LiveComments key={`${view.subject.type} ${view.subject.id}`} view={view} />

function LiveComments({ view }: { view: CommentsView }) {
  const { subject } = view
  const place = useRef<HTMLElement>(null)
  const { comments, isMore, fresh, problem } = useLiveComments(view, place)
  return (
    <section
      ref={place}
      id="comments"
      tabIndex={-1}
      aria-label="Comments"
      className="min-w-0 rounded-lg print:hidden"
    >
      <Panel title={comments.length === 0 ? 'Comments' : `Comments (${comments.length})`}>
        <div className="-mx-4 -mt-4 mb-4">
          <StaleNotice problem={problem} />
        </div>
        {isMore && (
          <p className="mb-3 text-sm text-muted">Only the latest {comments.length} comments are shown.</p>
        )}
        {comments.length > 0 && (
          <ol className="mb-4 flex flex-col gap-4">
            {comments.map((comment) => (
              <Comment
                key={comment.id}
                comment={comment}
                subject={subject}
                isNew={fresh.has(comment.id) && !comment.removed}
              />
            ))}
          </ol>
        )}
        <CommentBox subject={subject} draft={view.draft} />
      </Panel>
    </section>
  )
}

/** Notifications link to this ID. */
function Comment({
  comment,
  subject,
  isNew,
}: {
  comment: CommentView
  subject: CommentSubject
  isNew: boolean
}) {
  const { id, by, at, editedAt, removed, parts } = comment
  return (
    <li id={`comment-${id}`} tabIndex={-1} className={PLACE}>
      <div className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <p>
          <bdi className={removed ? undefined : 'font-medium text-ink'}>{by}</bdi>, <DateTime at={at} />
          {removed && (
            <>
              . Removed by <bdi>{removed.by}</bdi>, <DateTime at={removed.at} />.
            </>
          )}
          {editedAt && !removed && ' · Edited'}
        </p>
        {isNew && <Badge tone="progress">New</Badge>}
      </div>
      <OwnComment comment={comment} subject={subject}>
        {!removed && (
          <p dir="auto" className="break-words whitespace-pre-wrap">
            <Parts parts={parts} />
          </p>
        )}
      </OwnComment>
    </li>
  )
}

/** Keeps a linked comment below the sticky top bar. */
const PLACE = 'min-w-0 rounded-md scroll-mt-24 target:bg-accent-soft'

/** Plain text: nothing in it becomes a link or markup. */
function Parts({ parts }: { parts: readonly CommentPartView[] }) {
  return parts.map((part, index) => {
    // Parts have no other key, and their order never changes.
    const key = `${index}`
    return 'text' in part ? (
      <bdi key={key}>{part.text}</bdi>
    ) : (
      <bdi
        key={key}
        className={part.isMe ? 'rounded-sm bg-accent-soft font-semibold' : 'font-medium text-accent-ink'}
      >
        @{part.mention}
      </bdi>
    )
  })
}
