import type { AnySectionName } from './draft'
import type { FullSectionName } from './full-sections'
import type { ApplicationKind } from './kind'
import type { SectionName } from './sections'

/**
 * The sections of an application in form order. Separate from their schemas, so that a page that only names
 * sections or steps does not load them.
 */
export const SECTION_NAMES = [
  'merchant',
  'contacts',
  'accounts',
  'options',
] as const satisfies readonly SectionName[]

export const FULL_SECTION_NAMES = [...SECTION_NAMES, 'pricing'] as const satisfies readonly FullSectionName[]

/** The full application has every section of the PayFac application, and pricing. */
export const ANY_SECTION_NAMES = FULL_SECTION_NAMES

export const sectionsOf = (kind: ApplicationKind): readonly AnySectionName[] =>
  kind === 'full' ? FULL_SECTION_NAMES : SECTION_NAMES
