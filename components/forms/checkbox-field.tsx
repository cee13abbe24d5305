'use client'

import { type FieldValues, useController, useFormContext } from 'react-hook-form'
import { classNames } from '@/components/ui/class-names'
import { Findings, GroupFrame } from './field-frame'
import type { FieldProps } from './field-props'
import { useFieldFindings } from './findings'
import { Option } from './option'

/**
 * A boolean checkbox. `off` says why it does not apply now: it is then shown unchecked, and the form keeps its
 * value.
 */
export function CheckboxField<T extends FieldValues = FieldValues>({
  name,
  meta,
  off,
  className,
}: Omit<FieldProps<T>, 'width' | 'required'> & { off?: string | undefined }) {
  const { register, getValues } = useFormContext<T>()
  const { path, findings, onFocus, onBlur } = useFieldFindings(name)
  const hint = off ?? meta.hint
  const describedBy = [hint && `${path}-hint`, findings.length > 0 && `${path}-findings`].filter(Boolean)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: watches the focus of the box inside, and is no control
    <div
      id={path}
      data-field={path}
      className={classNames('flex flex-col gap-0.5', className)}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <Option
        type="checkbox"
        label={meta.label}
        aria-describedby={describedBy.join(' ') || undefined}
        aria-invalid={findings.some(({ severity }) => severity === 'error') || undefined}
        // The server's markup already has the value; the form sets it only once the script runs.
        {...(off === undefined
          ? { defaultChecked: getValues(name), ...register(name) }
          : { checked: false, disabled: true, readOnly: true })}
        key={off === undefined ? 'on' : 'off'}
      />
      {hint && (
        <p id={`${path}-hint`} className="ps-6 text-xs text-muted">
          {hint}
        </p>
      )}
      <Findings path={path} findings={findings} />
    </div>
  )
}

/**
 * Checkboxes for any number of a list's values: `string[]`, in list order. Values that are no longer listed stay
 * and are marked.
 */
export function CheckboxGroup<T extends FieldValues = FieldValues>({
  name,
  meta,
  required,
  choices,
  className,
}: Omit<FieldProps<T>, 'width'> & { choices: readonly string[] }) {
  const { path, findings, onFocus, onBlur } = useFieldFindings(name)
  const { field } = useController<FieldValues>({ name })
  const chosen: readonly string[] = Array.isArray(field.value) ? field.value : []
  const unlisted = chosen.filter((value) => !choices.includes(value))
  const offered = [...choices, ...unlisted]
  return (
    <GroupFrame {...{ path, meta, required, findings, className, onFocus, onBlur }}>
      <div className="flex flex-wrap gap-x-5">
        {offered.map((value, i) => (
          <Option
            key={value}
            type="checkbox"
            label={value}
            note={unlisted.includes(value) && '(not in the list)'}
            ref={i === 0 ? field.ref : undefined}
            name={name}
            value={value}
            checked={chosen.includes(value)}
            onChange={(event) =>
              field.onChange(
                offered.filter((other) => (other === value ? event.target.checked : chosen.includes(other))),
              )
            }
            onBlur={field.onBlur}
          />
        ))}
      </div>
    </GroupFrame>
  )
}
