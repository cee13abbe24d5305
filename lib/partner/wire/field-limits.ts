import { z } from 'zod'
import { type FieldMeta, fieldMetas } from '@/lib/domain/application/field'
import { isUri } from '@/lib/domain/values/uri'

/**
 * The partner's rule for one text field, derived from the metadata of the desk's schema for it
 * (`lib/domain/application/sections.ts`), so that each limit is defined once. It is stricter about format than the
 * desk, which cleans input before sending it (interface, "Errors", rules 10 to 12).
 */
export function wireText(field: z.core.$ZodType): z.ZodString {
  const meta = fieldMetas.get(field)
  const text = limitsOf(meta)
  return meta ? text.describe(meta.label) : text
}

/** The same for a name, which needs at least one non-blank character (interface, "Mer fields", length 1 to …). */
export const wireName = (field: z.core.$ZodType): z.ZodString =>
  wireText(field)
    .refine((name) => name.trim() !== '', {
      error: 'needs at least 1 character',
      params: { errorCode: 'REQUIRED_FIELD_MISSING' },
    })
    .meta({ minLength: 1 })

/** A text for which the interface gives neither length nor format. */
export const wireAnyText = (field: z.core.$ZodType): z.ZodString =>
  z.string().describe(fieldMetas.get(field)?.label ?? '')

function limitsOf({ kind, maxLength }: Partial<FieldMeta> = {}): z.ZodString {
  const limit = maxLength ?? null
  if ((kind === 'digits' || kind === 'zip') && limit !== null) {
    return z.string().regex(new RegExp(`^\\d{${limit}}$`), { error: `must have ${limit} digits` })
  }
  const text = limit === null ? z.string() : z.string().max(limit)
  if (kind === 'phone') {
    return text.regex(/^(?:\d{10}|\(\d{3}\) \d{3}-\d{4})$/, {
      error: 'must have 10 digits or the form (999) 999-9999',
    })
  }
  if (kind === 'email') return text.check(z.email({ error: 'must be an email address' }))
  if (kind === 'url') return text.refine(isUri, { error: 'must be a URI' }).meta({ format: 'uri' })
  if (kind === 'date') return text.check(z.iso.date({ error: 'must be a date such as 2019-04-30' }))
  return text
}
