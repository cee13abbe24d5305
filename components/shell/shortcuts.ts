import type { PageAction } from './page-actions'

/** The shortcuts of one key, or of two one after the other. */
export type Shortcut =
  | 'shortcuts'
  | 'applications'
  | 'list-search'
  | 'next-row'
  | 'previous-row'
  | 'previous-step'
  | 'next-step'
  | Exclude<PageAction, 'previous-case' | 'next-case'>

/** In the order in which they are listed to people. Few, because each is a key that can be hit by mistake. */
export const SHORTCUTS: readonly { shortcut: Shortcut; keys: readonly string[]; does: string }[] = [
  { shortcut: 'applications', keys: ['g', 'a'], does: 'Go to the applications' },
  { shortcut: 'list-search', keys: ['/'], does: 'In a list: go to its search' },
  { shortcut: 'next-row', keys: ['j'], does: 'In a list: next row; Enter opens it. In a case: next case' },
  { shortcut: 'previous-row', keys: ['k'], does: 'In a list: previous row. In a case: previous case' },
  { shortcut: 'previous-step', keys: ['['], does: 'In an application: previous step' },
  { shortcut: 'next-step', keys: [']'], does: 'In an application: next step' },
  { shortcut: 'claim', keys: ['c'], does: 'In a case: claim it' },
  { shortcut: 'approve', keys: ['a'], does: 'In a case: choose Approve' },
  { shortcut: 'decline', keys: ['d'], does: 'In a case: choose Decline' },
  { shortcut: 'request', keys: ['r'], does: 'In a case: request information' },
  { shortcut: 'note', keys: ['n'], does: 'In a case: write a note' },
  { shortcut: 'shortcuts', keys: ['?'], does: 'Show these shortcuts' },
]

/** A first key waits this long for its second. */
export const SEQUENCE_MS = 1_500

/** The first key of a sequence, and when it was pressed. Times are milliseconds of any one clock. */
export type Held = { key: string; at: number }

/** What a key means after the one that is `held`, and what is held now. */
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
