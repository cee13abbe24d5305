'use client'

import { Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { focusField } from '@/components/forms/focus-field'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Panel } from '@/components/ui/panel'
import { isBlankItem } from '@/lib/domain/application/blank'
import type { Draft } from '@/lib/domain/application/sections'

/** The frame of one contact or account: its name, its fields, and the way to remove it. */
export function ItemCard({
  section,
  index,
  title,
  onRemove,
  children,
}: {
  section: 'contacts' | 'accounts'
  index: number
  title: ReactNode
  onRemove: (index: number) => void
  children: ReactNode
}) {
  const { getValues } = useFormContext<Draft['contacts'] | Draft['accounts']>()
  const [asks, setAsks] = useState(false)
  const card = useRef<HTMLDivElement>(null)

  function remove() {
    setAsks(false)
    const { nextElementSibling: after, previousElementSibling: before } = card.current ?? {}
    onRemove(index)
    // The button that has the focus goes away with the card: the next thing that stays takes it, once the
    // dialog that keeps the focus is gone.
    setTimeout(() => {
      const stays = [after, before].find((element) => element?.isConnected && element.querySelector('button'))
      const control = stays?.querySelector<HTMLElement>('button')
      if (control) control.focus()
      else focusField(`${section}.items`)
    })
  }

  return (
    <div ref={card} data-field={`${section}.items.${index}`}>
      <Panel
        title={title}
        actions={
          <Button
            variant="ghost"
            size="small"
            onClick={() => {
              const item = getValues().items[index]
              if (!item || isBlankItem(item)) remove()
              else setAsks(true)
            }}
          >
            <Trash2 aria-hidden="true" />
            Remove
          </Button>
        }
      >
        {children}
      </Panel>
      <Dialog
        open={asks}
        onClose={() => setAsks(false)}
        title={<>Remove {title}?</>}
        description="Everything entered here is removed from the draft. What was sent to the partner before stays with the partner."
        footer={
          <>
            <Button onClick={() => setAsks(false)}>Keep it</Button>
            <Button variant="danger" onClick={remove}>
              Remove
            </Button>
          </>
        }
      />
    </div>
  )
}

export function AddButton({ onAdd, children }: { onAdd: () => void; children: ReactNode }) {
  return (
    <div>
      <Button onClick={onAdd}>
        <Plus aria-hidden="true" />
        {children}
      </Button>
    </div>
  )
}
