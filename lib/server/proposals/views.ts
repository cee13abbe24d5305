import type { Difference } from '@/lib/domain/settings/proposal'

/** A change that waits for another admin's consent. */
export type ProposalView = {
  id: string
  /** What it changes: a setting, a receiver or an endpoint. */
  title: string
  by: string
  at: string
  isMine: boolean
  /** Their own, and no other admin is there any more, or counts still, to approve it. */
  mayApply: boolean
  /** Why it waits, where no one can approve it now; of another's: why this admin cannot. Null if they, or others, can. */
  barred: string | null
  differences: Difference[]
}
