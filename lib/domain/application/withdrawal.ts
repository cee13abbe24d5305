import { type ApplicationStatus, nextStatus } from './status'

export type WithdrawalFacts = {
  status: ApplicationStatus
  /** Not null while changes are made to something that the partner has. */
  statusBeforeRevision: ApplicationStatus | null
  opportunityId: string | null
}

/** Why it cannot be withdrawn, in words; null where it can: nothing of it stands at the partner. */
export function withdrawalProblem(facts: WithdrawalFacts): string | null {
  const { status, statusBeforeRevision, opportunityId } = facts
  if (status === 'withdrawn') return 'It is withdrawn already.'
  if (status === 'submitting') return 'It is being sent to the partner at this moment.'
  if (status === 'outcome-unknown') return 'The partner may have it: say on its page how the sending ended.'
  if (status === 'declined') return 'It is declined, and closed already.'
  if (nextStatus(status, 'take-back') !== null)
    return 'Our underwriters have it, or decided on it: take it back first.'
  if (nextStatus(status, 'withdraw') === null) return 'The partner has it, and nothing is taken back there.'
  if (statusBeforeRevision !== null || opportunityId !== null) {
    return 'The partner has it: its changes can be discarded on its page.'
  }
  return null
}

/** Why it cannot be taken up again, in words; null where it can. */
export const takeUpProblem = ({ status }: Pick<WithdrawalFacts, 'status'>): string | null =>
  status === 'withdrawn' ? null : 'It is not withdrawn.'
