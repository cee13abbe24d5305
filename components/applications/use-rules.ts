import { useCallback, useState } from 'react'
import type { checkSection } from '@/lib/domain/application/check'

export type CheckSection = typeof checkSection

let loaded: CheckSection | null = null

/**
 * The rules of a step, null until something is typed: the server already checked what the page loaded. `load` may
 * be called often; after a failure, the next call tries again.
 */
export function useRules(): { rules: CheckSection | null; load: () => void } {
  const [rules, setRules] = useState(() => loaded)
  const load = useCallback(() => {
    if (loaded) return setRules(() => loaded)
    import('@/lib/domain/application/check').then(
      (file) => {
        loaded = file.checkSection
        setRules(() => loaded)
      },
      // The server checks what is saved.
      () => {},
    )
  }, [])
  return { rules, load }
}
