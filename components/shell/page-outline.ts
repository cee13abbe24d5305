import { routes } from '@/lib/routes'

/** Pages of which most is one table. */
const LISTS: ReadonlySet<string> = new Set([
  routes.applications,
  routes.underwriting,
  routes.merchants,
  routes.funding,
  routes.callbacks,
  routes.unfundedSales,
  routes.audit,
  routes.people,
  routes.sandboxPages.requests,
])

/** What an application and a case have below their heads, and the width of what stands beside their middle. */
const RECORD = { bar: true, columns: 'xl:grid-cols-[minmax(0,1fr)_28rem]' }
const CASE = { bar: true, columns: 'xl:grid-cols-[minmax(0,1fr)_34rem]' }

const COLUMNS: readonly (readonly [RegExp, { bar?: boolean; columns: string }])[] = [
  [/^\/$/, { columns: 'lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_25rem]' }],
  [/^\/applications\/[\da-f-]{36}$/, RECORD],
  [/^\/applications\/[\da-f-]{36}\/./, { columns: 'lg:grid-cols-[12.5rem_minmax(0,1fr)]' }],
  [/^\/admin\/settings(\/|$)/, { columns: 'lg:grid-cols-[12.5rem_minmax(0,1fr)]' }],
  [/^\/underwriting\/[\da-f-]{36}$/, CASE],
  [/^\/merchants\/(?!new$|import$)[^/]+$/, { columns: 'lg:grid-cols-2' }],
  [/^\/callbacks\/\d+$/, { columns: 'xl:grid-cols-[minmax(0,1fr)_22rem]' }],
]

export type PageOutline = {
  /** A link to the list before the title. */
  back: boolean
  /** Pages of the same part below it. */
  tabs: boolean
  /** A line across the page below it. */
  bar: boolean
  /** What comes then: a table; two columns of panels, or the steps and a panel; or panels, one below the other. */
  body: 'list' | 'columns' | 'steps' | 'panels'
  columns: string
}

/** How a page looks before it is there, as far as its address says it. */
export function outlineOf(path: string): PageOutline {
  const back =
    /^\/(applications|underwriting|merchants|funding|callbacks)\/./.test(path) ||
    /^\/admin\/(audit|sandbox\/(applications|requests))\/./.test(path)
  const tabs = !back && /^\/(underwriting$|admin\/sandbox(\/|$))/.test(path)
  const { bar = false, columns = '' } = COLUMNS.find(([pages]) => pages.test(path))?.[1] ?? {}
  const body = LISTS.has(path)
    ? 'list'
    : columns === ''
      ? 'panels'
      : columns.includes('12.5rem')
        ? 'steps'
        : 'columns'
  return { back, tabs, bar, body, columns }
}
