import { classNames } from '@/components/ui/class-names'
import { unjudgedItems } from '@/lib/domain/underwriting/request-items'
import type { CaseView } from '@/lib/server/underwriting/loaders'
import { PARTS, type PartId, partAddress } from './case-status'

/** Links to the parts of the page, always in sight, each with its count. */
export function CaseAnchors({
  view: { signals, checklist, requests, notes, application },
}: {
  view: CaseView
}) {
  const open = requests.find(({ isClosed }) => !isClosed)
  const facts: Partial<Record<PartId, string>> = {
    signals: String(signals.length),
    papers: String(application.documents.length),
    checklist: `${checklist.filter(({ confirmation }) => confirmation).length}/${checklist.length}`,
    ...(open && {
      requests:
        application.status === 'info-requested'
          ? 'with onboarding'
          : `${unjudgedItems(open.items).length} to review`,
    }),
    ...(notes.length > 0 && { notes: String(notes.length) }),
  }
  return (
    <nav
      aria-label="Sections of this case"
      data-sticky-row=""
      className="sticky top-(--top-bar) z-20 -mx-4 mb-4 overflow-x-auto border-b border-line bg-canvas px-4 lg:-mx-6 lg:px-6"
    >
      <ul className="flex gap-x-1">
        {PARTS.map(({ id, label }) => (
          <li key={id}>
            <a
              href={partAddress(id)}
              className="inline-flex h-10 items-center gap-1.5 rounded-md px-2.5 font-medium whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-2 pointer-coarse:h-11"
            >
              {label}
              {facts[id] && (
                <span
                  className={classNames(
                    'rounded-full px-1.5 text-xs leading-5',
                    id === 'requests' ? 'bg-warn-soft text-warn-ink' : 'bg-sunken text-muted',
                  )}
                >
                  {facts[id]}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
