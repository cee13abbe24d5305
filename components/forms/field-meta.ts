import type * as z from 'zod/mini'
import { type FieldMeta, fieldMetas } from '@/lib/domain/application/field'

/**
 * The part of a schema's metadata that a field on screen needs. A `FieldMeta` fits; forms without partner fields
 * (sign-in, settings) write their own.
 */
export type FieldText = Pick<FieldMeta, 'label' | 'hint' | 'required' | 'maxLength' | 'choices'> &
  Partial<Pick<FieldMeta, 'kind' | 'sensitive'>> & {
    partnerName?: string
    /**
     * Who the field is required for, if that is not known here. The hint says it, and the field is not called
     * optional.
     */
    neededOf?: string
  }

/** The metadata of a schema from `lib/domain/application/field.ts`. Read it once per module and not per render. */
export function fieldMeta(schema: z.core.$ZodType): FieldMeta {
  const meta = fieldMetas.get(schema)
  if (!meta) throw new Error('This schema carries no field metadata: make it with field.ts.')
  return meta
}
