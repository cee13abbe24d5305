import { classNames } from '@/components/ui/class-names'
import { outlineOf } from './page-outline'

const ROWS = Array.from({ length: 12 }, (_, at) => `row ${at}`)
const PANELS = ['h-44', 'h-64', 'h-52']
const STEPS = Array.from({ length: 6 }, (_, at) => `step ${at}`)

/** The outline of a page that is on its way: what comes stands where its outline stood. */
export function PageSkeleton({ path }: { path: string }) {
  const { back, tabs, bar, body, columns } = outlineOf(path)
  return (
    <div className="skeleton">
      <p role="status" className="sr-only">
        Loading…
      </p>
      <div aria-hidden="true">
        {back && (
          <div className="mb-1.5 flex h-6 items-center">
            <span className="h-3.5 w-24" />
          </div>
        )}
        <div className="mb-5 flex h-12 items-start justify-between">
          <div>
            <span className="h-6 w-44" />
            <span className="mt-1.5 h-3.5 w-72 max-w-[60vw]" />
          </div>
          <span className="h-8.5 w-32" />
        </div>
        {tabs && (
          <div className="mb-4 flex h-9 items-center gap-6 border-b border-line px-3">
            <span className="h-3.5 w-20" />
            <span className="h-3.5 w-24" />
            <span className="h-3.5 w-20" />
          </div>
        )}
        {bar && (
          <div className="-mx-4 mb-4 flex h-12 items-center justify-between border-y border-line px-4 lg:-mx-6 lg:px-6">
            <span className="h-3.5 w-64 max-w-[60vw]" />
          </div>
        )}
        {body === 'list' && <ListOutline hasSearch={!tabs} />}
        {body === 'panels' && <Panels />}
        {body === 'columns' && (
          <div className={classNames('grid items-start gap-4', columns)}>
            <Panels />
            <Panel height="h-64" />
          </div>
        )}
        {body === 'steps' && (
          <div className={classNames('grid gap-x-8 gap-y-4', columns)}>
            <div className="flex gap-1 lg:flex-col">
              {STEPS.map((step) => (
                <div key={step} className="flex h-9 items-center">
                  <span className="h-3.5 w-10 lg:w-32" />
                </div>
              ))}
            </div>
            <Panels />
          </div>
        )}
      </div>
    </div>
  )
}

/** The queue of cases has its tabs in place of a search. */
const ListOutline = ({ hasSearch }: { hasSearch: boolean }) => (
  <div className="flex flex-col gap-3">
    {hasSearch && (
      <div className="flex gap-2">
        <span className="h-8.5 w-full max-w-md" />
        <span className="h-8.5 w-28" />
      </div>
    )}
    <div className="overflow-clip rounded-lg border border-line bg-surface">
      <div className="h-8 border-b border-line bg-sunken" />
      {ROWS.map((row) => (
        <div
          key={row}
          className="flex h-[2.125rem] items-center gap-8 border-b border-line px-4 last:border-b-0"
        >
          <span className="h-3 w-20" />
          <span className="h-3 flex-1" />
          <span className="h-3 w-24" />
          <span className="h-3 w-32 max-md:hidden" />
        </div>
      ))}
    </div>
  </div>
)

const Panels = () => (
  <div className="grid gap-4">
    {PANELS.map((height) => (
      <Panel key={height} height={height} />
    ))}
  </div>
)

const Panel = ({ height }: { height: string }) => (
  <div className={classNames('rounded-lg border border-line bg-surface p-4', height)}>
    <span className="h-4 w-40" />
    <span className="mt-4 h-3 w-full" />
    <span className="mt-2.5 h-3 w-2/3" />
  </div>
)
