import type * as z from 'zod/mini'
import { type FieldMeta, fieldMetas } from '@/lib/domain/application/field'

/**
 * What a field on screen needs of its schema's metadata. A `FieldMeta` is one; forms without a partner
 * field behind them (sign-in, settings) write their own.
 */
export type FieldText = Pick<FieldMeta, 'label' | 'hint' | 'required' | 'maxLength' | 'choices'> &
  Partial<Pick<FieldMeta, 'kind' | 'sensitive'>> & {
    partnerName?: string
    /** Of whom it is needed, while that is not known here: then it is not called optional. The hint says it. */
    neededOf?: string
  }

/** The metadata of a schema made by `lib/domain/application/field.ts`. Read it once a module, not once a render. */
export function fieldMeta(schema: z.core.$ZodType): FieldMeta {
  const meta = fieldMetas.get(schema)
  if (!meta) throw new Error('This schema carries no field metadata: make it with field.ts.')
  return meta
}
