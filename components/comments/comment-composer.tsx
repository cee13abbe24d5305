'use client'

import { useState } from 'react'
import { troubleWords } from '@/components/forms/action-answer'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { announce } from '@/components/ui/announce'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { commentProblem, commentText, withMentions, withNames } from '@/lib/domain/comments/comment'
import type { CommentDraft } from '@/lib/domain/comments/inputs'
import type { CommentSubject } from '@/lib/domain/comments/subject'
import { addCommentAction, editCommentAction, removeCommentAction } from '@/lib/server/comments/actions'
import type { CommentsView, CommentView } from '@/lib/server/comments/views'
import { CommentForm } from './comment-form'
import { useCommentDraft } from './use-comment-draft'

const KEYS_HINT = 'Type @ to mention someone. Ctrl Enter sends.'

/** A new comment. Its text is kept until it is sent, even if the page, session or connection is lost. */
export function NewComment({
  subject,
  draft,
  hint,
}: {
  subject: CommentSubject
  draft: CommentsView['draft']
  hint: string
}) {
  const [content, change, unsent] = useCommentDraft(subject, draft)
  // Sending again changes nothing: the comment has its text's ID.
  const { run, busy, trouble } = useDeskAction(addCommentAction, { unanswered: 'try-again' })
  const [problem, setProblem] = useState<string | null>(null)

  async function send() {
    if (busy) return
    const text = commentText(withMentions(content.text, content.people))
    const found = commentProblem(text)
    setProblem(found)
    if (found) return
    const called = await run({ subject, id: unsent.id(), text })
    if (!called?.ok) return
    // Text typed meanwhile stays.
    unsent.sent(content)
    announce('Comment added')
  }

  return (
    <CommentForm
      subject={subject}
      label="Comment"
      hint={`${hint} ${KEYS_HINT}`}
      content={content}
      change={change}
      problem={problem ?? (trouble && troubleWords(trouble))}
      busy={busy}
      onSend={() => void send()}
      // A different label from the button that opens the box: with kept text, a second press of that button would
      // otherwise send it.
      send="Send comment"
      begins={draft === null}
    />
  )
}

/** The author's own comment, while it can be edited. */
export function EditComment({
  comment: { id, parts },
  subject,
  text,
  onClose,
}: {
  comment: CommentView
  subject: CommentSubject
  text: string
  onClose: () => void
}) {
  const people = parts.flatMap((part) => ('mention' in part ? [{ id: part.id, name: part.mention }] : []))
  const [content, setContent] = useState<CommentDraft>(() => ({
    text: withNames(text, new Map(people.map((person) => [person.id, person.name]))),
    people,
  }))
  const { run, busy, trouble } = useDeskAction(editCommentAction, { unanswered: 'try-again' })
  const [problem, setProblem] = useState<string | null>(null)

  async function send() {
    if (busy) return
    const changed = commentText(withMentions(content.text, content.people))
    const found = commentProblem(changed)
    setProblem(found)
    if (found) return
    if ((await run({ id, text: changed, seen: text }))?.ok) onClose()
  }

  return (
    <CommentForm
      subject={subject}
      label="Edit comment"
      hint={KEYS_HINT}
      content={content}
      change={setContent}
      problem={problem ?? (trouble && troubleWords(trouble))}
      busy={busy}
      onSend={() => void send()}
      send="Save comment"
      onCancel={onClose}
      begins
    />
  )
}

export function RemoveComment({ id, onClose }: { id: string; onClose: () => void }) {
  const { run, busy, trouble } = useDeskAction(removeCommentAction, { unanswered: 'try-again' })
  const remove = async () => {
    if ((await run({ id }))?.ok) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Remove comment"
      description="Its text is deleted. Who wrote it and who removed it stays."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={() => void remove()}>
            Remove comment
          </Button>
        </>
      }
    >
      {trouble && <TroubleNotice trouble={trouble} />}
    </Dialog>
  )
}
