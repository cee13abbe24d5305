import { classNames } from '@/components/ui/class-names'
import { type Head, type OutlineLine, outlineOf } from './page-outline'

const ROWS = Array.from({ length: 12 }, (_, at) => `row ${at}`)
const PANELS = ['h-44', 'h-64', 'h-52']
const STEPS = Array.from({ length: 6 }, (_, at) => `step ${at}`)

/** A record's assignee and actions are below its title until the page is wide enough. */
const HEAD_HEIGHTS: Readonly<Record<Head, string>> = {
  plain: 'h-12 max-md:h-auto',
  record: 'h-[2.875rem] max-[85rem]:h-23 max-md:h-[9.875rem]',
  case: 'h-[2.875rem] max-[85rem]:h-23 max-md:h-44',
}

/** The outline of a page that is loading. Content appears where its outline was. */
export function PageSkeleton({ path }: { path: string }) {
  const { back, above, head, body, columns } = outlineOf(path)
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
        {/* On narrow pages, the actions are below the title. */}
        <div
          className={classNames(
            'mb-5 flex items-start justify-between max-md:flex-col max-md:gap-3',
            HEAD_HEIGHTS[head],
          )}
        >
          <div>
            <span className="h-6 w-44" />
            <span className="mt-1.5 h-3.5 w-72 max-w-[60vw]" />
          </div>
          <span className="h-8.5 w-32" />
        </div>
        {above.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one kind differ by their place alone
          <Line key={`${line} ${at}`} line={line} />
        ))}
        {head !== 'plain' && (
          <div
            className={classNames(
              '-mx-4 mb-4 flex items-center justify-between border-b border-line px-4 lg:-mx-6 lg:px-6',
              head === 'case' ? 'h-[2.5625rem]' : 'h-12 border-t',
            )}
          >
            <span className="h-3.5 w-64 max-w-[60vw]" />
          </div>
        )}
        {head === 'case' && (
          <div className="mb-4 h-[6.375rem] rounded-lg border border-line bg-surface p-4 max-[85rem]:h-38 max-md:h-[16.125rem]">
            <span className="h-3.5 w-40" />
            <span className="mt-2.5 h-3 w-64 max-w-full" />
          </div>
        )}
        {body === 'list' && <ListOutline />}
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

/** As high as the content, which takes several lines on a narrow page. */
function Line({ line }: { line: OutlineLine }) {
  switch (line) {
    case 'tabs':
      return (
        <div className="mb-4 flex h-9 items-center gap-6 border-b border-line px-3">
          <span className="h-3.5 w-20" />
          <span className="h-3.5 w-24" />
          <span className="h-3.5 w-20" />
        </div>
      )
    case 'panel':
      return (
        <div className="mb-3 flex h-14.5 items-center justify-between gap-6 rounded-lg border border-line bg-surface px-4 max-md:h-40">
          <span className="h-3.5 w-full max-w-2xl" />
          <span className="h-7 w-24 max-md:hidden" />
        </div>
      )
    case 'search':
      return (
        <div className="mb-3 flex flex-wrap gap-2">
          <span className="h-8.5 w-full max-w-md" />
          <span className="h-8.5 w-28" />
          <span className="h-8.5 w-28 md:hidden" />
        </div>
      )
    case 'filters':
      return (
        <div className="-mt-1 mb-3 flex flex-wrap gap-2">
          <span className="h-8.5 w-52" />
          <span className="h-8.5 w-48" />
        </div>
      )
    case 'chips':
      return (
        <div className="mb-3 flex h-12 flex-wrap gap-2 overflow-clip max-md:h-24">
          {STEPS.map((step) => (
            <span key={step} className="h-5 w-24 rounded-full" />
          ))}
        </div>
      )
    case 'line':
      return (
        <div className="mb-3 flex h-5 items-center max-md:h-12">
          <span className="h-3.5 w-80 max-w-full" />
        </div>
      )
  }
}

/** A table, or cards on a narrow page, like lists. */
const ListOutline = () => (
  <div className="overflow-clip rounded-lg border border-line bg-surface">
    <div className="h-8 border-b border-line bg-sunken" />
    {ROWS.map((row) => (
      <div
        key={row}
        className="flex h-[2.125rem] items-center gap-8 border-b border-line px-4 last:border-b-0 max-md:h-28 max-md:flex-col max-md:items-start max-md:justify-center max-md:gap-3"
      >
        <span className="h-3 w-20 max-md:w-40" />
        <span className="h-3 md:flex-1 max-md:w-24" />
        <span className="h-3 w-24 max-md:w-3/4" />
        <span className="h-3 w-32 max-md:hidden" />
      </div>
    ))}
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
