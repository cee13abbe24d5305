import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names'

export type CalloutTone = 'info' | 'good' | 'warn' | 'bad'

const LOOKS = {
  info: { icon: Info, frame: 'border-accent-line bg-accent-soft', ink: 'text-accent-ink' },
  good: { icon: CircleCheck, frame: 'border-good-line bg-good-soft', ink: 'text-good-ink' },
  warn: { icon: TriangleAlert, frame: 'border-warn-line bg-warn-soft', ink: 'text-warn-ink' },
  bad: { icon: CircleX, frame: 'border-bad-line bg-bad-soft', ink: 'text-bad-ink' },
}

/**
 * Says what happened (`title`), what it means (`children`) and what to do next (`actions`).
 * `live` announces it when it appears: `alert` at once, `status` when the reader pauses.
 */
export function Callout({
  tone = 'info',
  title,
  actions,
  live,
  wide = false,
  children,
}: {
  tone?: CalloutTone
  title: ReactNode
  actions?: ReactNode
  live?: 'alert' | 'status'
  /** Set when the content is a list with figures at the right edge, not only text. */
  wide?: boolean
  children?: ReactNode
}) {
  const { icon: Icon, frame, ink } = LOOKS[tone]
  return (
    <div role={live} className={classNames('flex gap-2.5 rounded-lg border px-3.5 py-3', frame)}>
      <Icon className={classNames('mt-0.5 size-4 shrink-0', ink)} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className={classNames('font-semibold', ink)}>{title}</p>
        {children && (
          <div className={classNames('mt-0.5 text-sm text-ink', !wide && 'max-w-prose')}>{children}</div>
        )}
        {actions && <div className="mt-2.5 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  )
}
