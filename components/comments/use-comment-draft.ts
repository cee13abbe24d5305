import { useRef, useState } from 'react'
import { beginNewText, goOnWith, idOf, saveUnsent, textIdOf } from '@/components/underwriting/save-unsent'
import type { CommentDraft } from '@/lib/domain/comments/inputs'
import type { CommentSubject } from '@/lib/domain/comments/subject'
import type { CommentsView } from '@/lib/server/comments/views'

/** This tab's drafts, which are the newest. */
const drafts = new Map<string, CommentDraft>()

const BLANK: CommentDraft = { text: '', people: [] }

/**
 * A comment draft that survives the page, the tab and the session: the desk keeps it for its author until it is
 * sent. Key the component by subject.
 */
export function useCommentDraft(subject: CommentSubject, unsent: CommentsView['draft']) {
  const place = { comment: subject }
  const [draft, setDraft] = useState(() => {
    goOnWith(place, unsent?.textId ?? null)
    return drafts.get(idOf(place)) ?? unsent?.content ?? BLANK
  })
  const latest = useRef(draft)

  function store(next: CommentDraft): void {
    latest.current = next
    setDraft(next)
    const isBlank = next.text.trim() === ''
    if (isBlank) drafts.delete(idOf(place))
    else drafts.set(idOf(place), next)
    saveUnsent(place, isBlank ? null : next)
  }

  return [
    draft,
    (how: (now: CommentDraft) => CommentDraft) => store(how(latest.current)),
    {
      /** Sent along, so that the desk can recognize a late save of this text. */
      id: () => textIdOf(place),
      sent: (what: CommentDraft) => {
        beginNewText(place)
        if (latest.current !== what) return store(latest.current)
        latest.current = BLANK
        setDraft(BLANK)
        drafts.delete(idOf(place))
      },
    },
  ] as const
}
