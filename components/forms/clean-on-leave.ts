import type { FocusEvent } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'

/** Rewrites what was typed when the field is left, and tells the form, as if the person had typed it so. */
export const cleanOnLeave =
  (registration: UseFormRegisterReturn, clean: (typed: string) => string) =>
  async (event: FocusEvent<HTMLInputElement>) => {
    const cleaned = clean(event.target.value)
    if (cleaned !== event.target.value) {
      event.target.value = cleaned
      await registration.onChange({ target: event.target, type: 'change' })
    }
    await registration.onBlur(event)
  }
