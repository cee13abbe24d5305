'use client'

import { useRef, useState } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'
import { ComboboxField } from './combobox-field'
import type { FieldProps } from './field-props'

/**
 * A merchant category code, found by number or description; `5812 restaurants` becomes `5812`. Its name is shown
 * below. The names are loaded on first use; the initial code's name comes with the page.
 */
export function CategoryField<T extends FieldValues = FieldValues>({
  categoryName,
  ...props
}: FieldProps<T> & { categoryName: string | undefined }) {
  const read = useRef((typed: string) => typed.trim())
  const code = String(useWatch<T>({ name: props.name })).trim()
  const [names, setNames] = useState<Readonly<Record<string, string | undefined>>>({ [code]: categoryName })
  const hint = names[code]

  async function loadCategories() {
    const { CATEGORY_NAMES, readCategory } = await import('@/lib/domain/values/merchant-category-names')
    read.current = (typed) => readCategory(typed).trim()
    setNames(CATEGORY_NAMES)
    // As object keys, codes that look like numbers would come before those that start with 0.
    return Object.entries(CATEGORY_NAMES)
      .map(([value, label]) => ({ value, label }))
      .sort((a, b) => (a.value < b.value ? -1 : 1))
  }
  return (
    <ComboboxField<T>
      width="medium"
      {...props}
      meta={hint === undefined ? props.meta : { ...props.meta, hint }}
      options={loadCategories}
      shown={(typed) => read.current(typed)}
    />
  )
}
