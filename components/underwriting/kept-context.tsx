'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { KeptTexts } from '@/lib/server/applications/kept-texts'

const KeptContext = createContext<KeptTexts>({})

/** What this person had written on this page and not sent when it was read. */
export function KeptProvider({ kept, children }: { kept: KeptTexts; children: ReactNode }) {
  return <KeptContext value={kept}>{children}</KeptContext>
}

export const useKeptTexts = (): KeptTexts => useContext(KeptContext)
