import { listAddress } from '@/components/applications/application-list-address'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { ListAge } from '@/lib/domain/application/list-query'
import { type ApplicationStatus, STATUS_TEXTS } from '@/lib/domain/application/status'
import { routes } from '@/lib/routes'
import type { StatusAges } from '@/lib/server/dashboard/views'
import { countText } from './labels'
import { percent } from './plot'

/** Applications by status and by how long they have been unchanged. Each figure links to its list. */
export function ApplicationsPanel({ rows }: { rows: readonly StatusAges[] }) {
  const most = Math.max(...rows.map(({ all }) => all))
  return (
    <Panel
      title="Applications"
      description="By status, with no activity for 7 and 30 days."
      flush={rows.length > 0}
    >
      {rows.length === 0 ? (
        <p className="text-muted">
          None yet. Start one in the{' '}
          <Link href={routes.applications} className="text-accent-ink underline">
            list of applications
          </Link>
          , and it is counted here.
        </p>
      ) : (
        <Table label="Applications by status">
          <thead>
            <tr>
              <Th>Status</Th>
              <Th numeric>All</Th>
              <Th numeric>7 days</Th>
              <Th numeric>30 days</Th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ status, all, idle7, idle30 }) => (
              <tr key={status}>
                <Th scope="row" className="py-1.5! align-middle!">
                  <span className="font-normal">{STATUS_TEXTS[status].label}</span>
                  {/* The figure beside it has the same link and is the tab stop. */}
                  <Link
                    href={listAddress({ statuses: [status] })}
                    tabIndex={-1}
                    aria-hidden="true"
                    className="block"
                  >
                    <Bar all={all} idle7={idle7} idle30={idle30} most={most} />
                  </Link>
                </Th>
                <Figure status={status} count={all} age={null} />
                <Figure status={status} count={idle7} age="idle-7" />
                <Figure status={status} count={idle30} age="idle-30" />
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}

/**
 * The same as a bar: changed recently, unchanged for a week, and for a month. The figures beside it say the same.
 */
function Bar({ all, idle7, idle30, most }: Omit<StatusAges, 'status'> & { most: number }) {
  const share = (count: number) => percent((count / most) * 100)
  const part = (from: number, count: number, look: string) =>
    count > 0 && <rect className={look} x={share(from)} width={share(count)} height="100%" />
  return (
    <svg className="mt-1 h-1 w-full" aria-hidden="true">
      {part(0, all - idle7, 'fill-accent')}
      {part(all - idle7, idle7 - idle30, 'fill-accent-line')}
      {part(all - idle30, idle30, 'fill-line-strong')}
    </svg>
  )
}

const AGE_LABELS: Partial<Record<ListAge, string>> = {
  'idle-7': ', no activity for 7 days',
  'idle-30': ', no activity for 30 days',
}

function Figure({ status, count, age }: { status: ApplicationStatus; count: number; age: ListAge | null }) {
  return (
    <Td numeric className="py-1.5! align-middle!">
      {count === 0 ? (
        <span className="text-faint">0</span>
      ) : (
        <Link
          href={listAddress({ statuses: [status], age })}
          aria-label={`${countText(count)} ${STATUS_TEXTS[status].label.toLowerCase()}${(age && AGE_LABELS[age]) ?? ''}`}
          className="inline-flex min-h-6 min-w-6 items-center justify-end text-accent-ink hover:underline"
        >
          {countText(count)}
        </Link>
      )}
    </Td>
  )
}
