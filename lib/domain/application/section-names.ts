import type { AnySectionName } from './draft'
import type { FullSectionName } from './full-sections'
import type { ApplicationKind } from './kind'
import type { SectionName } from './sections'

/**
 * The sections of an application, in the order of the form. Apart from their schemas, so that a page that only names
 * sections or steps sends no schema.
 */
export const SECTION_NAMES = [
  'merchant',
  'contacts',
  'accounts',
  'options',
] as const satisfies readonly SectionName[]

export const FULL_SECTION_NAMES = [...SECTION_NAMES, 'pricing'] as const satisfies readonly FullSectionName[]

/** The full application has every section of the other, and pricing beside them. */
export const ANY_SECTION_NAMES = FULL_SECTION_NAMES

export const sectionsOf = (kind: ApplicationKind): readonly AnySectionName[] =>
  kind === 'full' ? FULL_SECTION_NAMES : SECTION_NAMES
