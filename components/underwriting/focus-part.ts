import type { PartId } from './case-status'

/** What was pressed is gone with what it did: the focus goes to where that stands now, and the page stays in its place. */
export const focusPart = (id: PartId) => document.getElementById(id)?.focus({ preventScroll: true })
