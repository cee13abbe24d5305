'use client'

import { createContext, type ReactNode, useContext } from 'react'
import type { UnsentTexts } from '@/lib/server/applications/unsent-texts'

const UnsentContext = createContext<UnsentTexts>({})

/** What this person had written on this page and not sent when it was read. */
export function UnsentProvider({ unsent, children }: { unsent: UnsentTexts; children: ReactNode }) {
  return <UnsentContext value={unsent}>{children}</UnsentContext>
}

export const useUnsentTexts = (): UnsentTexts => useContext(UnsentContext)
