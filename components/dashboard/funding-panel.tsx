import { Landmark } from 'lucide-react'
import { callbackAddress } from '@/components/callbacks/callback-address'
import { classNames } from '@/components/ui/class-names'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import { FUNDING_LABELS } from '@/lib/domain/callbacks/event-labels'
import { type DayRule, dayRuleWords } from '@/lib/domain/values/business-day'
import { counted } from '@/lib/domain/values/counted'
import { dollarWords } from '@/lib/domain/values/money'
import type { DashboardView, FundingDay, SaleStatus } from '@/lib/server/dashboard/views'
import { axisMoney, dayText, salesText } from './labels'
import { PERIODS, type Period, periodAddress } from './period'
import { across, BarLink, Legend, LegendEntry, Plot, upwards } from './plot'
import { barsOf } from './scales'

/** From bottom to top: done, in progress, still to do. */
const STATUSES = [
  'funded',
  'outside',
  'in-batch',
  'in-draft',
  'unfunded',
] as const satisfies readonly SaleStatus[]

/** Statuses that the plot's legend always shows, even at zero. */
const ALWAYS: readonly SaleStatus[] = ['funded', 'unfunded']

/** Distinguished by pattern as well as by color. */
const LOOKS: Readonly<Record<SaleStatus, string>> = {
  funded: 'fill-accent',
  outside: 'fill-[url(#plot-dots)] stroke-accent',
  'in-batch': 'fill-[url(#plot-stripes)] stroke-accent',
  'in-draft': 'fill-[url(#plot-drafts)] stroke-warn-ink',
  unfunded: 'fill-warn-soft stroke-warn-ink',
}

/** The sales of the last days by funding status, and what was funded in those days. */
export function FundingPanel({
  funding: { days, forSales, byBatches },
  period,
  dayRule,
}: {
  funding: Pick<NonNullable<DashboardView['funding']>, 'days' | 'forSales' | 'byBatches'>
  period: Period
  dayRule: DayRule
}) {
  const sums = sumsOf(days)
  const isSold = STATUSES.some((status) => sums[status].sales > 0)
  const shown = STATUSES.filter((status) => sums[status].sales > 0 || ALWAYS.includes(status))
  return (
    <Panel
      title="Funded and unfunded"
      description={`Approved sales by business day received (${dayRuleWords(dayRule)}), with their current funding status.`}
      actions={<Periods period={period} />}
    >
      <Patterns />
      <Batches byBatches={byBatches} period={period} />
      {!isSold ? (
        <EmptyState icon={<Landmark />} title={`No sales in the last ${period} days`}>
          Sales appear here by day received, with their funding status.
        </EmptyState>
      ) : (
        <>
          <Legend>
            {shown.map((status) => (
              <LegendEntry
                key={status}
                swatch={<rect x="0.5" y="0.5" width="11" height="11" className={LOOKS[status]} />}
              >
                <Link
                  href={callbackAddress({ funding: [status], from: days[0]?.day ?? null })}
                  className="text-accent-ink underline underline-offset-2"
                >
                  {FUNDING_LABELS[status].label}
                </Link>{' '}
                {salesText(sums[status].sales)}, <Money amountMinor={sums[status].amountMinor} />
                {status === 'funded' && forSales && sums.funded.sales > 0 && (
                  <>
                    , funded with {!forSales.isCertain && 'up to '}
                    <Money amountMinor={forSales.amountMinor} />
                  </>
                )}
              </LegendEntry>
            ))}
          </Legend>
          <DaysPlot days={days} />
        </>
      )}
    </Panel>
  )
}

/** What was sent and accepted, including transactions without a callback. */
function Batches({
  byBatches: { fromLog, fromElsewhere, again, isEachOnce },
  period,
}: {
  byBatches: NonNullable<DashboardView['funding']>['byBatches']
  period: Period
}) {
  const batches = fromLog.batches + fromElsewhere.batches
  if (batches === 0) return null
  return (
    <p className="mb-3 text-sm">
      <span className="font-medium">
        <Money amountMinor={fromLog.amountMinor + fromElsewhere.amountMinor} /> sent and accepted by the
        partner
      </span>{' '}
      in the last {period} days: {counted(fromLog.transactions + fromElsewhere.transactions, 'transaction')}{' '}
      in {counted(batches, 'batch', 'batches')}.
      {fromElsewhere.batches > 0 && (
        <>
          {' '}
          <Money amountMinor={fromElsewhere.amountMinor} /> of it in{' '}
          {counted(fromElsewhere.batches, 'batch', 'batches')} created from a file or by hand.
        </>
      )}
      {again > 0 && (
        <>
          {' '}
          {counted(again, 'batch', 'batches')} set transactions again:{' '}
          {isEachOnce ? 'each transaction counts once, with its latest amounts.' : 'each time counts here.'}
        </>
      )}
    </p>
  )
}

type Sums = Readonly<Record<SaleStatus, { sales: number; amountMinor: number }>>

function sumsOf(days: readonly FundingDay[]): Sums {
  const of = (status: SaleStatus) => ({
    sales: days.reduce((sum, { by }) => sum + by[status].sales, 0),
    amountMinor: days.reduce((sum, { by }) => sum + by[status].amountMinor, 0),
  })
  return {
    funded: of('funded'),
    outside: of('outside'),
    'in-batch': of('in-batch'),
    'in-draft': of('in-draft'),
    unfunded: of('unfunded'),
  }
}

function Periods({ period }: { period: Period }) {
  return (
    <nav aria-label="Days shown" className="flex gap-1 text-sm">
      {PERIODS.map((days) => (
        <Link
          key={days}
          href={periodAddress(days)}
          scroll={false}
          aria-current={days === period ? 'true' : undefined}
          className={classNames(
            'rounded-md px-2 py-0.5',
            days === period ? 'bg-accent-soft font-medium text-accent-ink' : 'text-muted hover:bg-sunken',
          )}
        >
          {days} days
        </Link>
      ))}
    </nav>
  )
}

/** How many days apart labels are, so that they do not overlap on a narrow page. */
const DAYS_A_NAME: Record<Period, number> = { 14: 4, 30: 7 }

function DaysPlot({ days }: { days: readonly FundingDay[] }) {
  const x = barsOf(days.map(({ day }) => day))
  const most = Math.max(...days.map(({ by }) => STATUSES.reduce((sum, one) => sum + by[one].amountMinor, 0)))
  const y = upwards(Math.max(most, 100))
  const every = days.length > 14 ? DAYS_A_NAME[30] : DAYS_A_NAME[14]
  const sums = sumsOf(days)
  return (
    <Plot
      label={`Stacked bars by day, from ${dayText(days[0]?.day ?? '')} to ${dayText(days.at(-1)?.day ?? '')}: ${STATUSES.map(
        (status) => `${FUNDING_LABELS[status].label.toLowerCase()} ${dollarWords(sums[status].amountMinor)}`,
      ).join(', ')}.`}
      table={<DaysTable days={days} />}
      x={x}
      y={y}
      axis={axisMoney}
      marks={days
        .filter((_, index) => (days.length - 1 - index) % every === 0)
        .map(({ day }) => ({ at: day, label: dayText(day) }))}
    >
      {days.map((day, index) => (
        <Stack key={day.day} day={day} isLast={index === days.length - 1} place={across(x, day.day)} y={y} />
      ))}
    </Plot>
  )
}

function Stack({
  day: { day, by },
  isLast,
  place,
  y,
}: {
  day: FundingDay
  isLast: boolean
  place: { x: string; width: string }
  y: (amountMinor: number) => number
}) {
  let below = 0
  const parts = STATUSES.map((status) => {
    const from = below
    below += by[status].amountMinor
    return { status, from, to: below }
  })
  return (
    <BarLink
      href={callbackAddress({ funding: [...STATUSES], from: day, to: day })}
      isFirst={isLast}
      place={place}
      label={`${dayText(day)}: ${
        STATUSES.filter((status) => by[status].sales > 0)
          .map(
            (status) =>
              `${FUNDING_LABELS[status].label.toLowerCase()} ${salesText(by[status].sales)}, ${dollarWords(by[status].amountMinor)}`,
          )
          .join('; ') || 'no sales'
      }`}
    >
      {parts
        .filter(({ from, to }) => to > from)
        .map(({ status, from, to }) => (
          <rect key={status} {...place} y={y(to)} height={y(from) - y(to)} className={LOOKS[status]} />
        ))}
    </BarLink>
  )
}

/** Not `display: none`: patterns that are not laid out cannot be used as fills. */
function Patterns() {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <defs>
        <pattern
          id="plot-stripes"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="6" height="6" className="fill-accent-soft" />
          <rect width="2.5" height="6" className="fill-accent" />
        </pattern>
        <pattern
          id="plot-drafts"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="6" height="6" className="fill-warn-soft" />
          <rect width="2.5" height="6" className="fill-warn-ink" />
        </pattern>
        <pattern id="plot-dots" width="5" height="5" patternUnits="userSpaceOnUse">
          <rect width="5" height="5" className="fill-accent-soft" />
          <circle cx="2.5" cy="2.5" r="1.1" className="fill-accent" />
        </pattern>
      </defs>
    </svg>
  )
}

function DaysTable({ days }: { days: readonly FundingDay[] }) {
  return (
    <table>
      <caption>Approved sales by business day and funding status</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {STATUSES.map((status) => (
            <th key={status} scope="col">
              {FUNDING_LABELS[status].label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, by }) => (
          <tr key={day}>
            <th scope="row">{dayText(day)}</th>
            {STATUSES.map((status) => (
              <td key={status}>
                {salesText(by[status].sales)}, {dollarWords(by[status].amountMinor)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
