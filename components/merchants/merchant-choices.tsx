'use client'

import { useEffect, useRef } from 'react'
import { classNames } from '@/components/ui/class-names'
import type { Payable } from '@/lib/domain/merchants/confirmation'
import type { MerchantChoice } from '@/lib/server/merchants/views'

/** Why money cannot go to a merchant; null if it can. */
export const PAYABLE_LABELS: Readonly<Record<Payable, string | null>> = {
  yes: null,
  unconfirmed: 'not confirmed',
  paused: 'paused',
  closed: 'closed',
}

/** The list of suggestions below a merchant field, which keeps the focus. */
export function MerchantChoices({
  id,
  field,
  choices,
  active,
  optionId,
  onChoose,
}: {
  id: string
  field: { readonly current: HTMLInputElement | null }
  choices: readonly MerchantChoice[]
  active: number
  optionId: (index: number) => string
  onChoose: (choice: MerchantChoice) => void
}) {
  const list = useRef<HTMLDivElement>(null)

  // In the top layer, so that no dialog or scrolling frame clips it.
  useEffect(() => {
    const popover = list.current
    if (!popover) return
    popover.showPopover()
    const place = () => {
      const at = field.current?.getBoundingClientRect()
      if (!at) return
      const width = Math.min(Math.max(at.width, 288), innerWidth - 16)
      popover.style.width = `${width}px`
      popover.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`
      const below = innerHeight - at.bottom
      const height = Math.min(popover.scrollHeight, 260)
      popover.style.top = `${below < height + 8 && at.top > below ? at.top - height - 4 : at.bottom + 4}px`
    }
    place()
    addEventListener('scroll', place, true)
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, true)
      removeEventListener('resize', place)
    }
  }, [field])
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Merchants"
      popover="manual"
      className="fixed inset-auto m-0 max-h-65 overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-raised"
    >
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
        <div
          key={choice.merchantId}
          id={optionId(index)}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          // Keeps the focus in the field.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
          className={classNames(
            'flex min-h-8 cursor-pointer flex-wrap items-baseline gap-x-2 rounded-md px-2 py-1 text-sm hover:bg-sunken pointer-coarse:min-h-11',
            index === active && 'bg-accent-soft text-accent-ink',
          )}
        >
          <bdi className="min-w-0 font-medium wrap-anywhere">{choice.name}</bdi>
          <code className="text-xs wrap-anywhere">{choice.merchantId}</code>
          {PAYABLE_LABELS[choice.payable] && (
            <span className="text-xs text-warn-ink">{PAYABLE_LABELS[choice.payable]}</span>
          )}
        </div>
      ))}
    </div>
  )
}
