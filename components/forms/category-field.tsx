'use client'

import { useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { ComboboxField } from './combobox-field'
import type { FieldProps } from './field-props'

/**
 * A merchant category code, by its number or by what the business does; `5812 restaurants` becomes `5812`. Names are
 * loaded when the field is used.
 */
export function CategoryField<T extends FieldValues = FieldValues>(props: FieldProps<T>) {
  const read = useRef((typed: string) => typed.trim())

  async function loadCategories() {
    const { CATEGORY_NAMES, readCategory } = await import('@/lib/domain/values/merchant-category-names')
    read.current = (typed) => readCategory(typed).trim()
    // Codes that look like years would otherwise come in the order of numbers, before those that begin with 0.
    return Object.entries(CATEGORY_NAMES)
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => (a.value < b.value ? -1 : 1))
  }
  return (
    <ComboboxField<T>
      width="medium"
      {...props}
      options={loadCategories}
      shown={(typed) => read.current(typed)}
    />
  )
}
