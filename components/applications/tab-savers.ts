import type { AnySectionName, SectionDraft } from '@/lib/domain/application/draft'
import type { DraftSaver } from './draft-saver'

/**
 * This tab's savers by section and application. Separate from the code that creates them, because every step needs
 * to know what was saved, even those without forms or rules.
 */
export const tabSavers: { [S in AnySectionName]: Map<string, DraftSaver<SectionDraft<S>>> } = {
  merchant: new Map(),
  contacts: new Map(),
  accounts: new Map(),
  options: new Map(),
  pricing: new Map(),
}

/** A section of the application with unsaved changes in this tab; null if there is none. */
export const unsavedSection = (applicationId: string): AnySectionName | null =>
  (Object.keys(tabSavers) as AnySectionName[]).find((section) => {
    const saver = tabSavers[section].get(applicationId)
    return saver !== undefined && saver.state().kind !== 'saved'
  }) ?? null

/** Whether this tab has saved something since the page with these versions was loaded. */
export const hasSavedSince = (
  applicationId: string,
  versions: Readonly<Record<AnySectionName, number>>,
): boolean =>
  Object.entries(tabSavers).some(
    ([section, savers]) => (savers.get(applicationId)?.version ?? 0) > versions[section as AnySectionName],
  )
