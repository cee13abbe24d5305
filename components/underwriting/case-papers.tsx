'use client'

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { routes } from '@/lib/routes'

/** Where the documents stand beside the data, and are looked at all along. */
const WIDE = '(min-width: 80rem)'
const isWide = () => matchMedia(WIDE).matches

type Papers = {
  /** Ids of the documents in the viewer: one, or those that are looked at together. */
  shown: readonly string[]
  /** Whether somebody chose them; else the page showed them by itself, which opens none. */
  areChosen: boolean
  /** What somebody chooses. */
  show: (ids: readonly string[]) => void
  /** What comes next, which nobody chose. */
  preview: (ids: readonly string[]) => void
  /** The same where there is room beside the data; on a phone nobody is sent elsewhere. */
  showBeside: (ids: readonly string[]) => void
  /** Ids of the documents that somebody opened on this page, as the desk knows. */
  opened: ReadonlySet<string>
  /** Says so to the desk, once. */
  open: (id: string) => void
  /** Done when the desk knows what was said of this document. */
  whenOpened: (id: string) => Promise<void>
}

const PapersContext = createContext<Papers>({
  shown: [],
  areChosen: false,
  show: () => {},
  preview: () => {},
  showBeside: () => {},
  opened: new Set(),
  open: () => {},
  whenOpened: async () => {},
})

export const usePapers = (): Papers => useContext(PapersContext)

/** Which documents of a case are open: chosen in their list, or by what they prove. `first`: what is worked on first. */
export function CasePapers({ first, children }: { first: readonly string[]; children: ReactNode }) {
  const [{ shown, areChosen }, setShown] = useState(NOTHING)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const opening = useRef(new Map<string, Promise<void>>())
  const open = useCallback((id: string) => {
    if (opening.current.has(id)) return
    opening.current.set(
      id,
      tellOpened(id).then(
        () => setOpened((all) => new Set([...all, id])),
        // Not known at the desk, it is not opened: the next act says it again.
        () => void opening.current.delete(id),
      ),
    )
  }, [])
  const whenOpened = useCallback(async (id: string) => opening.current.get(id), [])
  const begin = first.join(' ')
  useEffect(() => {
    if (begin !== '' && isWide())
      setShown((now) => (now.shown.length > 0 ? now : { shown: begin.split(' '), areChosen: false }))
  }, [begin])
  const papers = useMemo(() => {
    const preview = (ids: readonly string[]) => setShown({ shown: ids, areChosen: false })
    return {
      shown,
      areChosen,
      show: (ids: readonly string[]) => setShown({ shown: ids, areChosen: true }),
      preview,
      showBeside: (ids: readonly string[]) => {
        if (ids.length > 0 && isWide()) preview(ids)
      },
      opened,
      open,
      whenOpened,
    }
  }, [shown, areChosen, opened, open, whenOpened])
  return <PapersContext value={papers}>{children}</PapersContext>
}

const NOTHING: Pick<Papers, 'shown' | 'areChosen'> = { shown: [], areChosen: false }

async function tellOpened(id: string): Promise<void> {
  const answer = await fetch(routes.api.documentContent(id), { method: 'POST' })
  if (!answer.ok) throw new Error(`The desk answered ${answer.status}.`)
}
