'use client'

import { RefreshCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useCounts } from '@/components/shell/counts'
import { fetchLive } from '@/components/shell/fetch-live'
import { usePoll } from '@/components/shell/use-live'
import { Button } from '@/components/ui/button'
import { STATUS_TEXTS } from '@/lib/domain/application/status'
import { STEP_LABELS } from '@/lib/domain/application/steps'
import { routes } from '@/lib/routes'
import type { StandView } from '@/lib/server/applications/stand'
import { StepAction } from './step-action'
import type { FramedApplication } from './wizard-frame'

const EVERY_MS = 10_000

/** Says in the bar of a step who changed what of the application meanwhile, before a save is refused for it. */
export function DraftChanged({ application }: { application: FramedApplication }) {
  const router = useRouter()
  const { recount } = useCounts()
  const [now, setNow] = useState<StandView | null>(null)
  const words = now && changeWords(application, now)
  usePoll(
    async () => {
      const answer = await fetchLive<StandView>(routes.api.applicationChanged(application.id))
      if (!answer.ok) return answer.problem
      if (changeWords(application, answer.value) !== words) void recount()
      setNow(answer.value)
      return null
    },
    true,
    EVERY_MS,
  )
  return (
    <StepAction>
      <div role="status" className="basis-full empty:hidden">
        {words !== null && (
          <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-accent-soft px-4 py-2 text-sm text-accent-ink">
            <span>{words} What you typed stays.</span>
            <Button size="small" onClick={() => router.refresh()}>
              <RefreshCw aria-hidden="true" />
              Show changes
            </Button>
          </p>
        )}
      </div>
    </StepAction>
  )
}

/** `Ana Bell changed Merchant and Bank accounts.` Null where the page is not behind others. */
export function changeWords(
  { status, versions }: Pick<FramedApplication, 'status' | 'versions'>,
  now: Pick<StandView, 'status' | 'saves'>,
): string | null {
  if (now.status !== status) return `The status is now “${STATUS_TEXTS[now.status].label}”.`
  const newer = now.saves.filter(({ section, version, isOwn }) => !isOwn && version > versions[section])
  if (newer.length === 0) return null
  return [...Map.groupBy(newer, ({ by }) => by)]
    .map(([by, saves]) => `${by} changed ${saves.map(({ section }) => STEP_LABELS[section]).join(' and ')}.`)
    .join(' ')
}
