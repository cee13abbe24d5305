import { type ApplicationStatus, nextStatus } from './status'

export type WithdrawalFacts = {
  status: ApplicationStatus
  /** Not null if this is an update of what the partner has. */
  statusBeforeRevision: ApplicationStatus | null
  opportunityId: string | null
}

/** Why it cannot be withdrawn, in words; null if it can, that is, if the partner has nothing of it. */
export function withdrawalProblem(facts: WithdrawalFacts): string | null {
  const { status, statusBeforeRevision, opportunityId } = facts
  if (status === 'withdrawn') return 'It is already withdrawn.'
  if (status === 'submitting') return 'It is being sent to the partner.'
  if (status === 'outcome-unknown') return 'The partner may have it. Resolve its outcome first.'
  if (status === 'declined') return 'It is already declined and closed.'
  if (nextStatus(status, 'take-back') !== null) return 'It is in review or decided. Recall it first.'
  if (nextStatus(status, 'withdraw') === null) return 'The partner has it. It can no longer be withdrawn.'
  if (statusBeforeRevision !== null || opportunityId !== null) {
    return 'The partner has it. You can discard its changes on its page.'
  }
  return null
}

/** Why it cannot be reopened, in words; null if it can. */
export const takeUpProblem = ({ status }: Pick<WithdrawalFacts, 'status'>): string | null =>
  status === 'withdrawn' ? null : 'It is not withdrawn.'
