'use client'

import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Rows that come in at the top of a list push the others down. The row that is being read stays where it
 * is: the one with the focus, or the first one seen of a list that was scrolled. Call what is returned
 * right before the list changes. The list must have `overflow-anchor: none`, or the browser does it as well.
 */
export function useScrollAnchor(list: RefObject<HTMLElement | null>): () => void {
  const held = useRef<{ row: Element; top: number } | null>(null)
  useLayoutEffect(() => {
    const { row, top } = held.current ?? {}
    held.current = null
    if (row?.isConnected && top !== undefined) {
      scrollBy({ top: row.getBoundingClientRect().top - top, behavior: 'instant' })
    }
  })
  return () => {
    const row = rowBeingRead(list.current)
    held.current = row && { row, top: row.getBoundingClientRect().top }
  }
}

function rowBeingRead(list: HTMLElement | null): Element | null {
  if (!list) return null
  const rows = [...list.querySelectorAll('tbody > tr')]
  const focused = rows.find((row) => row.contains(document.activeElement))
  if (focused) return focused
  const [first] = rows
  // The bar at the top covers what is scrolled behind it.
  const edge = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  if (!first || first.getBoundingClientRect().top >= edge) return null
  return rows.find((row) => row.getBoundingClientRect().bottom > edge) ?? null
}
