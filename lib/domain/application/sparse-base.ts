import type { SectionDraft } from './draft'

type Members = Readonly<Record<string, unknown>>
const asRecord = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
const itemsOf = (value: unknown): readonly Members[] | null => {
  const { items } = asRecord(value)
  return Array.isArray(items) ? items.map(asRecord) : null
}
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const differing = (from: Members, to: Members): Members =>
  Object.fromEntries(Object.entries(from).filter(([name, value]) => !isSame(value, to[name])))

/**
 * The value that a save started from, as its differences from the saved value: most of it is the same, and a
 * request that outlives its page has to be small.
 */
export function sparseBase(base: SectionDraft, value: SectionDraft): unknown {
  const items = itemsOf(base)
  const { items: _, ...own } = differing(asRecord(base), asRecord(value))
  if (!items) return own
  const now = new Map(itemsOf(value)?.map((item) => [item.id, item]))
  return { ...own, items: items.map((item) => ({ ...differing(item, now.get(item.id) ?? {}), id: item.id })) }
}

/** The base again. It comes from outside, so the caller has to check its shape. */
export function restoreBase(sparse: unknown, value: SectionDraft): unknown {
  const items = itemsOf(sparse)
  const restored = { ...value, ...asRecord(sparse) }
  if (!items) return restored
  const now = new Map(itemsOf(value)?.map((item) => [item.id, item]))
  return { ...restored, items: items.map((item) => ({ ...now.get(item.id), ...item })) }
}
