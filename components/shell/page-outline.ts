import { routes } from '@/lib/routes'

/** The lines between a page's head and its table or panels. */
export type OutlineLine = 'tabs' | 'panel' | 'line' | 'search' | 'filters' | 'chips'

/** The head of a record or case has a bar below the title; a case also has its facts. */
export type Head = 'plain' | 'record' | 'case'

/** Pages that are mostly one table, with what is above it. */
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

/** The layout of an application and a case below their heads, with the width of the side column. */
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
  /** Has a link to the list before the title. */
  back: boolean
  above: readonly OutlineLine[]
  head: Head
  /** A table; two columns of panels; steps and a panel; or panels below each other. */
  body: 'list' | 'columns' | 'steps' | 'panels'
  columns: string
}

/** How a page will look, as far as its address tells. */
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
