import type * as z from 'zod/mini'
import { blankDraft } from './blank'
import { blankFullDraft } from './full-blank'
import { type FullDraft, type FullSectionName, fullSectionSchemas } from './full-sections'
import type { ApplicationKind } from './kind'
import { type Draft, type SectionName, sectionSchemas } from './sections'

/** The draft of either kind of application. Only the full one has pricing, which tells them apart. */
export type AnyDraft = Draft | FullDraft

/** The full application has every section of the other, and pricing beside them. */
export type AnySectionName = FullSectionName

/** What the form of that section holds, in whichever kind of application. */
export type SectionDraft<S extends AnySectionName = AnySectionName> =
  | FullDraft[S]
  | (S extends SectionName ? Draft[S] : never)

/** The draft of that kind; of either where the kind is not known. */
export type DraftOf<K extends ApplicationKind> = K extends 'full' ? FullDraft : Draft

export type KindOfDraft<D extends AnyDraft> = D extends FullDraft ? 'full' : 'payfac'

export const kindOf = (draft: AnyDraft): ApplicationKind => ('pricing' in draft ? 'full' : 'payfac')

export const blankDraftOf = <K extends ApplicationKind>(kind: K): DraftOf<K> =>
  // The condition is the type's own, which the compiler does not compare.
  (kind === 'full' ? blankFullDraft() : blankDraft()) as DraftOf<K>

/** Null for a section that this kind does not have. */
export const sectionSchemaOf = (kind: ApplicationKind, section: AnySectionName): z.ZodMiniType | null =>
  kind === 'full' ? fullSectionSchemas[section] : section === 'pricing' ? null : sectionSchemas[section]

/** One section of either kind of draft; throws where that kind has no such section. */
export function sectionIn<S extends AnySectionName>(draft: AnyDraft, section: S): SectionDraft<S> {
  const data: unknown = Reflect.get(draft, section)
  if (data === undefined) throw new Error(`A ${kindOf(draft)} application has no section ${section}.`)
  // Read by the name that its type is made of, which the compiler cannot follow through the two kinds.
  return data as SectionDraft<S>
}
