'use client'

import { readAnswer, troubleWords } from '@/components/forms/action-answer'
import { tellSessionEnded } from '@/components/shell/session'
import { readinessAction } from '@/lib/server/applications/list-actions'
import type { ReadyRow } from '@/lib/server/applications/readiness'
import { handOverAction } from '@/lib/server/underwriting/actions'
import { askSubmission } from './ask-submission'
import { SendMany, type Sent } from './send-many'

/** Loaded when it is first opened, hence a default export. */
export default function SendManyDialog(props: {
  applicationIds: readonly string[]
  onSent: (applicationId: string) => void
  onClose: () => void
}) {
  return (
    <SendMany
      {...props}
      judge={readinessAction}
      sendOne={(way, row) => (way === 'submit' ? submit(row) : handOver(row))}
    />
  )
}

async function submit({ applicationId, versions }: ReadyRow): Promise<Sent> {
  const asked = await askSubmission({ applicationId, versions })
  if (asked.ok) return asked
  const { title, words, violations = [], signIn, unsure } = asked.problem
  if (signIn) tellSessionEnded()
  const [first] = violations
  return {
    ok: false,
    words: `${title}. ${first ? first.message : words}`,
    isLast: signIn === true || unsure === true,
  }
}

async function handOver({ applicationId, versions }: ReadyRow): Promise<Sent> {
  const called = await readAnswer(handOverAction({ applicationId, versions, note: '' }))
  if (called.ok) return { ok: true, status: called.data.status }
  const { refusal, trouble } = called
  if (refusal === null) return { ok: false, words: troubleWords(trouble), isLast: true }
  const words = refusal.reason === 'violations' ? (refusal.violations[0]?.message ?? '') : refusal.message
  return { ok: false, words, isLast: false }
}
