import { classNames } from './class-names'

/** Holds the place of what is loading. Give it the size of the real thing: `h-5 w-40`. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      className={classNames('block animate-pulse rounded-sm bg-line motion-reduce:animate-none', className)}
      aria-hidden="true"
    />
  )
}
