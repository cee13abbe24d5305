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

/** From this width on, documents are beside the data and read along with it. */
const WIDE = '(min-width: 80rem)'
const isWide = () => matchMedia(WIDE).matches

type Papers = {
  /** IDs of the documents in the viewer: one, or several that are read together. */
  shown: readonly string[]
  /** Whether a person chose them. Documents that the page showed by itself do not count as opened. */
  areChosen: boolean
  /** Shows what a person chose. */
  show: (ids: readonly string[]) => void
  /** Shows what comes next without a person's choice. */
  preview: (ids: readonly string[]) => void
  /** Shows them if there is room beside the data; on a phone the page stays where it is. */
  showBeside: (ids: readonly string[]) => void
  /** IDs of the documents that someone opened on this page, as the desk has stored. */
  opened: ReadonlySet<string>
  /** Tells the desk once that a document was opened. */
  open: (id: string) => void
  /** Resolves once the desk has stored that the document was opened. */
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

/**
 * Which documents of a case are shown, chosen from their list or by what they prove. `first`: those of the work to
 * do first.
 */
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
        // The desk has not stored it, so the next event reports it again.
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
