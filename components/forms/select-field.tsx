'use client'

import { type FieldValues, useWatch } from 'react-hook-form'
import { classNames } from '@/components/ui/class-names'
import { FieldFrame } from './field-frame'
import { type FieldProps, WIDTHS } from './field-props'
import { useFieldFindings } from './findings'
import { TextField } from './text-field'
import { useTextRegistration } from './text-registration'

/**
 * A choice from a list: `choices` for a list in Settings; a fixed list comes with the metadata. A value that is no
 * longer listed stays selected and is marked. Without a list, it is a text field.
 */
export function SelectField<T extends FieldValues = FieldValues>(
  props: FieldProps<T> & { choices?: readonly string[] },
) {
  const { choices, ...field } = props
  // A list in Settings that is empty allows any value.
  return typeof field.meta.choices === 'string' && choices?.length === 0 ? (
    <TextField<T> {...field} />
  ) : (
    <ListedField<T> {...props} />
  )
}

function ListedField<T extends FieldValues>({
  name,
  meta,
  required,
  choices = Array.isArray(meta.choices) ? meta.choices : [],
  width = 'full',
  className,
}: FieldProps<T> & { choices?: readonly string[] }) {
  const { path, findings, onFocus, onBlur } = useFieldFindings(name)
  const registration = useTextRegistration(name, meta)
  const chosen: unknown = useWatch({ name, exact: true })
  const unlisted = typeof chosen === 'string' && chosen !== '' && !choices.includes(chosen) ? chosen : null
  return (
    <FieldFrame {...{ path, meta, required, findings, className, onFocus, onBlur }}>
      {(control) => (
        <select
          {...control}
          {...registration}
          className={classNames('control control-select', WIDTHS[width])}
        >
          <option value="">Select…</option>
          {unlisted !== null && <option value={unlisted}>{unlisted} (not in the list)</option>}
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}
