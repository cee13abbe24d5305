import { type FocusEvent, useRef } from 'react'
import { type FieldPath, type FieldValues, type UseFormRegisterReturn, useFormContext } from 'react-hook-form'
import { shownValue } from '@/lib/domain/application/shown-value'
import type { FieldText } from './field-meta'

type Box = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * What ties an uncontrolled control to the form. react-hook-form writes the value into it only once the
 * page's script runs; as the default it is already in the page that the server sends. Leaving the control writes what
 * was typed as it will be sent (`shown`), and tells the form, as if the person had typed it so.
 */
export function useTextRegistration<T extends FieldValues>(
  name: FieldPath<T>,
  meta: FieldText,
  shown: (typed: string) => string = (typed) => shownValue(meta, typed),
): Omit<UseFormRegisterReturn, 'onBlur'> & {
  defaultValue: string
  onFocus: (event: FocusEvent<Box>) => void
  onBlur: (event: FocusEvent<Box>) => Promise<void>
} {
  const { register, getValues } = useFormContext<T>()
  const atFocus = useRef<string | null>(null)
  const registration = register(name)
  const value: unknown = getValues(name)

  async function leave(event: FocusEvent<Box>) {
    const { target } = event
    // What was only passed through is nobody's change.
    const cleaned = target.value === atFocus.current ? target.value : shown(target.value)
    if (cleaned !== target.value) {
      target.value = cleaned
      await registration.onChange({ target, type: 'change' })
    }
    await registration.onBlur(event)
  }
  return {
    ...registration,
    defaultValue: typeof value === 'string' ? value : '',
    onFocus: ({ target }) => {
      atFocus.current = target.value
    },
    onBlur: leave,
  }
}
