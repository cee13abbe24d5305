'use client'

import {
  DOCUMENT_CATEGORIES,
  type DocumentCategory,
  isDocumentCategory,
} from '@/lib/domain/documents/document-kinds'

/** `of` names the file, for those who do not see which row the list stands in. */
export function CategorySelect({
  of,
  value,
  disabled,
  onChange,
}: {
  of: string
  value: string
  disabled?: boolean
  onChange: (category: DocumentCategory) => void
}) {
  return (
    <select
      aria-label={`Category of ${of}`}
      className="control control-select"
      value={value}
      disabled={disabled}
      onChange={({ target }) => {
        if (isDocumentCategory(target.value)) onChange(target.value)
      }}
    >
      {DOCUMENT_CATEGORIES.map(({ slug, label }) => (
        <option key={slug} value={slug}>
          {label}
        </option>
      ))}
    </select>
  )
}
