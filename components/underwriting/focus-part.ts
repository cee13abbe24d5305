import type { PartId } from './case-status'

/** The pressed button disappeared, so the focus moves to the part that it was about, without scrolling. */
export const focusPart = (id: PartId) => document.getElementById(id)?.focus({ preventScroll: true })
