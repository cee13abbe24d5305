'use client'

import { Rows3, Rows4 } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { DENSITY_COOKIE, type Density, readDensity } from './density'

const listeners = new Set<() => void>()

const present = (): Density => readDensity(document.documentElement.dataset.density)

/** Applies the density at once to every list, and remembers it for a year. */
function choose(density: Density): void {
  document.documentElement.dataset.density = density
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain-http addresses
  document.cookie = `${DENSITY_COOKIE}=${density}; path=/; max-age=31536000; samesite=lax`
  for (const tell of listeners) tell()
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
  }
}

/** Switches the row spacing. Hidden on touch screens, where rows always keep their full height. */
export function DensitySwitch() {
  const isCompact = useSyncExternalStore(subscribe, present, () => 'comfortable') === 'compact'
  return (
    <Button
      className="px-2 pointer-coarse:hidden max-md:hidden"
      aria-label="Compact rows"
      title={isCompact ? 'Comfortable rows' : 'Compact rows'}
      aria-pressed={isCompact}
      onClick={() => choose(isCompact ? 'comfortable' : 'compact')}
    >
      {isCompact ? <Rows3 aria-hidden="true" /> : <Rows4 aria-hidden="true" />}
    </Button>
  )
}
