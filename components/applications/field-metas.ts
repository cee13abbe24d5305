import type * as z from 'zod/mini'
import { fieldMeta } from '@/components/forms/field-meta'
import type { FieldMeta } from '@/lib/domain/application/field'

/** The metadata of every field of an object's schema, by name. */
export function fieldMetas<K extends string>(
  shape: Readonly<Record<K, z.core.$ZodType>>,
): Record<K, FieldMeta> {
  // The loop fills it in for every name that the type promises.
  const metas = {} as Record<K, FieldMeta>
  for (const name in shape) metas[name] = fieldMeta(shape[name])
  return metas
}

/** For a group whose heading already says what the hint would. */
export function withoutHint({ hint: _, ...rest }: FieldMeta): FieldMeta {
  return rest
}
