'use client'

import { createContext, type ReactNode, useContext, useState } from 'react'
import { type UnsentOfTab, type UnsentText, useUnsent } from './use-unsent'

/** Something to request from staff: a place, its label, the words, and how many documents. */
export type Ask = { place: string; label: string; note: string; count?: number }

const unsent: UnsentOfTab<readonly Ask[]> = new Map()

type Asks = {
  /** Null if this person cannot request now; no button offers it then. */
  asks: readonly Ask[] | null
  change: (change: (asks: readonly Ask[]) => readonly Ask[]) => void
  text: UnsentText<readonly Ask[]>
  /** The item picked last, whose words are focused next. A new object for each pick. */
  latest: { place: string } | null
  pick: (ask: Pick<Ask, 'place' | 'label'>) => void
  /** Whether the tray is open or shows only the number of items. */
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

const AsksContext = createContext<Asks>({
  asks: null,
  change: () => {},
  text: { id: () => '', sent: () => {} },
  latest: null,
  pick: () => {},
  isOpen: false,
  setOpen: () => {},
})

export const useAsks = (): Asks => useContext(AsksContext)

/** The items of a request for information: picked beside the values, written in the tray. */
export function CaseAsks({
  applicationId,
  mayAsk,
  children,
}: {
  applicationId: string
  mayAsk: boolean
  children: ReactNode
}) {
  const [asks, change, text] = useUnsent(unsent, { applicationId, what: 'asks' }, NONE, isEmpty)
  const [isOpen, setOpen] = useState(false)
  const [latest, setLatest] = useState<Asks['latest']>(null)

  function pick({ place, label }: Pick<Ask, 'place' | 'label'>) {
    change((list) => (list.some((ask) => ask.place === place) ? list : [...list, { place, label, note: '' }]))
    setLatest({ place })
    setOpen(true)
  }
  const value = { asks: mayAsk ? asks : null, change, text, latest, pick, isOpen, setOpen }
  return <AsksContext value={value}>{children}</AsksContext>
}

const NONE: readonly Ask[] = []
const isEmpty = (list: readonly Ask[]) => list.length === 0
