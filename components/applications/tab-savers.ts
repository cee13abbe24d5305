import type { AnySectionName, SectionDraft } from '@/lib/domain/application/draft'
import type { DraftSaver } from './draft-saver'

/**
 * The savers of this tab, by section and application. Apart from what makes them, because every step asks
 * what was saved, also those that need neither forms nor their rules.
 */
export const tabSavers: { [S in AnySectionName]: Map<string, DraftSaver<SectionDraft<S>>> } = {
  merchant: new Map(),
  contacts: new Map(),
  accounts: new Map(),
  options: new Map(),
  pricing: new Map(),
}

/** A section of the application that this tab holds text of which is not saved; null when there is none. */
export const unsavedSection = (applicationId: string): AnySectionName | null =>
  (Object.keys(tabSavers) as AnySectionName[]).find((section) => {
    const saver = tabSavers[section].get(applicationId)
    return saver !== undefined && saver.state().kind !== 'saved'
  }) ?? null

/** Whether this tab has saved something since the page with these versions was read. */
export const hasSavedSince = (
  applicationId: string,
  versions: Readonly<Record<AnySectionName, number>>,
): boolean =>
  Object.entries(tabSavers).some(
    ([section, savers]) => (savers.get(applicationId)?.version ?? 0) > versions[section as AnySectionName],
  )
