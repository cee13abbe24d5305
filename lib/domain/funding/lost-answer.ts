import { can } from '@/lib/domain/access/permissions'
import { type Approver, listWords } from './approval'
import type { FundingLine } from './line'

/**
 * Who may record what became of a request whose answer was lost. What the partner is said not to have can be paid again,
 * and what it is said to have counts as funded, and nobody looks for it any more: so whoever sent it, or made the batch,
 * does not decide that alone.
 */
export type WordFacts = {
  /** Who had it sent; null for the desk itself. */
  preparedBy: string | null
  /** Whoever made the batch or changed a line of it. */
  workedOnBy: readonly string[]
  /** Who proposed the very same, and waits for a second person. */
  saidBy: string | null
}

/** By number: the transactions of a request that the partner has not, in their order; none where it has all, null where it has nothing. */
export type Missing = readonly number[] | null

/** Whether two people say the same: a second person confirms what the first one said, and nothing else. */
export const isSameMissing = (one: Missing, other: Missing): boolean =>
  one === null || other === null
    ? one === other
    : one.length === other.length && one.every((transactionNo, at) => transactionNo === other[at])

type SentLine = Pick<FundingLine, 'transactionId' | 'retrievalReferenceNumber'> & { transactionNo: number }

/**
 * The transactions of a request that are named by id or reference number, exactly. Refused for a name that the request
 * has not, and where nothing would be left: that is another answer.
 */
export function findMissing(
  names: readonly string[],
  lines: readonly SentLine[],
): { ok: true; missing: number[] } | { ok: false; message: string } {
  const numbers = new Map<string, number>()
  for (const { transactionNo, transactionId, retrievalReferenceNumber } of lines)
    numbers.set(transactionId || retrievalReferenceNumber, transactionNo)
  const strange = [...new Set(names.filter((name) => !numbers.has(name)))]
  if (strange.length > 0) {
    const shown = strange.slice(0, NAMED).map((name) => `“${name}”`)
    const more = strange.length - shown.length
    return {
      ok: false,
      message: `${listWords(more > 0 ? [...shown, `${more.toLocaleString('en-US')} more`] : shown)} ${strange.length === 1 ? 'is' : 'are'} not in this request. Copy the identifiers from its rows; nothing was recorded.`,
    }
  }
  const missing = [...new Set(names.flatMap((name) => numbers.get(name) ?? []))].sort((a, b) => a - b)
  if (missing.length === numbers.size)
    return {
      ok: false,
      message:
        'These are all transactions of the request. Choose “Not received by the partner” instead; nothing was recorded.',
    }
  return { ok: true, missing }
}

const NAMED = 3

/** `mayAlone`: Settings let whoever sent it record it alone. */
export type WordRules = { mayAlone: boolean }

/**
 * `resolves`: one word is enough. `proposes`: a second person confirms it. `confirms`: it ends what somebody proposed.
 * `waits`: this person proposed it already.
 */
export type WordWay = 'resolves' | 'proposes' | 'confirms' | 'waits'

export function wordWay(
  personId: string,
  { preparedBy, workedOnBy, saidBy }: WordFacts,
  { mayAlone }: WordRules,
): WordWay {
  if (saidBy !== null && saidBy !== personId) return 'confirms'
  const isInvolved = preparedBy === personId || workedOnBy.includes(personId)
  if (mayAlone || !isInvolved) return 'resolves'
  return saidBy === null ? 'proposes' : 'waits'
}

/** Who said it, as long as they may say so: the word of somebody who was shut out since counts for nothing. */
export const wordInEffect = (saidBy: string | null, people: readonly Approver[]): string | null =>
  people.some((person) => person.id === saidBy && mayResolve(person)) ? saidBy : null

const mayResolve = ({ active, roles }: Approver): boolean => active && can(roles, 'funding:write')

/** Who can confirm what this person proposes, or proposed: exactly those whose word `wordWay` takes for that. */
export const wordConfirmers = (people: readonly Approver[], proposedBy: string): string[] => {
  const facts = { preparedBy: proposedBy, workedOnBy: [], saidBy: proposedBy }
  return people
    .filter((person) => mayResolve(person) && wordWay(person.id, facts, { mayAlone: false }) === 'confirms')
    .map(({ name }) => name)
}
