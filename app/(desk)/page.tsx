import type { Metadata } from 'next'
import { NewApplicationButton } from '@/components/applications/application-list-new'
import { BackupPanel } from '@/components/dashboard/backup-panel'
import { Overview } from '@/components/dashboard/overview'
import { readPeriod } from '@/components/dashboard/period'
import { PageHeader } from '@/components/shell/page-header'
import { LinkButton } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { routes } from '@/lib/routes'
import { loadDashboard } from '@/lib/server/dashboard/loaders'

export const metadata: Metadata = { title: 'Overview' }

export default async function OverviewPage({
  searchParams,
}: {
  searchParams: Promise<{ days?: string | string[] }>
}) {
  const period = readPeriod((await searchParams).days)
  const { backup, ...view } = await loadDashboard(period)
  return (
    <>
      <PageHeader
        title="Overview"
        subtitle={
          <>
            As of <DateTime at={view.at} />
          </>
        }
        actions={
          <>
            {view.moneyFirst && (
              <LinkButton variant="primary" href={routes.newFundingBatch}>
                New batch
              </LinkButton>
            )}
            {view.mayStart && <NewApplicationButton />}
          </>
        }
      />
      <Overview view={view} period={period} backup={backup && <BackupPanel backup={backup} at={view.at} />} />
    </>
  )
}
