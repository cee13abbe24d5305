'use client'

import { Findings } from './field-frame'
import { useFieldPath, usePathFindings } from './findings'

/** Findings about a list or group (`items`) that no single field shows. Always visible, as guidance. */
export function PathFindings({ name }: { name: string }) {
  const path = useFieldPath(name)
  const findings = usePathFindings(path)
  return (
    <div id={path} data-field={path} tabIndex={-1} className="empty:hidden">
      <Findings path={path} findings={findings} />
    </div>
  )
}
