import { ageText } from './labels'

/** How long ago something was, seen from `at`; the exact time is in the tooltip. */
export function Age({ of, at }: { of: string; at: string }) {
  return (
    <time dateTime={of} title={`${of.slice(0, 10)} ${of.slice(11, 16)} UTC`} className="whitespace-nowrap">
      {ageText(of, at)}
      <span className="sr-only"> ago</span>
    </time>
  )
}
