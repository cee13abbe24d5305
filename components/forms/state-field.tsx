'use client'

import type { FieldValues } from 'react-hook-form'
import { stateCode, US_STATES } from '@/lib/domain/values/us-states'
import { ComboboxField } from './combobox-field'
import type { FieldProps } from './field-props'
import { matchingOptions } from './matching-options'

const STATES = US_STATES.map(({ code, name }) => ({ value: code, label: name }))

/** A US state or territory by name or letters. Leaving the field writes the two letters. */
export function StateField<T extends FieldValues = FieldValues>(props: FieldProps<T>) {
  return <ComboboxField<T> width="short" {...props} options={STATES} shown={shownState} />
}

/** Also accepts an unambiguous beginning of a name. */
function shownState(typed: string): string {
  const code = stateCode(typed)
  if (code !== null) return code
  const matches = typed.trim().length > 2 ? matchingOptions(STATES, typed) : []
  return matches.length === 1 ? (matches[0]?.value ?? typed) : typed
}
