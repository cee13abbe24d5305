'use client'

import { Send } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, LinkButton } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import {
  type ApplicationStatus,
  canSubmit,
  STATUS_TEXTS,
  statusMeaning,
  UNDERWRITING_PATH,
} from '@/lib/domain/application/status'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import type { submitApplicationAction } from '@/lib/server/applications/actions'
import type { UpdateView } from '@/lib/server/applications/loaders'
import { missingWords } from '../documents/missing-words'
import { tellSessionEnded } from '../shell/session'
import { askSubmission, type SubmissionProblem } from './ask-submission'
import { ChangeList } from './change-list'
import { RefreshWhileSubmitting } from './record/refresh-while-submitting'
import { leadToResult } from './result'
import { fieldAddress } from './review-step-links'
import { StepAction } from './step-action'
import { isHeld, Warned, type Warning } from './warned'

/** The only place that sends an application, in the step's bar. Confirms, sends once, and shows the result. */
export function SubmitPanel({
  applicationId,
  kind,
  versions,
  status,
  maySubmit,
  changes,
  errors,
  needsApproval,
  warnings,
  missing,
  hasNoMode,
  summary,
}: {
  applicationId: string
  kind: ApplicationKind
  /** The versions of the sections as this page shows them: nothing else is sent. */
  versions: Parameters<typeof submitApplicationAction>[0]['versions']
  status: ApplicationStatus
  maySubmit: boolean
  /** What an update changes at the partner; null for a new application. */
  changes: UpdateView['differences'] | null
  errors: number
  /** It needs our underwriters' approval first, so it is handed over and not submitted. */
  needsApproval: boolean
  warnings: readonly Warning[]
  /** The names of documents that our policy asks for and that are missing. */
  missing: readonly string[]
  /** Who underwrites has not been answered. */
  hasNoMode: boolean
  summary: string
}) {
  const router = useRouter()
  const [step, setStep] = useState<'idle' | 'confirming' | 'sending'>('idle')
  const [isAsItIs, setAsItIs] = useState(false)
  const [problem, setProblem] = useState<SubmissionProblem | null>(null)
  const heldBack = isHeld(warnings, isAsItIs)
  const sent = useRef(false)
  const question = useRef<HTMLFieldSetElement>(null)

  useEffect(() => {
    // Focus the question and not its button: a second Enter would send.
    if (step === 'confirming') question.current?.focus()
  }, [step])

  async function send() {
    // A second click can come before the page has changed.
    if (sent.current || heldBack) return
    sent.current = true
    setStep('sending')
    setProblem(null)
    const asked = await askSubmission({ applicationId, versions })
    if (asked.ok) {
      // The button is at the end of a long page, and the result at the top of the next.
      scrollTo({ top: 0, behavior: 'instant' })
      leadToResult(applicationId)
      router.push(routes.application(applicationId))
      return
    }
    sent.current = false
    setProblem(asked.problem)
    setStep('idle')
  }

  if (!canSubmit(status) && step !== 'sending') {
    return (
      <Panel title="Submit">
        {/* It was sent from another window; the result is shown here, too. */}
        {status === 'submitting' && <RefreshWhileSubmitting />}
        <p role="status" className="text-sm text-muted">
          {STATUS_TEXTS[status].label}: {statusMeaning(status, kind)}
        </p>
        <div className="mt-3">
          <LinkButton href={routes.application(applicationId)}>Open the application’s page</LinkButton>
        </div>
      </Panel>
    )
  }

  if (needsApproval && step === 'idle' && !problem) {
    return (
      <Panel title="Submit to the partner">
        <p className="text-sm text-muted">
          It can be submitted once our underwriters have approved it.
          {maySubmit && (
            <>
              {' '}
              <a href={`#${UNDERWRITING_PATH}`} className="underline">
                Send it to underwriting
              </a>{' '}
              above.
            </>
          )}
        </p>
      </Panel>
    )
  }

  const reason = reasonAgainst(maySubmit, errors)
  return (
    <StepAction>
      {problem && (
        <div className="basis-full">
          <Callout
            tone="bad"
            title={problem.title}
            live="alert"
            actions={
              problem.signIn ? (
                <Button size="small" onClick={tellSessionEnded}>
                  Sign in
                </Button>
              ) : (
                problem.lookAtResult && (
                  <LinkButton size="small" href={routes.application(applicationId)}>
                    View status
                  </LinkButton>
                )
              )
            }
          >
            {problem.words}
            {problem.violations && (
              <ul className="mt-1 max-h-40 list-disc overflow-y-auto ps-4">
                {problem.violations.map(({ path, message }) => (
                  <li key={`${path} ${message}`}>
                    <Link href={fieldAddress(applicationId, path)} className="underline">
                      {message}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </Callout>
        </div>
      )}
      <Button
        variant="primary"
        disabled={reason !== null}
        busy={step === 'sending'}
        onClick={() => {
          setAsItIs(false)
          setStep('confirming')
        }}
      >
        <Send aria-hidden="true" />
        Submit…
      </Button>
      {reason ? (
        <p className="min-w-0 text-sm text-muted">{reason}</p>
      ) : (
        missing.length > 0 && (
          <p className="min-w-0 text-sm text-warn-ink">{counted(missing.length, 'document')} missing</p>
        )
      )}
      <Dialog
        open={step !== 'idle'}
        // Closing the dialog does not stop a request in progress.
        onClose={() => setStep((now) => (now === 'sending' ? now : 'idle'))}
        title={step === 'sending' ? 'Sending' : 'Send it now?'}
        description={summary}
        footer={
          <>
            {step === 'confirming' && <Button onClick={() => setStep('idle')}>Not yet</Button>}
            <Button
              variant="primary"
              disabled={step === 'confirming' && heldBack}
              busy={step === 'sending'}
              onClick={send}
            >
              <Send aria-hidden="true" />
              {warnings.length > 0
                ? `Submit with ${counted(warnings.length, 'warning')}`
                : 'Send to the partner now'}
            </Button>
          </>
        }
      >
        <fieldset
          ref={question}
          aria-label="Send it now?"
          tabIndex={-1}
          className="flex min-w-0 flex-col gap-2 focus-visible:outline-none"
        >
          {step === 'sending' ? (
            <Sending />
          ) : (
            <>
              {changes && changes.length > 0 && <ChangeList changes={changes} />}
              <p>
                The partner {changes ? 'changes' : 'creates'} its records at once, and that cannot be taken
                back from here.
                {kind === 'full' && ' This kind of application is sent once: it cannot be updated later.'}
                {missing.length > 0 && (
                  <span className="mt-1 block text-warn-ink">{missingWords(missing)}</span>
                )}
                {hasNoMode && (
                  <span className="mt-1 block text-warn-ink">
                    Who underwrites is not answered: the partner will, and our underwriters do not see it.
                  </span>
                )}
              </p>
              <Warned
                applicationId={applicationId}
                warnings={warnings}
                label="Submit it as it is"
                isAsItIs={isAsItIs}
                onAsItIs={setAsItIs}
              />
            </>
          )}
        </fieldset>
      </Dialog>
    </StepAction>
  )
}

function reasonAgainst(maySubmit: boolean, errors: number): ReactNode {
  if (!maySubmit) return 'Your roles do not allow submitting. Someone from the onboarding team can.'
  if (errors === 0) return null
  return (
    <a href="#top" className="underline underline-offset-2">
      {counted(errors, 'item')} required
    </a>
  )
}

function Sending() {
  return (
    <div role="status" className="flex flex-col gap-2 select-none">
      <p className="font-medium">Sending it to the partner…</p>
      <ProgressBar label="Sending to the partner" />
      <p className="text-sm text-muted">This usually takes a few seconds. You can leave this page.</p>
    </div>
  )
}
