'use client'

import { ClipboardCheck } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { FieldFrame } from '@/components/forms/field-frame'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Panel } from '@/components/ui/panel'
import { lengthProblem } from '@/lib/domain/underwriting/reasons'
import { routes } from '@/lib/routes'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import { answerRequestAction, handOverAction } from '@/lib/server/underwriting/actions'
import { missingWords } from '../documents/missing-words'
import { type Kept, useKept } from '../underwriting/use-kept'
import { unsavedSection } from './kept-savers'

type Handed = Pick<ApplicationView, 'id' | 'status' | 'versions' | 'stage'>

const kept: Kept<string> = new Map()
const isBlank = (note: string) => note.trim() === ''

/**
 * Gives the application to our underwriters, for the first time or with the answer to what they asked. `errors`
 * are those that have nothing to do with their approval.
 */
export function HandOverPanel({
  application,
  errors,
  missing,
  asks,
}: {
  application: Handed
  errors: number
  /** Documents that our policy asks for and that are not there, by name. */
  missing: readonly string[]
  asks: ApplicationView['asks']
}) {
  const unanswered = asks.filter(({ isDone }) => !isDone).map(({ label }) => label)
  const { id, versions, stage } = application
  const isAnswer = application.status === 'info-requested'
  const router = useRouter()
  const [note, setNote] = useKept(kept, { applicationId: id, what: 'hand-over' }, '', isBlank)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (unsavedSection(id)) {
      setProblem(
        'This tab holds text that is not saved yet. Open that step, see it saved, then hand it over.',
      )
      return
    }
    const tooLong = lengthProblem(note)
    setProblem(tooLong)
    if (tooLong) return
    setBusy(true)
    const input = { applicationId: id, versions, note }
    const answer = await (isAnswer ? answerRequestAction(input) : handOverAction(input)).catch(() => null)
    setBusy(false)
    const found = problemOf(answer)
    setProblem(found)
    if (found !== null) return
    setNote(() => '')
    router.refresh()
  }

  return (
    <Panel
      title={isAnswer ? 'Hand it back to underwriting' : 'Hand it to our underwriters'}
      description={
        isAnswer
          ? 'They see what you changed since they asked, beside what they asked for.'
          : 'They look at it as it stands now. Until they decide it cannot be changed, but taken back.'
      }
    >
      <form onSubmit={(event) => void send(event)} className="flex max-w-3xl flex-col gap-4">
        <FieldFrame
          path="underwriting.note"
          meta={{
            label: isAnswer ? 'Your answer, in words' : 'A note for them',
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
            {unanswered.join(', ')}. Answer each, or say in your answer why not.
          </Callout>
        )}
        {missing.length > 0 && (
          <Callout
            tone="warn"
            title={missing.length === 1 ? '1 document is missing' : `${missing.length} documents are missing`}
          >
            {missingWords(missing)} You can hand it over without them; say in the note when they follow.
          </Callout>
        )}
        {stage?.locked && (
          <Callout tone="warn" title="The partner takes no change of it now">
            It has the application in stage “<bdi>{stage.name}</bdi>”: even approved it could not be sent.
            Once the partner has it in another stage, read or enter that stage on the{' '}
            <Link href={routes.application(id)} className="underline">
              application’s page
            </Link>
            , and hand it over then.
          </Callout>
        )}
        {problem && (
          <Callout tone="bad" title="It was not handed over" live="alert">
            {problem}
          </Callout>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" variant="primary" busy={busy} disabled={errors > 0 || stage?.locked}>
            <ClipboardCheck aria-hidden="true" />
            {isAnswer
              ? asks.length > 0
                ? `Hand it back (${asks.length - unanswered.length} of ${asks.length} answered)`
                : 'Hand it back'
              : 'Hand it over'}
          </Button>
          {errors > 0 && (
            <p className="text-sm text-muted">
              {errors === 1 ? '1 thing stands' : `${errors} things stand`} in the way;{' '}
              <Link href="#top" className="underline">
                see them at the top
              </Link>
              .
            </p>
          )}
        </div>
      </form>
    </Panel>
  )
}

type Answer =
  | Awaited<ReturnType<typeof handOverAction>>
  | Awaited<ReturnType<typeof answerRequestAction>>
  | null

/** What stood against it, in words; null where it was handed over. */
function problemOf(answer: Answer): string | null {
  if (answer?.serverError) return answer.serverError.message
  const result = answer?.data
  if (!result) return 'The desk did not answer. Reload to see where the application stands.'
  if (result.ok) return null
  if (result.reason === 'violations') {
    return 'Something stands against it that this page did not know of. Reload it, and mend what it names.'
  }
  return result.message
}
