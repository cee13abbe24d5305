import type * as z from 'zod/mini'
import { blankDraft } from './blank'
import type { AnySectionName, DraftOf } from './draft'
import { blankFullDraft } from './full-blank'
import { fullSectionSchemas } from './full-sections'
import type { ApplicationKind } from './kind'
import { sectionSchemas } from './sections'

/** Apart from `draft.ts`: a step shows a draft of one kind, and sends the schemas of that one only. */

export const blankDraftOf = <K extends ApplicationKind>(kind: K): DraftOf<K> =>
  // The condition is the type's own, which the compiler does not compare.
  (kind === 'full' ? blankFullDraft() : blankDraft()) as DraftOf<K>

/** Null for a section that this kind does not have. */
export const sectionSchemaOf = (kind: ApplicationKind, section: AnySectionName): z.ZodMiniType | null =>
  kind === 'full' ? fullSectionSchemas[section] : section === 'pricing' ? null : sectionSchemas[section]
