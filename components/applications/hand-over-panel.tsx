'use client'

import { ClipboardCheck } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { troubleWords } from '@/components/forms/action-answer'
import { FieldFrame } from '@/components/forms/field-frame'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { UNDERWRITING_PATH } from '@/lib/domain/application/status'
import { lacksReason } from '@/lib/domain/underwriting/asked-words'
import { lengthProblem } from '@/lib/domain/underwriting/reasons'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import { answerRequestAction, handOverAction } from '@/lib/server/underwriting/actions'
import { missingWords } from '../documents/missing-words'
import { type UnsentOfTab, useUnsent } from '../underwriting/use-unsent'
import { StepAction } from './step-action'
import { unsavedAnswer } from './step-asks'
import { unsavedSection } from './tab-savers'
import { isHeld, Warned, type Warning } from './warned'

type Handed = Pick<ApplicationView, 'id' | 'status' | 'versions' | 'stage'>

const unsent: UnsentOfTab<string> = new Map()
const isBlank = (note: string) => note.trim() === ''

/**
 * Sends the application to our underwriters, for the first time or with answers to their request. `errors` are
 * those other than their missing approval.
 */
export function HandOverPanel({
  application,
  errors,
  warnings,
  missing,
  asks,
  isMain,
}: {
  application: Handed
  errors: number
  warnings: readonly Warning[]
  /** The names of documents that our policy asks for and that are missing. */
  missing: readonly string[]
  asks: ApplicationView['asks']
  /** Whether this is the next step. False if it may also be submitted without approval. */
  isMain: boolean
}) {
  // Two requests can be about the same place.
  const unanswered = [...new Set(asks.filter(({ isDone }) => !isDone).map(({ label }) => label))]
  const { id, versions, stage } = application
  const isAnswer = application.status === 'info-requested'
  const needsReason = isAnswer && unanswered.length > 0
  const router = useRouter()
  const reasonId = useId()
  const formId = useId()
  const [note, setNote, unsentText] = useUnsent(unsent, { applicationId: id, what: 'hand-over' }, '', isBlank)
  const { run, busy } = useDeskAction(isAnswer ? answerRequestAction : handOverAction)
  const [asksWhether, setAsksWhether] = useState(false)
  const [showsMissing, setShowsMissing] = useState(false)
  const [problem, setProblem] = useState<ReactNode>(null)
  const told = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem === null) return
    // The button stays in sight as the page scrolls; the message may not be.
    told.current?.focus({ preventScroll: true })
    told.current?.scrollIntoView({ block: 'center' })
  }, [problem])
  const [isAsItIs, setAsItIs] = useState(false)
  const heldBack = errors === 0 && isHeld(warnings, isAsItIs)

  function press(event: FormEvent) {
    event.preventDefault()
    if (!isAnswer) return void send()
    const box = unsavedAnswer()
    if (box)
      return setProblem(
        <>
          <a href={`#${box.id}`} className="underline">
            An answer is not saved yet
          </a>
          , and underwriters would not see it. Save or cancel it, then return.
        </>,
      )
    setProblem(null)
    setShowsMissing(false)
    setAsksWhether(true)
  }

  async function send() {
    if (busy || heldBack) return
    if (needsReason && lacksReason(note)) return setShowsMissing(true)
    if (unsavedSection(id)) {
      setAsksWhether(false)
      setProblem('This tab holds text that is not saved yet. Open that step, see it saved, then try again.')
      return
    }
    const tooLong = lengthProblem(note)
    setProblem(tooLong)
    if (tooLong) return setAsksWhether(false)
    const called = await run({ applicationId: id, versions, note, textId: unsentText.id() })
    if (called === null) return
    setAsksWhether(false)
    if (!called.ok)
      return setProblem(
        called.refusal?.reason === 'violations'
          ? 'There are new problems. Reload the page and fix them.'
          : troubleWords(called.trouble),
      )
    unsentText.sent((now) => (now === note ? '' : now))
    router.refresh()
  }

  return (
    // Links that lead here move the focus, too.
    <div id={UNDERWRITING_PATH} tabIndex={-1} className="scroll-mt-20 rounded-lg">
      <Panel
        title={isAnswer ? 'Return to underwriting' : 'Send to underwriting'}
        description={
          isAnswer
            ? 'They see what you changed since they asked, beside what they asked for.'
            : 'They review the current version. It is locked until they decide or you recall it.'
        }
      >
        <form id={formId} onSubmit={press} className="flex max-w-3xl flex-col gap-4">
          <FieldFrame
            path="underwriting.note"
            meta={{
              label: isAnswer ? 'Your answer' : 'Note for underwriters',
              hint: isAnswer
                ? 'Where something was not changed, say why.'
                : 'What they should know beside the values.',
            }}
          >
            {(control) => (
              <textarea
                {...control}
                rows={3}
                value={note}
                onChange={({ target }) => setNote(() => target.value)}
                className="control"
              />
            )}
          </FieldFrame>
          {unanswered.length > 0 && (
            <Callout
              tone="warn"
              title={
                unanswered.length === 1
                  ? '1 request is not answered'
                  : `${unanswered.length} requests are not answered`
              }
            >
              {unanswered.join(', ')}. Answer each, or enter above why not.
            </Callout>
          )}
          {missing.length > 0 && (
            <Callout
              tone="warn"
              title={
                missing.length === 1 ? '1 document is missing' : `${missing.length} documents are missing`
              }
            >
              {missingWords(missing)} You can send it without them; say in the note when they follow.
            </Callout>
          )}
          {stage?.locked && (
            <Callout tone="warn" title="The partner does not accept changes now">
              It has the application in stage “<bdi>{stage.name}</bdi>”: even approved it could not be sent.
              Once the partner has it in another stage, read or enter that stage on the{' '}
              <Link href={routes.application(id)} className="underline">
                application’s page
              </Link>
              , then send it.
            </Callout>
          )}
          {errors === 0 && (
            <Warned
              applicationId={id}
              warnings={warnings}
              label={isAnswer ? 'Return it as it is' : 'Send it as it is'}
              isAsItIs={isAsItIs}
              onAsItIs={setAsItIs}
            />
          )}
          {problem && (
            <div ref={told} tabIndex={-1} className="rounded-lg">
              <Callout tone="bad" title={isAnswer ? 'Not returned' : 'Not sent to underwriting'} live="alert">
                {problem}
              </Callout>
            </div>
          )}
          <StepAction>
            <Button
              type="submit"
              form={formId}
              variant={isMain ? 'primary' : undefined}
              busy={busy}
              disabled={errors > 0 || stage?.locked || heldBack}
            >
              <ClipboardCheck aria-hidden="true" />
              {isAnswer
                ? asks.length > 0
                  ? `Return to underwriting (${asks.length - unanswered.length} of ${asks.length} answered)`
                  : 'Return to underwriting'
                : warnings.length > 0 && errors === 0
                  ? `Send to underwriting with ${counted(warnings.length, 'warning')}`
                  : 'Send to underwriting'}
            </Button>
            {heldBack && (
              <a
                href={`#${UNDERWRITING_PATH}`}
                className="text-sm text-warn-ink underline underline-offset-2"
              >
                Check what is wrong first
              </a>
            )}
            {isMain && errors > 0 && (
              <a href="#top" className="text-sm text-muted underline underline-offset-2">
                {counted(errors, 'item')} required
              </a>
            )}
          </StepAction>
        </form>
        <Dialog
          open={asksWhether}
          onClose={() => setAsksWhether(false)}
          title={
            !needsReason
              ? 'Return to underwriting?'
              : unanswered.length === 1
                ? 'Return with 1 request not answered?'
                : `Return with ${unanswered.length} requests not answered?`
          }
          description={
            needsReason
              ? 'Underwriters see them marked “Not answered”, and may ask again.'
              : 'Underwriters see your answers and what you changed. You cannot change it again unless they ask, or you recall it.'
          }
          footer={
            <>
              <Button onClick={() => setAsksWhether(false)}>
                {needsReason ? 'Answer them first' : 'Keep editing'}
              </Button>
              <Button variant="primary" busy={busy} onClick={() => void send()}>
                {needsReason ? 'Return anyway' : 'Return to underwriting'}
              </Button>
            </>
          }
        >
          {needsReason && (
            <div className="flex flex-col gap-3 text-sm">
              <ul className="list-disc ps-5">
                {unanswered.map((label) => (
                  <li key={label} className="break-words">
                    <bdi>{label}</bdi>
                  </li>
                ))}
              </ul>
              <label className="flex flex-col gap-1 font-medium">
                Why they are not answered
                <textarea
                  rows={3}
                  value={note}
                  aria-invalid={showsMissing || undefined}
                  aria-describedby={showsMissing ? reasonId : undefined}
                  onChange={({ target }) => {
                    setShowsMissing(false)
                    setNote(() => target.value)
                  }}
                  className="control font-normal"
                />
              </label>
              {showsMissing && (
                <p id={reasonId} role="alert" className="text-bad-ink">
                  Enter a reason, in a few words.
                </p>
              )}
            </div>
          )}
        </Dialog>
      </Panel>
    </div>
  )
}
