'use client'

import type { ReactNode } from 'react'
import { useShownEarly } from '@/components/forms/use-shown-early'
import { PageHeader } from '@/components/shell/page-header'
import { DateTime } from '@/components/ui/date-time'
import { routes } from '@/lib/routes'
import type { Underwriter } from '@/lib/server/underwriting/underwriters'
import { CaseActions, type MayNotDecide } from './case-actions'

/** The case's head, with its assignee shown from the press on. */
export function CaseHead({
  applicationId,
  number,
  name,
  underwriter,
  people,
  me,
  acts,
  mayNotDecide,
  badges,
  given,
  clock,
  children,
}: {
  applicationId: string
  number: number
  name: string
  underwriter: (Underwriter & { since: string | null }) | null
  people: readonly Underwriter[]
  me: string
  /** Whether this person can claim, release and assign it. */
  acts: boolean
  mayNotDecide: MayNotDecide
  badges: ReactNode
  /** Who sent it, and when. */
  given: ReactNode
  clock: ReactNode
  /** Other links. */
  children: ReactNode
}) {
  const [shown, showAtOnce] = useShownEarly(underwriter, (_, to: typeof underwriter) => to)
  return (
    <PageHeader
      title={<bdi>{name}</bdi>}
      back={{ href: routes.underwriting, label: 'Underwriting' }}
      badges={badges}
      subtitle={
        <>
          {given} ·{' '}
          {shown ? (
            <>
              Underwriter: <bdi className="text-ink">{shown.id === me ? 'you' : shown.name}</bdi>
              {shown.since && (
                <>
                  , since <DateTime at={shown.since} />
                </>
              )}
            </>
          ) : (
            'Not claimed'
          )}
        </>
      }
      actions={
        <>
          <div className="me-2 text-sm">{clock}</div>
          {acts && (
            <CaseActions
              assigned={{ applicationId, number, name, underwriter: shown }}
              people={people}
              me={me}
              mayNotDecide={mayNotDecide}
              showAtOnce={(to) => showAtOnce(to && { ...to, since: null })}
            />
          )}
          {children}
        </>
      }
    />
  )
}
