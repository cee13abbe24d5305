'use client'

import { DOCUMENT_CATEGORIES } from '@/lib/domain/documents/document-kinds'
import type { DocumentSlot } from '@/lib/domain/documents/document-plan'
import { type Filing, filingOf } from './guess-category'

/**
 * Files a document in a slot of the plan or in a category. `of`: the file's name, for screen readers, which do not
 * see the row.
 */
export function CategorySelect({
  of,
  value,
  plan,
  disabled,
  onChange,
}: {
  of: string
  /** A slot's ID, or a category. */
  value: string
  plan: readonly DocumentSlot[]
  disabled?: boolean
  onChange: (filing: Filing) => void
}) {
  return (
    <select
      aria-label={`Category of ${of}`}
      className="control control-select"
      value={value}
      disabled={disabled}
      onChange={({ target }) => onChange(filingOf(target.value))}
    >
      {DOCUMENT_CATEGORIES.map(({ slug, label }) => {
        const slots = plan.filter(({ id, category }) => category === slug && id !== slug)
        return [
          ...slots.map(({ id, label: words }) => (
            <option key={id} value={id}>
              {words}
            </option>
          )),
          <option key={slug} value={slots.length > 0 ? anotherOf(slug) : slug}>
            {slots.length > 0 ? `${label}, another one` : label}
          </option>,
        ]
      })}
    </select>
  )
}

/** The list's value for a file: its slot, the category's place for files outside slots, or its category. */
export function filedAs(
  { category, slot }: { category: string; slot: string | null },
  plan: readonly DocumentSlot[],
): string {
  if (slot !== null && plan.some(({ id }) => id === slot)) return slot
  return plan.some((one) => one.category === category && one.id !== category) ? anotherOf(category) : category
}

const anotherOf = (category: string): string => `${category}:other`
