'use client'

import { Package, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { newItemId } from '@/components/applications/new-item-id'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import type { LineItemTemplate } from '@/lib/domain/application/line-item-template'
import { DoneNotice } from './save-notices'
import { TemplateCard, unsavedTemplates } from './template-card'

/**
 * The templates, each with its own form. They keep their places while the page is open, whatever their names
 * become, so that nothing being edited moves away.
 */
export function TemplateBoard({ templates }: { templates: readonly LineItemTemplate[] }) {
  const [started, setStarted] = useState(() =>
    [...unsavedTemplates].flatMap(([id, { base }]) => (base === null ? [id] : [])),
  )
  const [places, setPlaces] = useState(() => [...started, ...templates.map(({ id }) => id)])
  const [done, setDone] = useState('')
  const addButton = useRef<HTMLButtonElement>(null)
  const stored = new Map(templates.map((template) => [template.id, template]))
  const shown = [...places, ...templates.map(({ id }) => id).filter((id) => !places.includes(id))].filter(
    // A template that was removed elsewhere stays while it has unsaved text here.
    (id) => stored.has(id) || started.includes(id) || unsavedTemplates.has(id),
  )

  function add() {
    const id = newItemId()
    setDone('')
    setStarted([...started, id])
    setPlaces([id, ...places])
  }

  function leave(id: string, words: string) {
    setStarted(started.filter((other) => other !== id))
    setPlaces(places.filter((other) => other !== id))
    setDone(words)
    addButton.current?.focus()
  }

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <Button ref={addButton} variant="primary" onClick={add}>
          <Plus aria-hidden="true" />
          Add a template
        </Button>
        <DoneNotice>{done}</DoneNotice>
      </div>
      <div className="rounded-lg border border-line bg-surface">
        {shown.length === 0 ? (
          <EmptyState icon={<Package />} title="No templates">
            A template fills in the fields of a line item that you sell often.
          </EmptyState>
        ) : (
          <ul>
            {shown.map((id) => (
              <TemplateCard
                key={id}
                id={id}
                initial={stored.get(id) ?? null}
                others={templates.filter((other) => other.id !== id)}
                isNew={started.includes(id) && !unsavedTemplates.has(id) && !stored.has(id)}
                onGone={(words) => leave(id, words)}
              />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
