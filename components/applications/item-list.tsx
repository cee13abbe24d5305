'use client'

import { Plus, Trash2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { focusField } from '@/components/forms/focus-field'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { isBlankItem } from '@/lib/domain/application/blank'
import type { FullDraft } from '@/lib/domain/application/full-sections'
import { isBlankLineItem } from '@/lib/domain/application/line-item'

const RemoveItemDialog = dynamic(() => import('./remove-item-dialog').catch(notLoaded), {
  loading: () => null,
})

type ListDraft = FullDraft['contacts' | 'accounts' | 'pricing']

/** The card of a contact, account or line item, with its name, fields and a remove button. */
export function ItemCard({
  section,
  index,
  title,
  actions,
  onRemove,
  children,
}: {
  section: 'contacts' | 'accounts' | 'pricing'
  index: number
  title: ReactNode
  /** Other actions, shown before the remove button. */
  actions?: ReactNode
  onRemove: (index: number) => void
  children: ReactNode
}) {
  const { card, askToRemove, dialog } = useRemoval<HTMLDivElement>({ section, index, title, onRemove })
  return (
    <div ref={card} data-field={`${section}.items.${index}`}>
      <Panel
        title={<span className="line-clamp-2 break-words">{title}</span>}
        actions={
          <>
            {actions}
            <Button variant="ghost" size="small" onClick={askToRemove}>
              <Trash2 aria-hidden="true" />
              Remove
            </Button>
          </>
        }
      >
        {children}
      </Panel>
      {dialog}
    </div>
  )
}

/** Removes an item from its list. `card`: the item's element, among those of the other items. */
export function useRemoval<E extends HTMLElement>({
  section,
  index,
  title,
  onRemove,
}: {
  section: 'contacts' | 'accounts' | 'pricing'
  index: number
  title: ReactNode
  onRemove: (index: number) => void
}) {
  const { getValues } = useFormContext<ListDraft>()
  const [asks, setAsks] = useState(false)
  const card = useRef<E>(null)

  function remove() {
    setAsks(false)
    const { nextElementSibling: after, previousElementSibling: before } = card.current ?? {}
    onRemove(index)
    // The focused button disappears with the card. After the dialog closes, the nearest remaining control gets the
    // focus.
    setTimeout(() => {
      const stays = [after, before].find((element) => element?.isConnected && element.querySelector(BUTTON))
      const control = stays?.querySelector<HTMLElement>(BUTTON)
      if (control) control.focus()
      else focusField(`${section}.items`)
    })
  }

  return {
    card,
    askToRemove() {
      const item = getValues().items[index]
      if (!item || isBlank(item)) remove()
      else setAsks(true)
    },
    dialog: asks && <RemoveItemDialog title={title} onRemove={remove} onClose={() => setAsks(false)} />,
  }
}

const BUTTON = 'button:not(:disabled)'

const isBlank = (item: ListDraft['items'][number]): boolean =>
  'members' in item ? isBlankLineItem(item) : isBlankItem(item)

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
