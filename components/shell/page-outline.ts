import { routes } from '@/lib/routes'

/** What a page has between its head and its table or panels, line by line. */
export type OutlineLine = 'tabs' | 'panel' | 'line' | 'search' | 'filters' | 'chips'

/** A record and a case have more in their heads than a title, and a line across the page below; a case its facts, too. */
export type Head = 'plain' | 'record' | 'case'

/** Pages of which most is one table, and what stands above it. */
const LISTS: Readonly<Record<string, readonly OutlineLine[]>> = {
  [routes.applications]: ['tabs', 'search', 'chips'],
  [routes.underwriting]: ['tabs'],
  [routes.merchants]: ['search'],
  [routes.funding]: ['search'],
  [routes.callbacks]: ['line', 'search'],
  [routes.unfundedSales]: ['search'],
  [routes.audit]: ['panel', 'search', 'filters'],
  [routes.people]: [],
  [routes.sandboxPages.requests]: ['tabs', 'line', 'line'],
}

/** What an application and a case have below their heads, and the width of what stands beside their middle. */
const RECORD = { head: 'record', columns: 'xl:grid-cols-[minmax(0,1fr)_28rem]' } as const
const CASE = { head: 'case', columns: 'xl:grid-cols-[minmax(0,1fr)_34rem]' } as const

const COLUMNS: readonly (readonly [RegExp, { head?: Head; columns: string }])[] = [
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
  above: readonly OutlineLine[]
  head: Head
  /** What comes then: a table; two columns of panels, or the steps and a panel; or panels, one below the other. */
  body: 'list' | 'columns' | 'steps' | 'panels'
  columns: string
}

/** How a page looks before it is there, as far as its address says it. */
export function outlineOf(path: string): PageOutline {
  const back =
    /^\/(applications|underwriting|merchants|funding|callbacks)\/./.test(path) ||
    /^\/admin\/(audit|sandbox\/(applications|requests))\/./.test(path)
  const hasTabs = !back && /^\/admin\/sandbox(\/|$)/.test(path)
  const above = LISTS[path] ?? (hasTabs ? ['tabs'] : [])
  const { head = 'plain', columns = '' } = COLUMNS.find(([pages]) => pages.test(path))?.[1] ?? {}
  const body =
    path in LISTS ? 'list' : columns === '' ? 'panels' : columns.includes('12.5rem') ? 'steps' : 'columns'
  return { back, above, head, body, columns }
}
