'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { UnsentTexts } from '@/lib/server/applications/unsent-texts'

const UnsentContext = createContext<UnsentTexts>({})

/** This person's unsent texts when the page was loaded. */
export function UnsentProvider({ unsent, children }: { unsent: UnsentTexts; children: ReactNode }) {
  return <UnsentContext value={unsent}>{children}</UnsentContext>
}

export const useUnsentTexts = (): UnsentTexts => useContext(UnsentContext)
