import { can } from '@/lib/domain/access/permissions'
import { type Approver, listWords } from './approval'
import type { FundingLine } from './line'

/**
 * What decides who may record the outcome of a request whose answer was lost. What is recorded as not received can be
 * paid again, and what is recorded as received counts as funded, with no further check. So whoever sent the request
 * or worked on the batch does not decide alone.
 */
export type ReportFacts = {
  /** The user who sent it; null if the desk sent it by itself. */
  preparedBy: string | null
  /** User ids of everyone who made the batch or changed a line. */
  workedOnBy: readonly string[]
  /** The user who proposed the same outcome and needs a second person to confirm it. */
  saidBy: string | null
}

/**
 * Numbers of the transactions that the partner does not have, in order. Empty if it has all, null if it received
 * nothing.
 */
export type Missing = readonly number[] | null

/**
 * Whether two people recorded the same outcome: a second person can only confirm exactly what the first one proposed.
 */
export const isSameMissing = (one: Missing, other: Missing): boolean =>
  one === null || other === null
    ? one === other
    : one.length === other.length && one.every((transactionNo, at) => transactionNo === other[at])

type SentLine = Pick<FundingLine, 'transactionId' | 'retrievalReferenceNumber'> & { transactionNo: number }

/**
 * Finds a request's transactions by exact ID or reference number. Refused if a name is not in the request, or if all
 * are named, because that outcome is recorded differently.
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

/** `mayAlone`: Settings let the sender record the outcome alone. */
export type ReportRules = { mayAlone: boolean }

/**
 * `resolves`: recorded at once. `proposes`: a second person must confirm it. `confirms`: completes another person's
 * proposal. `waits`: this person has already proposed it.
 */
export type ReportWay = 'resolves' | 'proposes' | 'confirms' | 'waits'

export function reportWay(
  personId: string,
  { preparedBy, workedOnBy, saidBy }: ReportFacts,
  { mayAlone }: ReportRules,
): ReportWay {
  if (saidBy !== null && saidBy !== personId) return 'confirms'
  const isInvolved = preparedBy === personId || workedOnBy.includes(personId)
  if (mayAlone || !isInvolved) return 'resolves'
  return saidBy === null ? 'proposes' : 'waits'
}

/** The proposer, if they may still resolve requests. A proposal by someone who has lost access does not count. */
export const reportInEffect = (saidBy: string | null, people: readonly Approver[]): string | null =>
  people.some((person) => person.id === saidBy && mayResolve(person)) ? saidBy : null

const mayResolve = ({ active, roles }: Approver): boolean => active && can(roles, 'funding:write')

/** Names of the people who can confirm this person's proposal, by the rule of `reportWay`. */
export const reportConfirmers = (people: readonly Approver[], proposedBy: string): string[] => {
  const facts = { preparedBy: proposedBy, workedOnBy: [], saidBy: proposedBy }
  return people
    .filter((person) => mayResolve(person) && reportWay(person.id, facts, { mayAlone: false }) === 'confirms')
    .map(({ name }) => name)
}
