import { routes } from '@/lib/routes'

/** Pages of which most is one table. */
const LISTS: ReadonlySet<string> = new Set([
  routes.applications,
  routes.underwriting,
  routes.merchants,
  routes.funding,
  routes.callbacks,
  routes.audit,
  routes.people,
  routes.sandboxPages.requests,
])
const ROWS = Array.from({ length: 12 }, (_, at) => `row ${at}`)
const PANELS = ['h-44', 'h-64', 'h-52']

/** The outline of a page that is on its way: what comes stands where its outline stood. */
export const PageSkeleton = ({ path }: { path: string }) => (
  <div className="skeleton">
    <p role="status" className="sr-only">
      Loading…
    </p>
    <div className="mb-5 flex h-12 items-start justify-between" aria-hidden="true">
      <div>
        <span className="h-6 w-44" />
        <span className="mt-1.5 h-3.5 w-72 max-w-[60vw]" />
      </div>
      <span className="h-8.5 w-32" />
    </div>
    {LISTS.has(path) ? <ListOutline /> : <PanelsOutline />}
  </div>
)

const ListOutline = () => (
  <div className="flex flex-col gap-3" aria-hidden="true">
    <div className="flex gap-2">
      <span className="h-8.5 w-full max-w-md" />
      <span className="h-8.5 w-28" />
    </div>
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

const PanelsOutline = () => (
  <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]" aria-hidden="true">
    <div className="grid gap-4">
      {PANELS.map((height) => (
        <div key={height} className={`rounded-lg border border-line bg-surface p-4 ${height}`}>
          <span className="h-4 w-40" />
          <span className="mt-4 h-3 w-full" />
          <span className="mt-2.5 h-3 w-2/3" />
        </div>
      ))}
    </div>
    <div className="h-64 rounded-lg border border-line bg-surface p-4 max-lg:hidden">
      <span className="h-4 w-32" />
      <span className="mt-4 h-3 w-full" />
    </div>
  </div>
)
