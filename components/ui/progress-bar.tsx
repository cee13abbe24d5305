import { classNames } from './class-names'

const COLORS = {
  progress: '',
  good: '[--bar-color:var(--color-good-ink)]',
  bad: '[--bar-color:var(--color-bad)]',
}

/** `value` of `max`. Without a value it shows that work is in progress, but not how far it is. */
export function ProgressBar({
  label,
  value,
  max = 100,
  tone = 'progress',
}: {
  label: string
  value?: number
  max?: number
  tone?: keyof typeof COLORS
}) {
  return (
    <progress className={classNames('bar block', COLORS[tone])} aria-label={label} value={value} max={max} />
  )
}
