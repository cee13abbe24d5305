import { DateTime } from '@/components/ui/date-time'
import { Panel } from '@/components/ui/panel'
import type { CommentSubject } from '@/lib/domain/comments/subject'
import type { CommentPartView, CommentsView, CommentView } from '@/lib/server/comments/views'
import { CommentBox, OwnComment } from './comment-controls'

/** What people wrote to each other about the subject of a page, oldest first, and where they write. */
export function Comments({ view }: { view: CommentsView | null }) {
  if (view === null) return null
  const { comments, subject, isMore } = view
  return (
    <section id="comments" tabIndex={-1} aria-label="Comments" className="min-w-0 rounded-lg print:hidden">
      <Panel title={comments.length === 0 ? 'Comments' : `Comments (${comments.length})`}>
        {isMore && (
          <p className="mb-3 text-sm text-muted">Only the latest {comments.length} comments are shown.</p>
        )}
        {comments.length > 0 && (
          <ol className="mb-4 flex flex-col gap-4">
            {comments.map((comment) => (
              <Comment key={comment.id} comment={comment} subject={subject} />
            ))}
          </ol>
        )}
        <CommentBox key={`${subject.type} ${subject.id}`} subject={subject} draft={view.draft} />
      </Panel>
    </section>
  )
}

/** By this id a notification leads to it. */
function Comment({ comment, subject }: { comment: CommentView; subject: CommentSubject }) {
  const { id, by, at, editedAt, removed, parts } = comment
  if (removed)
    return (
      <li id={`comment-${id}`} tabIndex={-1} className={PLACE}>
        <p className="text-sm text-muted">
          <bdi>{by}</bdi>, <DateTime at={at} />. Removed by <bdi>{removed.by}</bdi>,{' '}
          <DateTime at={removed.at} />.
        </p>
      </li>
    )
  return (
    <li id={`comment-${id}`} tabIndex={-1} className={PLACE}>
      <p className="text-sm text-muted">
        <bdi className="font-medium text-ink">{by}</bdi>, <DateTime at={at} />
        {editedAt && ' · Edited'}
      </p>
      <OwnComment comment={comment} subject={subject}>
        <p dir="auto" className="break-words whitespace-pre-wrap">
          <Parts parts={parts} />
        </p>
      </OwnComment>
    </li>
  )
}

/** Below the bar at the top, and not under it, where an address leads here. */
const PLACE = 'min-w-0 rounded-md scroll-mt-24 target:bg-accent-soft'

/** Text alone: nothing in it becomes a link or markup. */
function Parts({ parts }: { parts: readonly CommentPartView[] }) {
  return parts.map((part, index) => {
    // Parts have no names of their own, and never change their order.
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
