'use client'

import { RefreshCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { fetchLive } from '@/components/shell/fetch-live'
import { usePoll } from '@/components/shell/use-live'
import { Button } from '@/components/ui/button'
import { nextStatus, STATUS_TEXTS, type StatusAndRevision } from '@/lib/domain/application/status'
import { routes } from '@/lib/routes'

const EVERY_MS = 5_000

/** When the application was changed last, and its status since then. Each update that is begun counts its revision up. */
type Stand = StatusAndRevision & { updatedAt: string; revision: number }

/** Says that the page of a case is behind what others did, and leaves it as it is until its reader asks for that. */
export function CaseChanged({ applicationId, shown }: { applicationId: string; shown: Stand }) {
  const router = useRouter()
  const [answers, setAnswers] = useState<{ last: Stand; isTwice: boolean } | null>(null)
  usePoll(
    async () => {
      const answer = await fetchLive<Stand>(routes.api.applicationChanged(applicationId))
      if (!answer.ok) return answer.problem
      const { value } = answer
      setAnswers((before) => ({ last: value, isTwice: before?.last.updatedAt === value.updatedAt }))
      return null
    },
    true,
    EVERY_MS,
  )
  // What this person did themselves has its page before the second answer.
  const words = answers?.isTwice ? changeWords(shown, answers.last) : null
  return (
    <div role="status">
      {words !== null && (
        <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-accent-soft px-4 py-2 text-sm text-accent-ink shadow-raised print:hidden">
          <span>{words} This page shows what was before.</span>
          <Button size="small" onClick={() => router.refresh()}>
            <RefreshCw aria-hidden="true" />
            Show changes
          </Button>
        </p>
      )}
    </div>
  )
}

/** Null where the page is not behind, or staff are still at it. */
function changeWords(shown: Stand, now: Stand): string | null {
  if (now.updatedAt <= shown.updatedAt) return null
  if (now.status === shown.status)
    return now.status === 'in-underwriting' ? 'The application or its documents changed.' : null
  return eventWords(shown, now) ?? `The status is now “${STATUS_TEXTS[now.status].label}”.`
}

/** What onboarding did; null where the two statuses do not tell it. */
function eventWords(shown: Stand, now: Stand): string | null {
  if (now.revision < shown.revision) return 'Onboarding discarded the update.'
  if (now.revision > shown.revision)
    return now.status === 'draft' && now.statusBeforeRevision !== null
      ? 'Onboarding started an update of it.'
      : null
  if (shown.status === 'info-requested' && now.status === 'in-underwriting') return 'Onboarding answered.'
  // It was with our underwriters, or approved by them: onboarding could recall it, and nothing else makes it a draft.
  if (nextStatus(shown.status, 'take-back') === null) return null
  switch (now.status) {
    case 'draft':
      return 'Onboarding recalled the application.'
    case 'submitting':
      return 'Onboarding is submitting it to the partner.'
    case 'submitted':
      return 'Onboarding submitted it to the partner.'
    default:
      return null
  }
}
