import { type FocusEvent, useRef } from 'react'
import { type FieldPath, type FieldValues, type UseFormRegisterReturn, useFormContext } from 'react-hook-form'
import { shownValue } from '@/lib/domain/application/shown-value'
import type { FieldText } from './field-meta'

type Box = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Connects an uncontrolled control to the form. The default value puts the text into the server's markup;
 * react-hook-form would only do so once the script runs. Leaving the control writes the cleaned value (`shown`) and
 * reports it to the form like typed text.
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
    // Passing through a field changes nothing.
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
