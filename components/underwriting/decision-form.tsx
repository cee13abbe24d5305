'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useState } from 'react'
import { troubleWords } from '@/components/forms/action-answer'
import { FieldFrame, GroupFrame } from '@/components/forms/field-frame'
import { Option } from '@/components/forms/option'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
// Only types of the rules: they know every field and would be too much for this page.
import type { DecisionEffect, UnjudgedAnswer } from '@/lib/domain/underwriting/decision'
import { changesBetween, type Evidence, isStale } from '@/lib/domain/underwriting/evidence'
import {
  checkOpen,
  checkReasons,
  lengthProblem,
  reasonOf,
  reasonsOf,
  type Verdict,
} from '@/lib/domain/underwriting/reasons'
import { counted } from '@/lib/domain/values/counted'
import type { Violation } from '@/lib/domain/values/violation'
import { decideAction } from '@/lib/server/underwriting/actions'
import { answerId } from './case-status'
import { PlaceLinks } from './place-links'
import type { Refused, Typed } from './standing-problems'
import { type UnsentOfTab, useUnsent } from './use-unsent'

/** The result of a decision is loaded when one is made. */
const DecisionProblems = dynamic(() => import('./decision-problems').then((file) => file.DecisionProblems))

const DecisionDone = dynamic(() => import('./decision-done').then((file) => file.DecisionDone))

const DecideDialog = dynamic(() => import('./decide-dialog'), { loading: () => null })

const StaleDecision = dynamic(() => import('./decision-problems').then((file) => file.StaleDecision))

const unsent: UnsentOfTab<Typed> = new Map()
const NOTHING: Typed = { outcome: null, reasons: { approve: [], decline: [] }, note: '' }
const isBlank = ({ outcome, note }: Typed) => outcome === null && note.trim() === ''

export type DecisionFormProps = {
  applicationId: string
  /** What this page is based on. */
  seen: Evidence
  sectionLabels: Readonly<Record<string, string>>
  /** Keys of checklist entries. */
  openChecks: readonly string[]
  /** Answers to review before an approval. */
  unjudged: readonly UnjudgedAnswer[]
  /** Documents that are missing, in words: an approval without them needs a note. */
  missing: readonly string[]
  /** The business and its volume, for the question before the decision. */
  about: string
  /** What each outcome leads to, shown before it is chosen. */
  meanings: Readonly<Record<Verdict, string>>
}

/** Approves or declines a case and shows the result. `children` are replaced once the case was decided here, and `after` stays. */
export function DecisionForm({
  form,
  after,
  children,
}: {
  form: DecisionFormProps | null
  after?: ReactNode
  children?: ReactNode
}) {
  const [done, setDone] = useState<{ effect: DecisionEffect; outcome: Verdict } | null>(null)
  if (done)
    return (
      <div className="flex flex-col gap-3">
        <DecisionDone {...done} />
        {after}
      </div>
    )
  return (
    <>
      {children}
      {after}
      {form && <Form {...form} onDone={setDone} />}
    </>
  )
}

function Form({
  applicationId,
  seen: stands,
  sectionLabels,
  openChecks,
  unjudged,
  missing,
  about,
  meanings,
  onDone,
}: DecisionFormProps & { onDone: (done: { effect: DecisionEffect; outcome: Verdict }) => void }) {
  const router = useRouter()
  const [typed, change, unsentText] = useUnsent(unsent, { applicationId, what: 'decision' }, NOTHING, isBlank)
  // The page refreshes as the case changes. The decision is based on what this person has seen.
  const [seen, setSeen] = useState(stands)
  const { run, busy, trouble } = useDeskAction(decideAction)
  const [asksWhether, setAsksWhether] = useState(false)
  const [refused, setRefused] = useState<Refused>({ typed: NOTHING, problems: [] })
  const { problems } = refused
  const isAsRefused = refused.typed === typed
  const failure =
    (isAsRefused ? lengthProblem(typed.note) : null) ??
    (trouble && problems.length === 0 ? troubleWords(trouble) : null)
  const { outcome, note } = typed
  const chosen = outcome ? typed.reasons[outcome] : []
  const violations = problems.flatMap((problem) =>
    isAsRefused && problem.code === 'reasons' ? problem.violations : [],
  )
  const needsNote =
    outcome !== null &&
    (chosen.some((code) => reasonOf(code)?.needsNote === true) ||
      checkOpen(outcome, chosen, '', missing).length > 0)
  const stale = problems.find((problem) => problem.code === 'stale')
  const changes = isStale(seen, stands) ? changesBetween(seen, stands) : (stale ?? null)

  function press(event: FormEvent) {
    event.preventDefault()
    if (busy || outcome === null || changes !== null) return
    if (lengthProblem(note)) return setRefused({ typed, problems: [] })
    // What is certainly refused is not asked about first.
    const isReady =
      checkReasons(outcome, chosen, note).length === 0 &&
      checkOpen(outcome, chosen, note, missing).length === 0 &&
      (outcome === 'decline' || (openChecks.length === 0 && unjudged.length === 0))
    // A clean approval has taken three presses by now. What is an exception, or ends the application, takes one more.
    if (isReady && (outcome === 'decline' || needsNote)) setAsksWhether(true)
    else void decide(outcome)
  }

  async function decide(outcome: Verdict) {
    setAsksWhether(false)
    setRefused({ typed, problems: [] })
    const called = await run({
      applicationId,
      outcome,
      reasons: [...chosen],
      note,
      textId: unsentText.id(),
      seen: { versions: seen.versions, documents: [...seen.documents] },
    })
    if (called === null) return
    if (!called.ok) return setRefused({ typed, problems: called.refusal?.problems ?? [] })
    unsentText.sent(() => NOTHING)
    onDone({ effect: called.data.effect, outcome })
  }

  function lookAgain() {
    setRefused({ typed, problems: [] })
    if (isStale(seen, stands)) setSeen(stands)
    else router.refresh()
  }

  return (
    <>
      <form onSubmit={press} noValidate aria-label="Decision" className="flex flex-col gap-4">
        {changes && (
          <StaleDecision
            changes={changes}
            sectionLabels={sectionLabels}
            isHere={isStale(seen, stands)}
            onRefresh={lookAgain}
          />
        )}
        <GroupFrame path="outcome" meta={{ label: 'What you decide' }} required>
          {(['approve', 'decline'] as const).map((one) => (
            <Option
              key={one}
              type="radio"
              data-action={one}
              aria-keyshortcuts={one[0]}
              name="outcome"
              checked={outcome === one}
              onChange={() => change((now) => ({ ...now, outcome: one }))}
              label={<span className="font-medium">{one === 'approve' ? 'Approve' : 'Decline'}</span>}
              note={meanings[one]}
            />
          ))}
        </GroupFrame>
        {outcome && (
          <Reasons
            outcome={outcome}
            chosen={chosen}
            violations={violations}
            onChange={(reasons) =>
              change((now) => ({ ...now, reasons: { ...now.reasons, [outcome]: reasons } }))
            }
          />
        )}
        <FieldFrame
          path="decision-note"
          meta={{
            label: 'Note',
            hint: 'Onboarding sees it with the decision. Required for conditions, missing documents and some reasons.',
          }}
          required={needsNote}
          findings={violations.filter(({ path }) => path === 'note')}
        >
          {(control) => (
            <textarea
              {...control}
              rows={4}
              value={note}
              onChange={({ target }) => change((now) => ({ ...now, note: target.value }))}
              className="control"
            />
          )}
        </FieldFrame>
        {outcome === 'approve' && unjudged.length > 0 && (
          <Callout tone="warn" title={`${counted(unjudged.length, 'answer')} to review first`}>
            <PlaceLinks places={unjudged.map(({ id, label }) => ({ id: answerId(id), label }))} />
          </Callout>
        )}
        {(failure !== null || problems.length > 0) && (
          <DecisionProblems
            refused={refused}
            typed={typed}
            openChecks={openChecks}
            unjudged={unjudged}
            failure={failure}
          />
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            type="submit"
            variant={outcome === 'decline' ? 'danger' : 'primary'}
            busy={busy}
            disabled={outcome === null || changes !== null}
          >
            {outcome === null ? 'Decide' : outcome === 'approve' ? 'Approve case' : 'Decline case'}
          </Button>
          {openChecks.length > 0 && outcome !== 'decline' && (
            <p className="text-sm text-muted">
              {counted(openChecks.length, 'checklist item')} left to approve.
            </p>
          )}
        </div>
      </form>
      {asksWhether && outcome && (
        <DecideDialog
          {...{ outcome, about }}
          meaning={meanings[outcome]}
          onClose={() => setAsksWhether(false)}
          onDecide={() => void decide(outcome)}
        />
      )}
    </>
  )
}

function Reasons({
  outcome,
  chosen,
  violations,
  onChange,
}: {
  outcome: Verdict
  chosen: readonly string[]
  violations: readonly Violation[]
  onChange: (reasons: readonly string[]) => void
}) {
  const reasons = reasonsOf(outcome)
  const options = (isCondition: boolean) =>
    reasons
      .filter((reason) => reason.isCondition === isCondition)
      .map(({ code, label, needsNote }) => (
        <Option
          key={code}
          type="checkbox"
          checked={chosen.includes(code)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, code] : chosen.filter((one) => one !== code))
          }
          label={label}
          note={needsNote ? '(needs a note)' : undefined}
        />
      ))
  const hasConditions = reasons.some(({ isCondition }) => isCondition)
  return (
    <GroupFrame
      path="decision-reasons"
      meta={{ label: 'Reasons' }}
      required
      findings={violations.filter(({ path }) => path === 'reasons')}
    >
      {options(false)}
      {hasConditions && (
        <>
          <p className="mt-1.5 text-sm font-medium">Under a condition</p>
          {options(true)}
        </>
      )}
    </GroupFrame>
  )
}
