'use client'

import { useState } from 'react'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { APPLY_ALONE } from '@/lib/domain/access/new-admin'
import type { ApprovedBatch } from '@/lib/domain/funding/batch'
import { answerRuleAction } from '@/lib/server/proposals/actions'
import type { ProposalView } from '@/lib/server/proposals/views'
import { ApprovesNotice, DoneNotice } from './save-notices'

const DONE = {
  apply: 'The change is applied and counts now.',
  consent: 'The change is approved and counts now.',
  decline: 'Declined.',
  withdraw: 'Withdrawn.',
}
type Answer = Exclude<keyof typeof DONE, 'apply'>

function countsWhen({ isMine, mayApply }: ProposalView): string {
  if (mayApply) return APPLY_ALONE
  return isMine ? 'It counts once another admin approves it.' : 'It counts once you approve it.'
}

/** Rule changes that wait for another admin, each with the current and the proposed value. */
export function ProposalNotices({ proposals }: { proposals: readonly ProposalView[] }) {
  const { run, busy, trouble } = useDeskAction(answerRuleAction)
  const [done, setDone] = useState('')
  /** Pending batches that this approval would approve, shown before it is given. */
  const [asked, setAsked] = useState<{ id: string; batches: ApprovedBatch[] } | null>(null)

  async function answer({ id, title, mayApply }: ProposalView, word: Answer) {
    setDone('')
    const told = asked?.id === id ? asked.batches.map(({ number }) => number) : undefined
    const called = await run({ proposalId: id, answer: word, ...(told && { approves: told }) })
    const refusal = called?.ok === false ? called.refusal : null
    setAsked(refusal?.reason === 'approves' ? { id, batches: refusal.batches } : null)
    if (called?.ok) setDone(`${title}: ${DONE[mayApply && word === 'consent' ? 'apply' : word]}`)
  }

  return (
    <div className="mb-4 flex max-w-3xl flex-col gap-3 has-[>p:only-child:empty]:mb-0">
      {proposals.map((proposal) => (
        <Callout
          key={proposal.id}
          title={
            <>
              {proposal.isMine ? 'You' : <bdi>{proposal.by}</bdi>} proposed a change: {proposal.title}
            </>
          }
          actions={
            <>
              {(proposal.isMine ? proposal.mayApply : proposal.barred === null) && (
                <Button
                  size="small"
                  variant="primary"
                  busy={busy}
                  onClick={() => answer(proposal, 'consent')}
                >
                  {proposal.isMine ? 'Apply change' : 'Approve change'}
                </Button>
              )}
              <Button
                size="small"
                busy={busy}
                onClick={() => answer(proposal, proposal.isMine ? 'withdraw' : 'decline')}
              >
                {proposal.isMine ? 'Withdraw change' : 'Decline change'}
              </Button>
            </>
          }
        >
          <p>
            <DateTime at={proposal.at} />. {proposal.barred ?? countsWhen(proposal)}
          </p>
          <dl className="mt-1 flex flex-col gap-1">
            {proposal.differences.map(({ label, before, after }) => (
              <div key={label}>
                <dt className="text-muted">{label}</dt>
                <dd className="wrap-anywhere">
                  <bdi>{before}</bdi> <span aria-hidden="true">→</span>
                  <span className="sr-only"> becomes </span> <bdi className="font-medium">{after}</bdi>
                </dd>
              </div>
            ))}
          </dl>
          {asked?.id === proposal.id && (
            <div className="mt-2">
              <ApprovesNotice
                batches={asked.batches}
                deed={proposal.mayApply ? 'Applying this change' : 'Approving this change'}
              />
            </div>
          )}
        </Callout>
      ))}
      <TroubleNotice trouble={asked ? null : trouble} title="Couldn’t answer the change" />
      <DoneNotice>{done}</DoneNotice>
    </div>
  )
}
