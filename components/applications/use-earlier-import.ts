import { useEffect, useState } from 'react'
import type { EarlierImport } from '@/lib/server/applications/import'
import { askEarlierImport, UNREACHABLE } from './import-requests'

/**
 * What the server knows about the same file; `unknown` says why it could not be asked. A `problem` asks again,
 * since it may mean that there is an earlier import.
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

  // An answer about another file does not apply.
  return found && found.text === text ? found : { earlier: null, unknown: null }
}
