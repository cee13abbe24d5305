import * as z from 'zod/mini'

/** One value of a rule, as it is and as it is proposed to be, in words. */
export type Difference = { label: string; before: string; after: string }

/** Waits for another admin. `earlier`: what became of what the same person had proposed of the same rule before. */
export type Waits = { waits: true; earlier?: 'joined' | 'replaced' }

/** Another admin's word on a proposed change, or the proposer's second thought. */
export const answerRuleInput = z.object({
  proposalId: z.uuid(),
  answer: z.enum(['consent', 'decline', 'withdraw']),
  /** Of the batches that a consent approves: those that whoever consents was told of. */
  approves: z.optional(z.array(z.int())),
})
