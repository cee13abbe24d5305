/** A pointer that just moved over a row is probably on its way to something in it. */
const POINTING_MS = 3_000

/** Whether someone is using the rows of a list, which must not move then. */
export function isBeingRead(list: HTMLElement | null, pointedAt: number): boolean {
  if (!list) return false
  const selection = getSelection()
  return (
    scrollY > 0 ||
    Date.now() - pointedAt < POINTING_MS ||
    list.contains(document.activeElement?.closest('tbody tr, li') ?? null) ||
    (selection !== null && !selection.isCollapsed && list.contains(selection.anchorNode))
  )
}
