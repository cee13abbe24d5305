import { useRef, useState } from 'react'
import { tellSessionEnded } from '@/components/shell/session'
import type { CommentSubject } from '@/lib/domain/comments/subject'
import { routes } from '@/lib/routes'
import type { Mentionable } from '@/lib/server/comments/views'

/** The people that a comment on a subject can mention. Loaded with the first @, and again after a failure. */
export function useMentionable({ type, id }: CommentSubject) {
  const [people, setPeople] = useState<readonly Mentionable[] | null>(null)
  const [failed, setFailed] = useState(false)
  const asked = useRef(false)

  async function ask() {
    const response = await fetch(routes.api.commentPeople(type, id)).catch(() => null)
    if (response?.status === 401) tellSessionEnded()
    const answer = response?.ok ? await response.json().catch(() => null) : null
    if (answer) setPeople((answer as { people: Mentionable[] }).people)
    else asked.current = false
    setFailed(answer === null)
  }
  return {
    people,
    failed,
    load: () => {
      if (asked.current) return
      asked.current = true
      void ask()
    },
  }
}
