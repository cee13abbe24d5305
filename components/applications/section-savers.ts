import type { AnySectionName, SectionDraft } from '@/lib/domain/application/draft'
import { DraftSaver } from './draft-saver'
import { saveSection } from './save-section'
import { applySavedSection, couldBeShownOf, leaveSection } from './section-secrets'
import { tabSavers } from './tab-savers'

/** What a step's page brought of the section that is edited on it. */
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
 * The saver of a section, one for as long as the tab lives: the browser's "back" brings a page as it was
 * when it was loaded, and a save may still be under way from the last visit. Whatever is newer wins, the
 * loaded page or what the saver knows; what is not saved yet is never thrown away.
 */
export function saverOf<S extends AnySectionName, T extends SectionDraft<S>>(
  loaded: LoadedSection<S, T>,
): DraftSaver<T> {
  // On the server nothing may outlive the request.
  if (typeof window === 'undefined') return makeSaver(loaded)
  // An application is of one kind for as long as it lives, and so is what its saver holds.
  const savers = tabSavers[loaded.section] as unknown as Map<string, DraftSaver<T>>
  const known = savers.get(loaded.applicationId)
  if (known && (known.state().kind !== 'saved' || known.version >= loaded.version)) return known
  const saver = makeSaver(loaded)
  savers.set(loaded.applicationId, saver)
  warnWhileUnsaved(saver)
  window.addEventListener('online', () => void saver.retry())
  return saver
}

/** After signing in again: whatever waited for it is saved. */
export async function retryAll(): Promise<void> {
  await Promise.all(
    Object.values(tabSavers).flatMap((savers) => [...savers.values()].map((saver) => saver.retry())),
  )
}

/** The browser asks before it closes a page that still holds something unsaved, and only then. */
function warnWhileUnsaved<T>(saver: DraftSaver<T>) {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  saver.subscribe(() => {
    if (saver.state().kind === 'saved') window.removeEventListener('beforeunload', warn)
    else window.addEventListener('beforeunload', warn)
  })
}
