import type { LineField } from './columns'

/**
 * One funding amount as it came in: a merchant's share of a transaction, its cells as they were typed, trimmed.
 * Lines of one transaction stand one after the other. `row` is where a person finds it in their file.
 */
export type FundingLine = { row: number } & Record<LineField, string>
