import * as z from 'zod/mini'
import { sealedSchema } from '@/lib/domain/values/sealed'
import type { AnySectionName, SectionDraft } from './draft'
import { sectionSchemaOf } from './draft-schemas'
import type { ApplicationKind } from './kind'
import { sectionsOf } from './section-names'

/** The interface's longest field has 32,000 characters; the rest lets people shorten a longer text. */
const MAX_TYPED_LENGTH = 40_000
const MAX_ITEMS = 50

/**
 * Any text, as typed. Replaces what PostgreSQL cannot store in `jsonb`: NUL is dropped, and half a surrogate pair
 * becomes the replacement character.
 */
const typedText = z.pipe(
  z.string().check(z.maxLength(MAX_TYPED_LENGTH)),
  z.transform((typed: string): unknown => typed.replaceAll('\u0000', '').toWellFormed()),
)

const uniqueIds = (items: readonly unknown[]): boolean => {
  const ids = items.map((item) =>
    typeof item === 'object' && item !== null && 'id' in item ? item.id : item,
  )
  return new Set(ids).size === ids.length
}

/**
 * A schema for what may be saved: any text where the section's schema expects text. Derived from that schema, so a
 * new field needs no change here.
 */
function sanitizeText(schema: unknown): z.ZodMiniType {
  if (schema instanceof z.ZodMiniPipe) return sanitizeText(schema.def.in)
  if (schema instanceof z.ZodMiniString) return z.pipe(typedText, schema)
  if (schema instanceof z.ZodMiniOptional) return z.optional(sanitizeText(schema.def.innerType))
  if (schema instanceof z.ZodMiniUnion) return z.union(schema.def.options.map(sanitizeText))
  if (schema instanceof z.ZodMiniArray) {
    const items = z.array(sanitizeText(schema.def.element)).check(z.maxLength(MAX_ITEMS))
    return schema.def.element instanceof z.ZodMiniObject
      ? items.check(z.refine(uniqueIds, 'Two items have the same id.'))
      : items
  }
  if (schema instanceof z.ZodMiniObject && schema !== sealedSchema) {
    const members = Object.entries(schema.shape).map(([name, member]) => [name, sanitizeText(member)])
    return z.strictObject(Object.fromEntries(members))
  }
  return schema instanceof z.ZodMiniType ? schema : z.never()
}

const sanitizeEach = (kind: ApplicationKind) =>
  new Map(sectionsOf(kind).map((section) => [section, sanitizeText(sectionSchemaOf(kind, section))]))

const STORABLE: Readonly<Record<ApplicationKind, ReadonlyMap<AnySectionName, z.ZodMiniType>>> = {
  payfac: sanitizeEach('payfac'),
  full: sanitizeEach('full'),
}

/**
 * What an autosave may contain: exactly the section's members, valid or not, and sealed values only in sensitive
 * fields. Item IDs are valid and unique; at most 50 items. Accepts nothing for a section that this kind of
 * application lacks.
 */
export const draftSectionSchema = <S extends AnySectionName>(
  kind: ApplicationKind,
  section: S,
): z.ZodMiniType<SectionDraft<S>> =>
  // Built at run time from the schema whose input is the draft; TypeScript cannot infer that.
  (STORABLE[kind].get(section) ?? z.never()) as z.ZodMiniType<SectionDraft<S>>
