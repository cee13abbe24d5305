import type { FullDraft, FullSectionName } from './full-sections'
import type { ApplicationKind } from './kind'
import type { Draft, SectionName } from './sections'

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

/** One section of either kind of draft; throws where that kind has no such section. */
export function sectionIn<S extends AnySectionName>(draft: AnyDraft, section: S): SectionDraft<S> {
  const data: unknown = Reflect.get(draft, section)
  if (data === undefined) throw new Error(`A ${kindOf(draft)} application has no section ${section}.`)
  // Read by the name that its type is made of, which the compiler cannot follow through the two kinds.
  return data as SectionDraft<S>
}
