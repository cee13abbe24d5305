import { applicationAt, routes } from '@/lib/routes'

/** Finds the list on the open page by its accessible structure: a search, and rows named by a link. */

/** Focuses the search of the page's list; false if there is none. */
export function focusListSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>('#main [role="search"] input[type="search"]')
  box?.focus()
  box?.select()
  return box !== null
}

/** Focuses the row after (1) or before (-1) the focused one; initially the first. */
export function focusRow(by: 1 | -1): void {
  const rows = listRows()
  const at = rows.findIndex(({ row }) => row.contains(document.activeElement))
  const next = at < 0 ? rows[0] : rows[at + by]
  next?.link.focus()
}

/** Each row once, by the link that names it. */
function listRows(): { row: Element; link: HTMLAnchorElement }[] {
  const rows = new Map<Element, HTMLAnchorElement>()
  for (const link of document.querySelectorAll<HTMLAnchorElement>('#main a[href]')) {
    const row = link.closest('tr, li')
    if (!row || !(namesRow(link) || opensApplication(link)) || !link.checkVisibility()) continue
    if (!rows.has(row) || link.closest('th')) rows.set(row, link)
  }
  return [...rows].map(([row, link]) => ({ row, link }))
}

/** In the cell that is the row's heading. */
const namesRow = (link: HTMLAnchorElement) => link.closest('.data-table tbody th') !== null

function opensApplication({ pathname }: HTMLAnchorElement): boolean {
  const id = applicationAt(pathname)
  return id !== null && [routes.application(id), routes.applicationNext(id)].some((own) => own === pathname)
}
