import type { SheetRow } from './sheet'

/**
 * JSON applications as rows. Each value becomes a column named by its path, so our paths
 * (`contacts.items[0].firstName`) and the partner's (`lstContact[0].FirstName`) are matched like column names.
 */
export type FlatReading =
  | { ok: true; table: { columns: string[]; rows: SheetRow[] } }
  | { ok: false; problem: string }

const NO_APPLICATION =
  'This is not an application. Use an object with its sections, or with the partner’s Mer and Opp.'
const NOT_UNDERSTOOD = 'The file has no list of applications. Use an array of objects, or one object.'

const TOO_MUCH = 'The file has far too many objects for a list of applications. Split it into several files.'

/** Deeper than any application of ours or the partner's. */
const MAX_DEPTH = 6

/** Members that the platform and the forms keep for themselves: new drafts get IDs of their own. */
const OWN_MEMBERS: readonly string[] = ['attributes', 'SourceId']

/** More objects than a thousand applications can have. */
const MOST_OBJECTS = 250_000

/**
 * Reads at most `maxColumns` different paths, and one more to detect that there are too many. `tooMuchOf` says why
 * so many filled rows and columns cannot be read.
 */
export function flattenApplications(
  text: string,
  maxColumns: number,
  tooMuchOf: (rows: number, columns: number) => string | null,
): FlatReading {
  let objects = 0
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1)) objects += 1
  if (objects > MOST_OBJECTS) return { ok: false, problem: TOO_MUCH }
  const parsed = parse(text)
  if (!parsed.ok) return parsed
  const list = Array.isArray(parsed.value) ? parsed.value : [parsed.value]
  if (!list.some(isRecord))
    return { ok: false, problem: list.length === 0 ? 'The list has no applications.' : NOT_UNDERSTOOD }
  const places = new Map<string, number>()
  const flat = list.map((application: unknown): Map<number, string> | null => {
    if (!isRecord(application)) return null
    const cells = new Map<number, string>()
    flatten(application, '', 0, (path, value) => {
      const place = places.get(path) ?? places.size
      if (place > maxColumns) return
      places.set(path, place)
      cells.set(place, value)
    })
    return cells
  })
  const columns = [...places.keys()]
  const filled = flat.map((cells) => !cells || [...cells.values()].some((value) => value.trim() !== ''))
  const problem = tooMuchOf(filled.filter(Boolean).length, columns.length)
  if (problem !== null) return { ok: false, problem }
  const rows = flat.flatMap((cells, index): SheetRow[] => {
    if (!filled[index]) return []
    return [
      {
        row: index + 1,
        cells: columns.map((_, place) => cells?.get(place) ?? ''),
        problem: cells ? null : NO_APPLICATION,
      },
    ]
  })
  return { ok: true, table: { columns, rows } }
}

/** TypeScript's library does not declare the source text of a number yet. */
type Reviver = (name: string, value: unknown, context?: { source?: string }) => unknown

/** Keeps a number as written, so that one of twenty digits keeps them all. */
const asWritten: Reviver = (_name, value, context) =>
  typeof value === 'number' ? (context?.source ?? String(value)) : value

function parse(text: string): { ok: true; value: unknown } | { ok: false; problem: string } {
  try {
    return { ok: true, value: JSON.parse(text, asWritten) }
  } catch {
    // The parser's message quotes the text around the error, which may be sensitive.
    return {
      ok: false,
      problem: 'This isn’t valid JSON. Check for missing quotation marks and commas.',
    }
  }
}

type Emit = (path: string, value: string) => void

function flatten(value: unknown, path: string, depth: number, emit: Emit): void {
  if (depth > MAX_DEPTH || value === null || value === undefined) return
  if (typeof value === 'string' || typeof value === 'boolean') emit(path, String(value))
  else if (Array.isArray(value)) flattenList(value, path, depth, emit)
  else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (OWN_MEMBERS.includes(name) || (name === 'id' && path.endsWith(']'))) continue
      flatten(member, path === '' ? name : `${path}.${name}`, depth + 1, emit)
    }
  }
}

function flattenList(list: readonly unknown[], path: string, depth: number, emit: Emit): void {
  // Roles are joined into one value; the fields of a line item are named by staff.
  if (list.length > 0 && list.every((member) => typeof member === 'string')) {
    emit(path, list.join(';'))
    return
  }
  for (const [index, member] of list.entries()) {
    const named = path.endsWith('.members') && isRecord(member) ? member : null
    if (typeof named?.name === 'string' && typeof named.value === 'string') {
      emit(`${path.replace(/\.members$/, '')}.${named.name}`, named.value)
    } else flatten(member, `${path}[${index}]`, depth + 1, emit)
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
