import type { ReactNode } from 'react'
import { AboutLinks } from '@/components/forms/about-links'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import { isDoubtful, stepOf } from '@/lib/domain/application/steps'
import { counted } from '@/lib/domain/values/counted'
import type { Violation } from '@/lib/domain/values/violation'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import { whereOf } from './finding-words'
import { fieldAddress } from './review-step-links'

type Application = Pick<ApplicationView, 'id' | 'steps' | 'draft' | 'documentPlan'>

const CHECK_EACH = 'Warnings don’t prevent submission. Check each, then submit.'

/** What to do about warnings, by status. */
const WARNED: Partial<Record<ApplicationStatus, string>> = {
  draft: CHECK_EACH,
  approved: CHECK_EACH,
  refused: CHECK_EACH,
  'not-sent': CHECK_EACH,
  'info-requested': 'Warnings don’t prevent submission. Check each, then return it.',
  'in-underwriting': 'Underwriters see them as signals, those of files at the file and in the checklist.',
  declined: 'Underwriters saw them as signals, those of files at the file and in the checklist.',
  withdrawn: 'It was withdrawn with them.',
}

/** Warnings, which block nothing, at the review and on the application's page. */
export function WarningsPanel({
  application,
}: {
  application: Application & Pick<ApplicationView, 'status' | 'violations'>
}) {
  const warnings = application.violations.filter(isDoubtful)
  if (warnings.length === 0) return null
  return (
    <FindingsPanel
      application={application}
      tone="warn"
      title={counted(warnings.length, 'warning')}
      description={WARNED[application.status] ?? 'They did not prevent submission.'}
      violations={warnings}
    />
  )
}

/** Violations by step; each entry leads to its field. */
export function FindingsPanel({
  application: { id: applicationId, steps, draft, documentPlan },
  tone,
  title,
  description,
  violations,
}: {
  application: Application
  tone: 'bad' | 'warn'
  title: ReactNode
  description: string
  violations: readonly Violation[]
}) {
  const ink = tone === 'bad' ? 'text-bad-ink' : 'text-warn-ink'
  return (
    <section
      data-in-the-way={tone === 'bad' ? '' : undefined}
      className={classNames(
        'rounded-lg border-2 bg-surface px-4 py-3.5',
        tone === 'bad' ? 'border-bad' : 'border-warn-line',
      )}
    >
      <h2 className={classNames('text-lg font-semibold', ink)}>{title}</h2>
      <p className="text-sm text-muted">{description}</p>
      <div className="mt-3 flex flex-col gap-3">
        {steps.map(({ slug, label }) => {
          const here = violations.filter(({ path }) => stepOf(path) === slug)
          if (here.length === 0) return null
          return (
            <section key={slug}>
              <h3 className="text-sm font-semibold">{label}</h3>
              <ul className="mt-0.5">
                {here.map(({ path, message, about }) => (
                  <li key={`${path} ${message}`} className="py-0.5 text-sm wrap-anywhere">
                    <Link
                      href={fieldAddress(applicationId, path)}
                      className={classNames(
                        'inline-block py-1 underline decoration-1 underline-offset-2 hover:decoration-2',
                        ink,
                      )}
                    >
                      {whereOf(path, message, draft.contacts.items, documentPlan)}
                      {message}
                    </Link>{' '}
                    <AboutLinks about={about} />
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    </section>
  )
}
