import { nextStatus, STATUS_TEXTS, type StatusAndRevision } from '@/lib/domain/application/status'

/** The application's last change and status. `revision` counts the updates that were started. */
export type Stand = StatusAndRevision & { updatedAt: string; revision: number; wasWithdrawn?: boolean }

/** Null if the page is up to date, or staff are still editing. */
export function changeWords(shown: Stand, now: Stand): string | null {
  if (now.updatedAt <= shown.updatedAt) return null
  if (now.status === shown.status)
    return now.status === 'in-underwriting' ? 'The application or its documents changed.' : null
  return eventWords(shown, now) ?? `The status is now “${STATUS_TEXTS[now.status].label}”.`
}

/** What onboarding did; null if the two statuses do not show it. */
function eventWords(shown: Stand, now: Stand): string | null {
  if (now.revision < shown.revision) return 'Onboarding discarded the update.'
  if (now.revision > shown.revision)
    return now.status === 'draft' && now.statusBeforeRevision !== null
      ? 'Onboarding started an update of it.'
      : null
  if (shown.status === 'info-requested' && now.status === 'in-underwriting')
    return now.wasWithdrawn ? 'The request was withdrawn.' : 'Onboarding answered.'
  // It was with our underwriters, or approved by them. From there, only a recall makes it a draft.
  if (nextStatus(shown.status, 'take-back') === null) return null
  switch (now.status) {
    case 'draft':
      return 'Onboarding recalled the application.'
    case 'submitting':
      return 'Onboarding is submitting it to the partner.'
    case 'submitted':
      return 'Onboarding submitted it to the partner.'
    default:
      return null
  }
}
