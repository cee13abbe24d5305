'use client'

import { MessageSquare } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import type { CommentSubject, CommentSubjectType } from '@/lib/domain/comments/subject'
import type { CommentsView, CommentView } from '@/lib/server/comments/views'

/** Loaded when someone starts writing, because comments are read far more often. */
const load = () => import('./comment-composer')
const NewComment = dynamic(
  () =>
    load()
      .then((file) => file.NewComment)
      .catch(notLoaded),
  { loading: () => null },
)
const EditComment = dynamic(
  () =>
    load()
      .then((file) => file.EditComment)
      .catch(notLoaded),
  { loading: () => null },
)
const RemoveComment = dynamic(
  () =>
    load()
      .then((file) => file.RemoveComment)
      .catch(notLoaded),
  { loading: () => null },
)

const WHO_SEES: Readonly<Record<CommentSubjectType, string>> = {
  application: 'Visible to everyone who can open this application.',
  'funding-batch': 'Visible to everyone who can open this batch.',
  callback: 'Visible to everyone who can open this callback.',
}

/** The box for a comment, open at once if there is unsent text. */
export function CommentBox({ subject, draft }: { subject: CommentSubject; draft: CommentsView['draft'] }) {
  const [open, setOpen] = useState(draft !== null)
  if (open) return <NewComment subject={subject} draft={draft} hint={WHO_SEES[subject.type]} />
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button onClick={() => setOpen(true)} onPointerEnter={() => void load()} onFocus={() => void load()}>
        <MessageSquare aria-hidden="true" /> Add comment
      </Button>
      <p className="text-sm text-muted">{WHO_SEES[subject.type]}</p>
    </div>
  )
}

/** A comment's text and the reader's actions. */
export function OwnComment({
  comment,
  subject,
  children,
}: {
  comment: CommentView
  subject: CommentSubject
  children: ReactNode
}) {
  const [editing, setEditing] = useState<CommentView | null>(null)
  const [removing, setRemoving] = useState(false)
  // The comment as it was when editing began: meanwhile it may be removed or expire.
  if (editing && editing.editable !== null)
    return (
      <EditComment
        comment={editing}
        subject={subject}
        text={editing.editable}
        onClose={() => setEditing(null)}
      />
    )
  return (
    <>
      {children}
      {(comment.editable !== null || comment.mayRemove) && (
        <div className="-ms-2 flex gap-1">
          {comment.editable !== null && (
            <Button size="small" variant="ghost" onClick={() => setEditing(comment)}>
              Edit
            </Button>
          )}
          {comment.mayRemove && (
            <Button size="small" variant="ghost" onClick={() => setRemoving(true)}>
              Remove…
            </Button>
          )}
        </div>
      )}
      {removing && <RemoveComment id={comment.id} onClose={() => setRemoving(false)} />}
    </>
  )
}
