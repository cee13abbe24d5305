import type { FieldPath, FieldValues } from 'react-hook-form'
import type { FieldText } from './field-meta'

/** How wide a box is says how long an answer is. */
type FieldWidth = 'tiny' | 'short' | 'medium' | 'full'

/**
 * What every connected field takes. It finds its form through react-hook-form's FormProvider; give the
 * form's type (`<TextField<MerchantDraft> name="phone" …>`) to have names checked. To lock a form, wrap
 * it in `<fieldset disabled>`.
 */
export type FieldProps<T extends FieldValues> = {
  name: FieldPath<T>
  meta: FieldText
  /** Overrides the metadata where another answer decides. */
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
