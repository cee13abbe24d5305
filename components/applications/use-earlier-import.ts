import { useEffect, useState } from 'react'
import type { EarlierImport } from '@/lib/server/applications/import'
import { askEarlierImport, UNREACHABLE } from './import-requests'

/**
 * What the server knows of the same file; `unknown` says why it could not be asked. Asked once more after a
 * `problem`, which may be that there is an earlier one.
 */
export function useEarlierImport(
  text: string | null,
  problem: string | null,
): {
  earlier: EarlierImport | null
  unknown: string | null
} {
  const [found, setFound] = useState<{
    text: string
    earlier: EarlierImport | null
    unknown: string | null
  } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a problem asks once more
  useEffect(() => {
    if (text === null) return
    const asking = new AbortController()
    askEarlierImport(text, asking.signal).then(
      (earlier) => setFound({ text, earlier, unknown: null }),
      (error: unknown) => {
        if (asking.signal.aborted) return
        const words = error instanceof Error && !(error instanceof TypeError) ? error.message : UNREACHABLE
        setFound({ text, earlier: null, unknown: words })
      },
    )
    return () => asking.abort()
  }, [text, problem])

  // What is known of another file says nothing of this one.
  return found && found.text === text ? found : { earlier: null, unknown: null }
}
