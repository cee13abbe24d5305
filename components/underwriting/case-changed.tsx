'use client'

import { useState } from 'react'
import { ChangedNotice } from '@/components/shell/changed-notice'
import { useCounts } from '@/components/shell/counts'
import { fetchLive } from '@/components/shell/fetch-live'
import { usePoll } from '@/components/shell/use-live'
import { routes } from '@/lib/routes'
import type { changeWords, Stand } from './case-change-words'

const EVERY_MS = 5_000

/** Says that others changed the case, and leaves the page as it is until its reader refreshes it. */
export function CaseChanged({ applicationId, shown }: { applicationId: string; shown: Stand }) {
  const { recount } = useCounts()
  /** Loaded with the first change, because most cases have none. */
  const [wordsOf, setWordsOf] = useState<typeof changeWords | null>(null)
  const [answers, setAnswers] = useState<{ last: Stand; isTwice: boolean } | null>(null)
  usePoll(
    async () => {
      const answer = await fetchLive<Stand>(routes.api.applicationChanged(applicationId))
      if (!answer.ok) return answer.problem
      const { value } = answer
      if (wordsOf === null && value.updatedAt > shown.updatedAt)
        await import('./case-change-words').then(
          (file) => setWordsOf(() => file.changeWords),
          () => undefined,
        )
      if (value.updatedAt !== (answers?.last ?? shown).updatedAt) void recount()
      setAnswers((before) => ({ last: value, isTwice: before?.last.updatedAt === value.updatedAt }))
      return null
    },
    true,
    EVERY_MS,
  )
  // After this person's own action, the page is up to date before the second answer.
  const words = answers?.isTwice && wordsOf ? wordsOf(shown, answers.last) : null
  return (
    <ChangedNotice
      words={words && `${words} This page shows what was before.`}
      className="rounded-lg not-empty:shadow-raised"
    />
  )
}
