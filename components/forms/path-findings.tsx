'use client'

import { Findings } from './field-frame'
import { useFieldPath, usePathFindings } from './findings'

/** Findings about a whole list or group (`items`), which no single field shows. Always visible: they guide. */
export function PathFindings({ name }: { name: string }) {
  const path = useFieldPath(name)
  const findings = usePathFindings(path)
  return (
    <div id={path} data-field={path} tabIndex={-1} className="empty:hidden">
      <Findings path={path} findings={findings} />
    </div>
  )
}
