'use client'

import { useCallback, useEffect, useState } from 'react'
import type { UnfinishedUpload } from '@/lib/server/documents/unfinished'
import { listHeld } from './upload-hold'
import { fetchUnfinished } from './upload-requests'

/**
 * The interrupted uploads: started by this person in any browser, and not held by a window of this one. Loaded on
 * mount, when the page comes back into view, and on `reload`.
 */
export function useUnfinished(applicationId: string, isMine: (uploadId: string) => boolean) {
  const [unfinished, setUnfinished] = useState<readonly UnfinishedUpload[]>([])

  const reload = useCallback(async () => {
    // Without an answer, the list stays as it was; the uploads themselves show that the desk cannot be reached.
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
