'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'

/** Both are elements, so a page can render them on the server. */
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
