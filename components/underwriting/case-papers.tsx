'use client'

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'

/** Where the documents stand beside the data, and are looked at all along. */
const WIDE = '(min-width: 80rem)'
const isWide = () => matchMedia(WIDE).matches

type Papers = {
  /** Ids of the documents in the viewer: one, or those that are looked at together. */
  shown: readonly string[]
  show: (ids: readonly string[]) => void
  /** The same where there is room beside the data; on a phone nobody is sent elsewhere. */
  showBeside: (ids: readonly string[]) => void
  /** Ids of the documents that were opened on this page, as the viewer had them in sight. */
  opened: ReadonlySet<string>
  markOpened: (id: string) => void
}

const PapersContext = createContext<Papers>({
  shown: [],
  show: () => {},
  showBeside: () => {},
  opened: new Set(),
  markOpened: () => {},
})

export const usePapers = (): Papers => useContext(PapersContext)

/** Which documents of a case are open: chosen in their list, or by what they prove. `first`: what is worked on first. */
export function CasePapers({ first, children }: { first: readonly string[]; children: ReactNode }) {
  const [shown, show] = useState<readonly string[]>([])
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const begin = first.join(' ')
  useEffect(() => {
    if (begin !== '' && isWide()) show((now) => (now.length > 0 ? now : begin.split(' ')))
  }, [begin])
  const papers = useMemo(
    () => ({
      shown,
      show,
      showBeside: (ids: readonly string[]) => {
        if (ids.length > 0 && isWide()) show(ids)
      },
      opened,
      markOpened: (id: string) => setOpened((all) => (all.has(id) ? all : new Set([...all, id]))),
    }),
    [shown, opened],
  )
  return <PapersContext value={papers}>{children}</PapersContext>
}
