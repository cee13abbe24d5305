import { fieldOfEither } from './either-fields'
import { cleanValue, isSensitive } from './fields'
import type { Draft, SectionName } from './sections'

/**
 * The section with its plain text values cleaned as they would be sent. Invalid values stay as typed; sealed values
 * stay sealed.
 */
export function asSent<S extends SectionName>(section: S, data: Draft[S]): Draft[S] {
  const record = <T extends object>(one: T): T => {
    const cleaned: Record<string, unknown> = Object.fromEntries(Object.entries(one))
    for (const [name, value] of Object.entries(one)) {
      const field = typeof value === 'string' ? fieldOfEither(section, name) : null
      if (!field || isSensitive(field.meta) || field.meta.kind === 'yes-no') continue
      const clean = cleanValue(field.schema, value)
      cleaned[name] = typeof clean === 'string' ? clean : String(value).trim()
    }
    return cleaned as T
  }
  const own = record(data)
  return 'items' in own ? { ...own, items: own.items.map(record) } : own
}
