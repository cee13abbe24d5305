'use client'

import { useCallback, useEffect, useState } from 'react'
import type { UnfinishedUpload } from '@/lib/server/documents/unfinished'
import { listHeld } from './upload-hold'
import { fetchUnfinished } from './upload-requests'

/**
 * The uploads that were interrupted: begun by this person, from any browser, and held by no window of this one.
 * Asked when the page appears and comes back into view, and when `reload` is called.
 */
export function useUnfinished(applicationId: string, isMine: (uploadId: string) => boolean) {
  const [unfinished, setUnfinished] = useState<readonly UnfinishedUpload[]>([])

  const reload = useCallback(async () => {
    // Who cannot be answered now sees what was known before; the uploads themselves say that the desk is away.
    const answer = await Promise.all([fetchUnfinished(applicationId), listHeld()]).catch(() => null)
    if (!answer) return
    const [uploads, held] = answer
    setUnfinished(uploads.filter(({ id }) => !held.has(id)))
  }, [applicationId])

  useEffect(() => {
    const look = () => {
      if (!document.hidden) void reload()
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [reload])

  return { interrupted: unfinished.filter(({ id }) => !isMine(id)), reload }
}
