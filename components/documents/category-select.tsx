'use client'

import { DOCUMENT_CATEGORIES } from '@/lib/domain/documents/document-kinds'
import type { DocumentSlot } from '@/lib/domain/documents/document-plan'
import { type Filing, filingOf } from './guess-category'

/** What a file is: a slot of the plan, or a category beside it. `of` names the file, for those who do not see which row the list stands in. */
export function CategorySelect({
  of,
  value,
  plan,
  disabled,
  onChange,
}: {
  of: string
  /** A slot's id, or a category. */
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

/** As the list has it: a slot of the plan, what is in none beside the slots of its category, or a category. */
export function filedAs(
  { category, slot }: { category: string; slot: string | null },
  plan: readonly DocumentSlot[],
): string {
  if (slot !== null && plan.some(({ id }) => id === slot)) return slot
  return plan.some((one) => one.category === category && one.id !== category) ? anotherOf(category) : category
}

const anotherOf = (category: string): string => `${category}:other`
