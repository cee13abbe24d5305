import type { Route } from 'next'
import type { KeyboardEvent, ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { type Bars, type Heights, heightsOf } from './scales'

/** The height of the bars, without the labels below. */
export const PLOT_HEIGHT = 150
const FOOT = 22
/** Room for half a line above the top tick. */
export const PLOT_TOP = 8

type Mark = { at: string; label: string }

/**
 * A bar plot drawn on the server. Its width is in percent of its place, so that text keeps its size on narrow
 * pages; `x` maps to 0…100. `label` describes it, and `table` has the figures. The bars are links (`BarLink`) with
 * a single tab stop and arrow keys between them.
 */
export function Plot({
  label,
  table,
  x,
  y,
  axis,
  marks,
  children,
}: {
  label: string
  table: ReactNode
  x: Bars
  y: Heights
  axis: (value: number) => string
  /** Labels below some bars. */
  marks: readonly Mark[]
  children: ReactNode
}) {
  const { ticks } = y
  const height = PLOT_HEIGHT + FOOT
  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form */}
      <div role="group" aria-label={label} onKeyDown={goAlong} className="flex text-2xs">
        <svg width={52} height={height} className="shrink-0 fill-muted" aria-hidden="true">
          {ticks.map((tick) => (
            <text key={tick} x={44} y={y(tick)} dy="0.32em" textAnchor="end">
              {axis(tick)}
            </text>
          ))}
        </svg>
        <svg role="presentation" width="100%" height={height} className="min-w-0 flex-1 overflow-visible">
          {ticks.map((tick) => (
            <line
              key={tick}
              x1="0"
              x2="100%"
              y1={y(tick)}
              y2={y(tick)}
              className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'}
              shapeRendering="crispEdges"
            />
          ))}
          {children}
          {marks.map(({ at, label: words }) => (
            <text
              key={at}
              x={percent(x.at(at) + x.width / 2)}
              y={PLOT_HEIGHT + 16}
              textAnchor="middle"
              className="fill-muted"
            >
              {words}
            </text>
          ))}
        </svg>
      </div>
      <div className="sr-only">{table}</div>
    </div>
  )
}

/** Arrow keys move between bars, as in a toolbar. */
function goAlong(event: KeyboardEvent<HTMLElement>) {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  const bars = [...event.currentTarget.querySelectorAll<SVGElement>('a')]
  const at = bars.findIndex((bar) => bar.matches(':focus'))
  if (by === 0 || at < 0) return
  event.preventDefault()
  bars[at + by]?.focus()
}

/** A bar of full height with a link to what it counts. `isFirst`: it is the tab stop. */
export const BarLink = ({
  href,
  label,
  isFirst,
  place,
  children,
}: {
  href: Route
  label: string
  isFirst: boolean
  place: { x: string; width: string }
  children: ReactNode
}) => (
  <Link href={href} aria-label={label} tabIndex={isFirst ? 0 : -1} className="group/bar">
    <title>{label}</title>
    <rect
      {...place}
      y={PLOT_TOP}
      height={PLOT_HEIGHT - PLOT_TOP}
      className="fill-transparent group-hover/bar:fill-sunken group-focus-visible/bar:fill-sunken"
    />
    {children}
  </Link>
)

/** A percentage of the width, 0…100. More than two decimals would only add bytes. */
export const percent = (part: number): string => `${Number(part.toFixed(2))}%`

/** The position of bar `x` as attributes of a rectangle. */
export const across = (x: Bars, at: string) => ({
  x: percent(x.at(at)),
  width: percent(x.width),
})

/** Maps amounts from 0 to `most` upwards to whole pixels, so that edges are crisp. */
export const upwards = (most: number): Heights => heightsOf(most, [PLOT_HEIGHT, PLOT_TOP])

/** The series of a plot, each with a swatch in its look. */
export function Legend({ children }: { children: ReactNode }) {
  return <ul className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">{children}</ul>
}

export function LegendEntry({ swatch, children }: { swatch: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <svg width="12" height="12" className="shrink-0" aria-hidden="true">
        {swatch}
      </svg>
      <span>{children}</span>
    </li>
  )
}
