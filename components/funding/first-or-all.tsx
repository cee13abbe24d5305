'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'

/** Both come as elements, so that a page can make them at the server. */
export function FirstOrAll({ first, all, open }: { first: ReactNode; all: ReactNode; open: string }) {
  const [isAll, setAll] = useState(false)
  return (
    <>
      {isAll ? all : first}
      <p className="px-4 py-2 print:hidden">
        <Button size="small" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? 'Show fewer' : open}
        </Button>
      </p>
    </>
  )
}
