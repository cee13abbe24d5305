import type * as z from 'zod/mini'
import { blankDraft } from './blank'
import type { AnySectionName, DraftOf } from './draft'
import { blankFullDraft } from './full-blank'
import { fullSectionSchemas } from './full-sections'
import type { ApplicationKind } from './kind'
import { sectionSchemas } from './sections'

/**
 * Separate from `draft.ts` so that a page that shows one kind of application does not load the other kind's
 * schemas.
 */

export const blankDraftOf = <K extends ApplicationKind>(kind: K): DraftOf<K> =>
  // TypeScript cannot check the condition against the conditional type.
  (kind === 'full' ? blankFullDraft() : blankDraft()) as DraftOf<K>

/** Null if this kind has no such section. */
export const sectionSchemaOf = (kind: ApplicationKind, section: AnySectionName): z.ZodMiniType | null =>
  kind === 'full' ? fullSectionSchemas[section] : section === 'pricing' ? null : sectionSchemas[section]
