import type { z } from 'zod'
import type { FieldMeta } from '@/lib/domain/application/field'

/**
 * What a field on screen needs of its schema's metadata. A `FieldMeta` is one; forms without a partner
 * field behind them (sign-in, settings) write their own.
 */
export type FieldText = Pick<FieldMeta, 'label' | 'hint' | 'required' | 'maxLength' | 'choices'> & {
  partnerName?: string
}

/** The metadata of a schema made by `lib/domain/application/field.ts`. Read it once a module, not once a render. */
export function fieldMeta(schema: z.ZodType): FieldMeta {
  const meta: unknown = schema.meta()
  if (!isFieldMeta(meta)) throw new Error('This schema carries no field metadata: make it with field.ts.')
  return meta
}

const isFieldMeta = (meta: unknown): meta is FieldMeta =>
  typeof meta === 'object' && meta !== null && 'label' in meta && 'partnerName' in meta && 'kind' in meta
