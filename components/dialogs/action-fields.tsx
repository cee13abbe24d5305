'use client'

import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { FieldFrame, Findings, GroupFrame } from '@/components/forms/field-frame'
import type { FieldText } from '@/components/forms/field-meta'
import type { Finding } from '@/components/forms/findings'
import { Option } from '@/components/forms/option'
import { classNames } from '@/components/ui/class-names'
import { MAX_NOTE_LENGTH } from '@/lib/domain/values/note-length'

type Text = { name: string; label: string; hint?: string; required?: boolean }

const metaOf = ({ label, hint, required = true }: Text): FieldText => ({
  label,
  required,
  ...(hint && { hint }),
})

/** The current error of a field, from the resolver or the server. */
function useFieldError(name: string): readonly Finding[] {
  const { getFieldState, formState } = useFormContext()
  const { error } = getFieldState(name, formState)
  return error?.message ? [{ severity: 'error', message: error.message }] : []
}

/** A single-line text input of a `useActionForm` form. */
export function TextInput({
  name,
  label,
  hint,
  required,
  children,
  ...input
}: Text &
  Pick<
    ComponentProps<'input'>,
    | 'type'
    | 'autoComplete'
    | 'autoCapitalize'
    | 'spellCheck'
    | 'readOnly'
    | 'maxLength'
    | 'className'
    | 'onFocus'
  > & {
    children?: ReactNode
  }) {
  const { register } = useFormContext()
  const findings = useFieldError(name)
  return (
    <div className="flex flex-col gap-1.5">
      <FieldFrame path={`field-${name}`} meta={metaOf({ name, label, hint, required })} findings={findings}>
        {(control) => (
          <input
            type="text"
            autoComplete="off"
            {...input}
            {...control}
            {...register(name)}
            className={classNames('control', input.className)}
          />
        )}
      </FieldFrame>
      {children}
    </div>
  )
}

/** The note of a decision, stored with its author's name. */
export function NoteInput({ rows = 3, ...text }: Text & { rows?: number }) {
  const { register } = useFormContext()
  return (
    <FieldFrame path={`field-${text.name}`} meta={metaOf(text)} findings={useFieldError(text.name)}>
      {(control) => (
        <textarea
          rows={rows}
          maxLength={MAX_NOTE_LENGTH}
          {...control}
          {...register(text.name)}
          className="control"
        />
      )}
    </FieldFrame>
  )
}

export function SelectInput({
  name,
  label,
  hint,
  options,
}: Text & { options: readonly { value: string; label: string }[] }) {
  const { register } = useFormContext()
  const findings = useFieldError(name)
  return (
    <FieldFrame path={`field-${name}`} meta={metaOf({ name, label, hint })} findings={findings}>
      {(control) => (
        <select {...control} {...register(name)} className="control control-select">
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

/** Radio buttons, each with its meaning. The legend is for people who do not see the dialog's heading. */
export function ChoicesInput<Value extends string | number>({
  name,
  label,
  options,
  basis = '',
}: Text & {
  options: readonly { value: Value; title: ReactNode; note?: ReactNode }[]
  /** A choice made on another basis is cleared. */
  basis?: string
}) {
  const { field } = useController({ name })
  const findings = useFieldError(name)
  const group = {
    role: 'radiogroup',
    'aria-invalid': findings.length > 0 || undefined,
    'aria-describedby': findings.length > 0 ? `field-${name}-findings` : undefined,
  } as const
  const drop = useEffectEvent(() => field.onChange(null))
  const offered = useRef(basis)
  useEffect(() => {
    if (offered.current !== basis) drop()
    offered.current = basis
  }, [basis])
  return (
    <fieldset className="flex flex-col gap-2" {...group}>
      <legend className="sr-only">{label}</legend>
      {options.map(({ value, title, note }, index) => (
        <ChoiceOption
          key={value}
          ref={index === 0 ? field.ref : undefined}
          name={name}
          checked={field.value === value}
          title={title}
          onChoose={() => field.onChange(value)}
        >
          {note}
        </ChoiceOption>
      ))}
      <Findings path={`field-${name}`} findings={findings} />
    </fieldset>
  )
}

/** A radio button with its text in a box. */
function ChoiceOption({
  title,
  onChoose,
  children,
  ...input
}: Pick<ComponentProps<'input'>, 'ref' | 'name' | 'checked'> & {
  title: ReactNode
  onChoose: () => void
  children?: ReactNode
}) {
  return (
    <label className="flex gap-3 rounded-md border border-line px-3 py-2.5 has-checked:border-accent has-checked:bg-accent-soft">
      <input {...input} type="radio" onChange={onChoose} className="mt-0.5" />
      <span>
        <span className="block font-medium">{title}</span>
        {children && <span className="block text-sm text-muted">{children}</span>}
      </span>
    </label>
  )
}

/** A checkbox with its meaning. */
export function CheckboxInput({ name, label, hint }: Text) {
  const { register } = useFormContext()
  return (
    <div>
      <Option
        type="checkbox"
        label={label}
        aria-describedby={hint && `field-${name}-hint`}
        {...register(name)}
      />
      {hint && (
        <p id={`field-${name}-hint`} className="ps-6 text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

/** Several checkboxes. */
export function CheckboxesInput({
  name,
  label,
  hint,
  options,
}: Text & { options: readonly { value: string; label: string; note?: string }[] }) {
  const { register } = useFormContext()
  const findings = useFieldError(name)
  return (
    <GroupFrame path={`field-${name}`} meta={metaOf({ name, label, hint })} findings={findings}>
      {options.map(({ value, label: text, note }) => (
        <Option
          key={value}
          type="checkbox"
          value={value}
          label={text}
          note={note && `· ${note}`}
          {...register(name)}
        />
      ))}
    </GroupFrame>
  )
}
