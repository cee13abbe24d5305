import type { ReactNode } from 'react'
import { Panel } from '@/components/ui/panel'
import { BELOW_BARS, type PartId } from './case-standing'

/** A part of the case page that the row of links at the top leads to. */
export function CasePart({
  id,
  children,
  ...panel
}: {
  id: PartId
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
  flush?: boolean
  children?: ReactNode
}) {
  return (
    <div id={id} tabIndex={-1} className={`${BELOW_BARS} min-w-0 rounded-lg`}>
      <Panel {...panel}>{children}</Panel>
    </div>
  )
}
