import type { FullDraft, FullSectionName } from './full-sections'
import type { ApplicationKind } from './kind'
import type { Draft, SectionName } from './sections'

/** A draft of either kind. Only the full one has pricing, which tells them apart. */
export type AnyDraft = Draft | FullDraft

/** The full application has every section of the PayFac application, and pricing. */
export type AnySectionName = FullSectionName

/** The form values of that section, in either kind of application. */
export type SectionDraft<S extends AnySectionName = AnySectionName> =
  | FullDraft[S]
  | (S extends SectionName ? Draft[S] : never)

/** The draft of kind `K`; of either kind if `K` is not known. */
export type DraftOf<K extends ApplicationKind> = K extends 'full' ? FullDraft : Draft

export type KindOfDraft<D extends AnyDraft> = D extends FullDraft ? 'full' : 'payfac'

export const kindOf = (draft: AnyDraft): ApplicationKind => ('pricing' in draft ? 'full' : 'payfac')

/** One section of a draft of either kind. Throws if that kind has no such section. */
export function sectionIn<S extends AnySectionName>(draft: AnyDraft, section: S): SectionDraft<S> {
  const data: unknown = Reflect.get(draft, section)
  if (data === undefined) throw new Error(`A ${kindOf(draft)} application has no section ${section}.`)
  // TypeScript cannot follow the name through the two kinds.
  return data as SectionDraft<S>
}
