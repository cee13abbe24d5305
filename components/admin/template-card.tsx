'use client'

import { ChevronRight } from 'lucide-react'
import { useCallback, useId, useState } from 'react'
import { Badge, StatusBadge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { isZeroPrice } from '@/lib/domain/application/line-item-pricing'
import type { LineItemTemplate } from '@/lib/domain/application/line-item-template'
import { TemplateForm } from './template-form'
import { blankTemplate, isSameTemplate, type TemplateText, textOf } from './template-text'
import { type UnsavedEdits, useEdit } from './use-edit'

export const unsavedTemplates: UnsavedEdits<LineItemTemplate | null, TemplateText> = new Map()

/** A template: one line that unfolds into its form. */
export function TemplateCard({
  id,
  initial,
  others,
  isNew,
  onGone,
}: {
  id: string
  initial: LineItemTemplate | null
  others: readonly LineItemTemplate[]
  isNew: boolean
  onGone: (words: string) => void
}) {
  const begin = useCallback(
    (stored: LineItemTemplate | null) => (stored ? textOf(stored) : blankTemplate(id)),
    [id],
  )
  const edit = useEdit({
    id: `template.${id}`,
    unsaved: unsavedTemplates,
    initial,
    begin,
    isSame: isSameTemplate,
  })
  const [open, setOpen] = useState(edit.base === null || edit.isChanged)
  // The form stays mounted when folded, because it may show a message.
  const [wasOpen, setWasOpen] = useState(open)
  const panel = useId()
  const { name, kind, members } = edit.typed
  const fields = members.map((member) => member.name).filter(Boolean)
  return (
    <li className="border-b border-line last:border-b-0">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => {
            setOpen(!open)
            setWasOpen(true)
          }}
          className="flex min-h-11 w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-start hover:bg-sunken focus-visible:-outline-offset-2"
        >
          <ChevronRight
            className={classNames('size-4 shrink-0 text-muted', open && 'rotate-90')}
            aria-hidden="true"
          />
          <span className="min-w-0 font-semibold break-words">
            <bdi>{name.trim() || 'New template'}</bdi>
          </span>
          {kind && <Badge>{kind}</Badge>}
          {members.some(isZeroPrice) && <StatusBadge tone="warn">Zero price</StatusBadge>}
          {edit.isChanged && <StatusBadge tone="warn">Not saved yet</StatusBadge>}
          <span className="ms-auto hidden max-w-[50%] truncate font-mono text-xs text-muted md:block">
            {fields.join(', ')}
          </span>
        </button>
      </h2>
      <div id={panel} hidden={!open}>
        {wasOpen && <TemplateForm edit={edit} others={others} takesFocus={isNew} onGone={onGone} />}
      </div>
    </li>
  )
}
