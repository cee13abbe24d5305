import type { AnySectionName, SectionDraft } from '@/lib/domain/application/draft'
import { DraftSaver } from './draft-saver'
import { saveSection } from './save-section'
import { applySavedSection, couldBeShownOf, leaveSection } from './section-secrets'
import { tabSavers } from './tab-savers'

/** What a step's page loaded of the section that it edits. */
export type LoadedSection<S extends AnySectionName, T extends SectionDraft<S>> = {
  applicationId: string
  section: S
  value: T
  version: number
}

export const makeSaver = <S extends AnySectionName, T extends SectionDraft<S>>({
  applicationId,
  section,
  value,
  version,
}: LoadedSection<S, T>) =>
  new DraftSaver<T>({
    value,
    version,
    send: (data, baseVersion, base) => saveSection(applicationId, section, data, baseVersion, base),
    applySaved: (now, sent, shown) => applySavedSection(section, now, sent, shown),
    leave: (now, sent, shown) => leaveSection(section, now, sent, shown),
    loadMerge: async () => {
      const { mergeIntoForm } = await import('@/lib/domain/application/merge-saves')
      return (now, sent, shown) =>
        mergeIntoForm(section, now, sent, shown, (one, was, is) => applySavedSection(section, one, was, is))
    },
    couldBe: (sent, shown) => couldBeShownOf(section, sent, shown),
  })

/**
 * The section's saver, one per tab: the browser's "back" restores a page as it was first loaded, and a save may
 * still be running. The newer of the loaded page and the saver's value wins, and unsaved changes are never dropped.
 */
export function saverOf<S extends AnySectionName, T extends SectionDraft<S>>(
  loaded: LoadedSection<S, T>,
): DraftSaver<T> {
  // On the server, nothing may outlive the request.
  if (typeof window === 'undefined') return makeSaver(loaded)
  // An application never changes its kind, so the saver holds a draft of this kind.
  const savers = tabSavers[loaded.section] as unknown as Map<string, DraftSaver<T>>
  const known = savers.get(loaded.applicationId)
  if (known && (known.state().kind !== 'saved' || known.version >= loaded.version)) return known
  const saver = makeSaver(loaded)
  savers.set(loaded.applicationId, saver)
  warnWhileUnsaved(saver)
  window.addEventListener('online', () => void saver.retry())
  return saver
}

/** Saves everything that waited for signing in again. */
export async function retryAll(): Promise<void> {
  await Promise.all(
    Object.values(tabSavers).flatMap((savers) => [...savers.values()].map((saver) => saver.retry())),
  )
}

/** The browser asks before it closes a page with unsaved changes, and only then. */
function warnWhileUnsaved<T>(saver: DraftSaver<T>) {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  saver.subscribe(() => {
    if (saver.state().kind === 'saved') window.removeEventListener('beforeunload', warn)
    else window.addEventListener('beforeunload', warn)
  })
}
