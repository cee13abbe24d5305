'use client'

import { useState } from 'react'
import { ChangedNotice } from '@/components/shell/changed-notice'
import { useCounts } from '@/components/shell/counts'
import { fetchLive } from '@/components/shell/fetch-live'
import { usePoll } from '@/components/shell/use-live'
import { STATUS_TEXTS } from '@/lib/domain/application/status'
import { STEP_LABELS } from '@/lib/domain/application/steps'
import { routes } from '@/lib/routes'
import type { StandView } from '@/lib/server/applications/stand'
import { StepAction } from './step-action'
import type { FramedApplication } from './wizard-frame'

const EVERY_MS = 10_000

/** Tells in a step's bar who changed the application meanwhile, before a save would be refused. */
export function DraftChanged({ application }: { application: FramedApplication }) {
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
      <ChangedNotice words={words && `${words} What you typed stays.`} className="basis-full empty:hidden" />
    </StepAction>
  )
}

/** `Ana Bell changed Merchant and Bank accounts.` Null if the page is up to date. */
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
