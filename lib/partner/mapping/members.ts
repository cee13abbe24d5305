import { z } from 'zod'
import { type FieldMeta, fieldMetas } from '@/lib/domain/application/field'
import { plainDecimal } from '@/lib/domain/values/decimal'
import { isSealed, type Sealed } from '@/lib/domain/values/sealed'

type Fields = Readonly<Record<string, z.core.$ZodType>>
/** A section's values and the schemas of its fields. */
type Section = readonly [values: object, fields: Fields]
type WireShape = Readonly<Record<string, z.ZodType>>
type Members<Shape extends WireShape> = { [Name in keyof Shape]?: Exclude<z.output<Shape[Name]>, undefined> }

/**
 * The members of one of the partner's objects. Each field is sent under the partner name in its metadata, in the type
 * of that member's wire schema. `object` is the prefix of the name (`Mer.`). Blank values are left out, and a value
 * that staff type twice for confirmation is sent once.
 */
export function membersOf<Shape extends WireShape>(
  object: 'Opp.' | 'Mer.' | '',
  wire: Shape,
  ...sections: readonly Section[]
): Members<Shape> {
  const members: Record<string, unknown> = {}
  const named = new Set<string>()
  for (const [values, fields] of sections) {
    for (const [name, field] of Object.entries(fields)) {
      const member = memberOf(object, fieldMetas.get(field))
      const schema = member === null || named.has(member) ? undefined : wire[member]
      if (member === null || !schema) continue
      named.add(member)
      const value = onWire(Reflect.get(values, name) ?? null, schema)
      if (value !== null && value !== undefined) members[member] = value
    }
  }
  return members as Members<Shape>
}

export function memberOf(object: string, meta: FieldMeta | undefined): string | null {
  const name = meta?.partnerName ?? ''
  return name !== '' && name.startsWith(object) && !name.slice(object.length).includes('.')
    ? name.slice(object.length)
    : null
}

function onWire(value: unknown, schema: z.ZodType): unknown {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  if (inner instanceof z.ZodNumber) return number(value as string | null)
  if (inner instanceof z.ZodEnum) return inner.options.find((listed) => listed === value)
  return opened(value as string | Sealed | null)
}

export type Given<T> = { [Name in keyof T]?: Exclude<T[Name], null | undefined> }

export const given = <T extends object>(members: T): Given<T> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && value !== undefined),
  ) as Given<T>

function opened(value: string | Sealed | null): string | null {
  if (isSealed(value)) throw new Error('A sealed value reached the mapping to the wire; open it first.')
  return value
}

function number(text: string | null): number | null {
  if (text === null) return null
  const plain = plainDecimal(text)
  if (plain === null) throw new Error('A value that is no decimal reached the mapping to the wire.')
  return Number(plain)
}
