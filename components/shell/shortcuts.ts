import type { PageAction } from './page-actions'

/** Shortcuts of one key, or of two in sequence. */
export type Shortcut =
  | 'shortcuts'
  | 'applications'
  | 'list-search'
  | 'next-row'
  | 'previous-row'
  | 'previous-step'
  | 'next-step'
  | Exclude<PageAction, 'previous-case' | 'next-case'>

/**
 * In display order. Few, because any can be hit by mistake. Their descriptions are in the dialog, which pages do
 * not load.
 */
export const SHORTCUTS: readonly { shortcut: Shortcut; keys: readonly string[] }[] = [
  { shortcut: 'applications', keys: ['g', 'a'] },
  { shortcut: 'list-search', keys: ['/'] },
  { shortcut: 'next-row', keys: ['j'] },
  { shortcut: 'previous-row', keys: ['k'] },
  { shortcut: 'previous-step', keys: ['['] },
  { shortcut: 'next-step', keys: [']'] },
  { shortcut: 'claim', keys: ['c'] },
  { shortcut: 'approve', keys: ['a'] },
  { shortcut: 'decline', keys: ['d'] },
  { shortcut: 'request', keys: ['r'] },
  { shortcut: 'note', keys: ['n'] },
  { shortcut: 'shortcuts', keys: ['?'] },
]

/** How long a first key waits for its second. */
export const SEQUENCE_MS = 1_500

/** The first key of a sequence and when it was pressed, in milliseconds of any clock. */
export type Held = { key: string; at: number }

/** What a key means after the `held` one, and what is held now. */
export function recognise(
  held: Held | null,
  key: string,
  at: number,
): { is: Shortcut | null; held: Held | null } {
  const first = held && at - held.at <= SEQUENCE_MS ? [held.key] : []
  const pressed = [...first, key]
  const found =
    SHORTCUTS.find(({ keys }) => isSame(keys, pressed)) ?? SHORTCUTS.find(({ keys }) => isSame(keys, [key]))
  if (found) return { is: found.shortcut, held: null }
  const begins = SHORTCUTS.some(({ keys }) => keys.length > 1 && keys[0] === key)
  return { is: null, held: begins ? { key, at } : null }
}

const isSame = (keys: readonly string[], pressed: readonly string[]) =>
  keys.length === pressed.length && keys.every((key, i) => key === pressed[i])
