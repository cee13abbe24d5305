import type { ReactNode } from 'react'
import { Panel } from '@/components/ui/panel'
import type { PartId } from './case-status'

/** A part of the case page that the links at the top lead to. `name`: its name there. */
export function CasePart({
  id,
  name,
  children,
  ...panel
}: {
  id: PartId
  name: string
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
  flush?: boolean
  children?: ReactNode
}) {
  return (
    <section id={id} tabIndex={-1} aria-label={name} className="min-w-0 rounded-lg">
      <Panel {...panel}>{children}</Panel>
    </section>
  )
}
