import { Webhook } from 'lucide-react'
import { callbackAddress } from '@/components/callbacks/callback-address'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import { businessDay, type DayRule } from '@/lib/domain/values/business-day'
import type { IsoDate } from '@/lib/domain/values/calendar'
import { dollarWords } from '@/lib/domain/values/money'
import { routes } from '@/lib/routes'
import type { SalesByHour, SalesHour, SalesSum } from '@/lib/server/dashboard/views'
import { axisMoney, dayText, hourText, momentDayText, salesText } from './labels'
import { across, BarLink, Legend, LegendEntry, PLOT_HEIGHT, Plot, upwards } from './plot'
import { barsOf } from './scales'

/** Approved sales of the last 24 hours, beside the same hours a week before. */
export function SalesPanel({
  sales: { hours, now, before },
  dayRule,
}: {
  sales: SalesByHour
  dayRule: DayRule
}) {
  const { timeZone } = dayRule
  const isEmpty = now.sales === 0 && before.sales === 0
  return (
    <Panel
      title="Approved sales by hour"
      description={`The last 24 hours by time received, in ${timeZone}.`}
      actions={
        <Link href={routes.callbacks} className="text-sm text-accent-ink hover:underline">
          Callback log
        </Link>
      }
    >
      {isEmpty ? (
        <EmptyState icon={<Webhook />} title="No sales in the last 24 hours">
          Approved sales are counted here by hour, with the same hour a week before.
        </EmptyState>
      ) : (
        <>
          <Legend>
            <LegendEntry swatch={<rect width="12" height="12" className="fill-accent" />}>
              <strong className="font-semibold">{salesText(now.sales)}</strong>,{' '}
              <Money amountMinor={now.amountMinor} />
            </LegendEntry>
            {before.sales > 0 && (
              <LegendEntry swatch={<line x2="12" y1="6" y2="6" strokeWidth="2" className="stroke-muted" />}>
                <span className="text-muted">
                  a week before: {salesText(before.sales)}, <Money amountMinor={before.amountMinor} />
                </span>
              </LegendEntry>
            )}
          </Legend>
          <HoursPlot hours={hours} now={now} before={before} dayRule={dayRule} />
          <Unsummed sum={now} />
        </>
      )}
    </Panel>
  )
}

function HoursPlot({ hours, now, before, dayRule }: SalesByHour & { dayRule: DayRule }) {
  const { timeZone } = dayRule
  const clock = (at: string) => hourText(at, timeZone)
  const x = barsOf(hours.map(({ from }) => from))
  const most = Math.max(...hours.flatMap((hour) => [hour.now.amountMinor, hour.before.amountMinor]), 100)
  const y = upwards(most)
  return (
    <Plot
      label={`Bars: ${sumWords(now)} in the last 24 hours, by hour. Lines across them: ${sumWords(before)} in the same hours a week before.`}
      table={<HoursTable hours={hours} timeZone={timeZone} />}
      x={x}
      y={y}
      axis={axisMoney}
      marks={hours
        .filter(({ from }) => Number(clock(from).slice(0, 2)) % 6 === 0)
        .map(({ from }) => ({
          at: from,
          label: clock(from).startsWith('00:') ? momentDayText(from, timeZone) : clock(from),
        }))}
    >
      {hours.map((hour, index) => (
        <Hour
          key={hour.from}
          hour={hour}
          time={clock(hour.from)}
          day={businessDay(new Date(hour.from), dayRule)}
          isLast={index === hours.length - 1}
          place={across(x, hour.from)}
          y={y}
        />
      ))}
    </Plot>
  )
}

function Hour({
  hour: { now, before },
  time,
  day,
  isLast,
  place,
  y,
}: {
  hour: SalesHour
  time: string
  /** The day that its bar links to: the log has no filter by hour. */
  day: IsoDate
  isLast: boolean
  place: { x: string; width: string }
  y: (amountMinor: number) => number
}) {
  return (
    <BarLink
      href={callbackAddress({ states: ['approved'], from: day, to: day })}
      isFirst={isLast}
      place={place}
      label={`${time}: ${sumWords(now)}; a week before ${sumWords(before)}. Sales of ${dayText(day)}`}
    >
      {now.amountMinor > 0 && (
        <rect
          {...place}
          y={y(now.amountMinor)}
          height={PLOT_HEIGHT - y(now.amountMinor)}
          className="fill-accent"
        />
      )}
      {before.amountMinor > 0 && (
        <rect {...place} y={y(before.amountMinor) - 1} height="2" className="fill-muted stroke-surface" />
      )}
    </BarLink>
  )
}

function HoursTable({ hours, timeZone }: { hours: readonly SalesHour[]; timeZone: string }) {
  return (
    <table>
      <caption>Approved sales by hour, in {timeZone}</caption>
      <thead>
        <tr>
          <th scope="col">Hour</th>
          <th scope="col">Sales</th>
          <th scope="col">Amount</th>
          <th scope="col">Sales a week before</th>
          <th scope="col">Amount a week before</th>
        </tr>
      </thead>
      <tbody>
        {hours.map(({ from, now, before }) => (
          <tr key={from}>
            <th scope="row">
              {momentDayText(from, timeZone)}, {hourText(from, timeZone)}
            </th>
            <td>{now.sales}</td>
            <td>{dollarWords(now.amountMinor)}</td>
            <td>{before.sales}</td>
            <td>{dollarWords(before.amountMinor)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const sumWords = (sum: SalesSum): string => `${salesText(sum.sales)}, ${dollarWords(sum.amountMinor)}`

function Unsummed({ sum: { unsummed } }: { sum: SalesSum }) {
  if (unsummed === 0) return null
  return (
    <p className="mt-2 text-sm text-muted">
      {unsummed === 1
        ? 'One of these sales has an unknown amount or another currency. It is counted, but not in the sum.'
        : `${unsummed} of these sales have an unknown amount or another currency. They are counted, but not in the sum.`}
    </p>
  )
}
