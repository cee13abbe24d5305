import type { FullDraft, FullSectionName } from './full-sections'
import type { ApplicationKind } from './kind'
import type { Draft, SectionName } from './sections'

/** The draft of either kind of application. Only the full one has pricing, which tells them apart. */
export type AnyDraft = Draft | FullDraft

/** The full application has every section of the other, and two of its own. */
export type AnySectionName = FullSectionName

/** What a form of that section holds, in whichever kind of application. */
export type SectionDraft<S extends AnySectionName = AnySectionName> =
  | FullDraft[S]
  | (S extends SectionName ? Draft[S] : never)

export const kindOf = (draft: AnyDraft): ApplicationKind => ('pricing' in draft ? 'full' : 'payfac')
