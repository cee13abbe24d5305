'use client'

import type { ReactNode } from 'react'
import type { DashboardView } from '@/lib/server/dashboard/views'
import { ApplicationsPanel } from './applications-panel'
import { FundingPanel } from './funding-panel'
import type { Period } from './period'
import { SalesPanel } from './sales-panel'
import { TroublesPanel } from './troubles-panel'
import { UnfundedPanel } from './unfunded-panel'
import { WorkPanel } from './work-panel'

/**
 * The first page after signing in: work to do, then money for people who move it, and troubles for everybody else.
 * On a narrow page, the side column comes last.
 */
export function Overview({
  view,
  period,
  backup,
}: {
  view: Omit<DashboardView, 'backup'>
  period: Period
  /** Rendered on the server: its rule is a schema, which would add zod to the page. */
  backup: ReactNode
}) {
  const { at, today, dayRule, work, troubles, applications, sales, funding, moneyFirst } = view
  const problems = troubles && <TroublesPanel troubles={troubles} at={at} />
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_25rem]">
      <div className="grid min-w-0 gap-4">
        {work && <WorkPanel groups={work} at={at} />}
        {!moneyFirst && problems}
        {sales && <SalesPanel sales={sales} dayRule={dayRule} />}
        {funding && <FundingPanel funding={funding} period={period} dayRule={dayRule} />}
        {moneyFirst && problems}
      </div>
      <div className="grid min-w-0 gap-4">
        {funding && <UnfundedPanel unfunded={funding.unfunded} today={today} />}
        {applications && <ApplicationsPanel rows={applications} />}
        {backup}
      </div>
    </div>
  )
}
