import type { FieldPath, FieldValues } from 'react-hook-form'
import type { FieldText } from './field-meta'

/** A box's width hints at the length of the answer. */
type FieldWidth = 'tiny' | 'short' | 'medium' | 'full'

/**
 * Props of every connected field. It finds its form through FormProvider; pass the form's type
 * (`<TextField<MerchantDraft> name="phone" …>`) to check names. Lock a form with `<fieldset disabled>`.
 */
export type FieldProps<T extends FieldValues> = {
  name: FieldPath<T>
  meta: FieldText
  /** Overrides the metadata if another answer decides. */
  required?: boolean
  width?: FieldWidth
  className?: string
}

export const WIDTHS: Record<FieldWidth, string> = {
  tiny: 'max-w-20',
  short: 'max-w-36',
  medium: 'max-w-60',
  full: '',
}
