'use client'

import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the row being read in place when rows arrive above it: the focused row, or the first visible one of a
 * scrolled list. Call the returned function right before the list changes. The list needs `overflow-anchor: none`,
 * or the browser would adjust it, too.
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
  // The top bar covers what scrolls behind it.
  const edge = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
  if (!first || first.getBoundingClientRect().top >= edge) return null
  return rows.find((row) => row.getBoundingClientRect().bottom > edge) ?? null
}
