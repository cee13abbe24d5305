'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { usePoll } from '@/components/shell/use-live'
import type { Deliverable } from '@/lib/domain/documents/deliverable'
import { routes } from '@/lib/routes'
import type { DocumentItem } from '@/lib/server/documents/data'
import { isMoving } from './document-words'

/**
 * The current documents of an application. Reloads on mount (the browser's Back shows an older page), on request,
 * and while something is being sent to the partner. Does not refresh the page: if the server cannot be reached,
 * that would reload it and lose running uploads.
 */
export function useDocuments(
  applicationId: string,
  initial: readonly DocumentItem[],
  deliverable: Deliverable,
) {
  const [documents, setDocuments] = useState(initial)
  const [stale, setStale] = useState(false)
  const asked = useRef(0)

  const reload = useCallback(async () => {
    asked.current += 1
    const question = asked.current
    const response = await fetch(routes.api.documents(applicationId)).catch(() => null)
    // Answers can overtake each other; only the one to the last request counts.
    if (question !== asked.current) return
    if (response?.ok) {
      const answer: DocumentItem[] = await response.json()
      setDocuments(answer)
    }
    // People who may not list documents see those that the page loaded.
    setStale(!response?.ok && response?.status !== 403)
  }, [applicationId])

  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again when documents begin to move
  useEffect(() => {
    void reload()
  }, [reload, deliverable])

  usePoll(
    async () => {
      await reload()
      return null
    },
    documents.some((document) => isMoving(document, deliverable)),
  )

  return { documents, reload, stale }
}
