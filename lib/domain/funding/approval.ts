import { can } from '@/lib/domain/access/permissions'
import type { ApprovalRules } from '@/lib/domain/settings/funding-rules'
import { type Millionths, parseDecimal } from '@/lib/domain/values/decimal'
import { dollarWords, grouped } from '@/lib/domain/values/money'
import { BATCH_STATUS_MEANING, type BatchStatus } from './batch'

/**
 * Totals of a batch. The sums of the day include this batch and everything submitted before it on the same business
 * day.
 */
export type ApprovalTotals = {
  transactions: number
  amountMinor: bigint
  /** The person who submits the batch. */
  maker: { name: string; batches: number; amountMinor: bigint }
  /** The batch's merchant that gets the most on that day; null if no limit per merchant is set. */
  merchant: { merchantId: string; amountMinor: bigint } | null
}

export type ApprovalReason = {
  code: 'amount' | 'transactions' | 'maker-day' | 'merchant-day'
  /** Completes a sentence after “because”. */
  words: string
}

/** `because` is empty if one approval is enough. */
export type ApprovalNeed = { needed: 1 | 2; because: ApprovalReason[] }

/** `parseDecimal` returns millionths of a dollar. */
const MILLIONTHS_OF_A_CENT: Millionths = 10_000n

/**
 * How many other people must approve: two above any limit in Settings, otherwise one. A limit that cannot be read
 * counts as exceeded, so that a broken setting never lowers the bar.
 */
export function approvalsNeeded(
  { transactions, amountMinor, maker, merchant }: ApprovalTotals,
  rules: ApprovalRules,
): ApprovalNeed {
  const because: ApprovalReason[] = []
  if (isAbove(amountMinor, rules.secondAboveAmount))
    because.push({ code: 'amount', words: `it is above ${limitWords(rules.secondAboveAmount)}` })
  if (rules.secondAboveTransactions !== null && transactions > rules.secondAboveTransactions)
    because.push({
      code: 'transactions',
      words: `it has more than ${grouped(String(rules.secondAboveTransactions))} transactions`,
    })
  if (isAbove(maker.amountMinor, rules.secondAboveMakerDay))
    because.push({
      code: 'maker-day',
      words: `${maker.name} submits ${dollarWords(maker.amountMinor)} that day${
        maker.batches > 1 ? ` in ${maker.batches} batches` : ''
      }, above ${limitWords(rules.secondAboveMakerDay)} per person and day`,
    })
  if (merchant && isAbove(merchant.amountMinor, rules.secondAboveMerchantDay))
    because.push({
      code: 'merchant-day',
      words: `merchant ${merchant.merchantId} gets ${dollarWords(merchant.amountMinor)} that day, above ${limitWords(rules.secondAboveMerchantDay)} per merchant and day`,
    })
  return { needed: because.length > 0 ? 2 : 1, because }
}

function isAbove(amountMinor: bigint, limit: string | null): boolean {
  if (limit === null) return false
  const read = parseDecimal(limit)
  return read === null || amountMinor * MILLIONTHS_OF_A_CENT > read
}

function limitWords(limit: string | null): string {
  const read = limit === null ? null : parseDecimal(limit)
  return read === null ? 'a limit that cannot be read' : dollarWords(read / MILLIONTHS_OF_A_CENT)
}

/** What the approval rules need to know about a batch. */
export type ApprovalFacts = {
  status: BatchStatus
  contentSha256: string | null
  /**
   * User ids of everyone who made the batch, changed a line, or decided about one of its sales, there or in the batch
   * whose lines it takes up.
   */
  workedOnBy: readonly string[]
  /** What each of them did, by user id. Only loaded to explain to someone why they cannot approve. */
  work?: ReadonlyMap<string, OwnWork>
}

/** What one person did to a batch. All empty if they decided about a sale that someone else has decided since. */
export type OwnWork = {
  hasMade: boolean
  hasEdited: boolean
  /** Transaction IDs of its sales that they decided about. */
  sales: readonly string[]
  /** They worked on the batch whose lines this one takes up. */
  hasWorkedBefore: boolean
}

export type GivenApproval = { by: string; contentSha256: string }

/** A person with an account. */
export type Approver = { id: string; name: string; active: boolean; roles: readonly string[] }

export type ApproverProblem = {
  code: 'no-right' | 'not-waiting' | 'own-work' | 'approved-already'
  message: string
}

/**
 * Whether this person may not approve the batch at all, so that the attempt is audited. Pressing twice, or on an
 * outdated page, breaks no rule.
 */
export const isBarred = ({ code }: ApproverProblem): boolean => code === 'own-work' || code === 'no-right'

/**
 * Why this person cannot approve the batch; null if they can. Every caller uses this, from the button to the lists of
 * possible approvers. Admins get no exception.
 */
export function checkApprover(
  batch: ApprovalFacts,
  approvals: readonly GivenApproval[],
  person: Omit<Approver, 'name'>,
): ApproverProblem | null {
  const { status, contentSha256 } = batch
  if (!mayApprove(person)) return { code: 'no-right', message: 'Your roles do not let you approve batches.' }
  if (status !== 'waiting' || contentSha256 === null) {
    return {
      code: 'not-waiting',
      message: `This batch is not pending approval (${BATCH_STATUS_MEANING[status].label}).`,
    }
  }
  if (isOwnWork(batch, person)) {
    return {
      code: 'own-work',
      message: `You ${ownWorkWords(batch.work?.get(person.id))}. Someone else has to approve it.`,
    }
  }
  return hasApproved(batch, approvals, person)
    ? {
        code: 'approved-already',
        message: 'You already approved it. A second person must approve it.',
      }
    : null
}

/** `made this batch and decided about the sale SBX-1 in it` */
function ownWorkWords(work: OwnWork | undefined): string {
  if (!work) return 'worked on this batch'
  const { hasMade, hasEdited, sales, hasWorkedBefore } = work
  const deeds = [
    hasMade ? 'made this batch' : hasEdited ? 'edited this batch' : '',
    sales.length > 0
      ? `decided about the ${sales.length === 1 ? 'sale' : 'sales'} ${salesWords(sales)} in it`
      : '',
  ].filter(Boolean)
  if (deeds.length > 0) return listWords(deeds)
  return hasWorkedBefore ? 'worked on the batch whose lines it takes up' : 'decided about a sale in it'
}

const SALES_NAMED = 3

/** `SBX-1, SBX-2, SBX-3 and 4 more` */
export const salesWords = (sales: readonly string[]): string =>
  listWords([
    ...sales.slice(0, SALES_NAMED),
    ...(sales.length > SALES_NAMED ? [`${(sales.length - SALES_NAMED).toLocaleString('en-US')} more`] : []),
  ])

const mayApprove = ({ active, roles }: Omit<Approver, 'name'>): boolean =>
  active && can(roles, 'funding:approve')

const isOwnWork = (
  { workedOnBy }: Pick<ApprovalFacts, 'workedOnBy'>,
  { id }: Pick<Approver, 'id'>,
): boolean => workedOnBy.includes(id)

const hasApproved = (
  { contentSha256 }: Pick<ApprovalFacts, 'contentSha256'>,
  approvals: readonly GivenApproval[],
  { id }: Pick<Approver, 'id'>,
): boolean => approvals.some((given) => given.by === id && given.contentSha256 === contentSha256)

/**
 * `checkApprover` for the unsent rest of a stopped batch, which is approved separately under its own `contentSha256`.
 */
export const checkRestApprover = (
  batch: Pick<ApprovalFacts, 'workedOnBy' | 'work'>,
  contentSha256: string,
  approvals: readonly GivenApproval[],
  person: Omit<Approver, 'name'>,
): ApproverProblem | null => checkApprover({ ...batch, status: 'waiting', contentSha256 }, approvals, person)

type Worked = Pick<ApprovalFacts, 'workedOnBy' | 'contentSha256'>

/** Who can still approve the batch; for a draft, who could once it is submitted unchanged. */
export const eligibleApprovers = <P extends Approver>(
  people: readonly P[],
  batch: Worked,
  approvals: readonly GivenApproval[],
): P[] => {
  const waiting: ApprovalFacts = { ...batch, status: 'waiting', contentSha256: batch.contentSha256 ?? '' }
  return people.filter((person) => checkApprover(waiting, approvals, person) === null)
}

/**
 * Names of people who could take up these lines instead, if this person is their last possible approver and would
 * lose that by taking them up. They have all worked on the lines already. Empty if someone else can approve, or no
 * one can be asked.
 */
export function makersInstead(
  people: readonly Approver[],
  workedOnBy: readonly string[],
  personId: string,
): string[] {
  const left = people.filter((person) => mayApprove(person) && !isOwnWork({ workedOnBy }, person))
  if (left.length !== 1 || left[0]?.id !== personId) return []
  return people
    .filter(
      (person) => person.active && can(person.roles, 'funding:write') && isOwnWork({ workedOnBy }, person),
    )
    .map(({ name }) => name)
}

/** The message for the maker of a correction that no one could then approve; null if someone could. */
export function nobodyApprovesWords(
  people: readonly Approver[],
  workedOnBy: readonly string[],
  personId: string,
): string | null {
  const worked = { workedOnBy: [...workedOnBy, personId] }
  const approvers = people.filter(mayApprove)
  if (approvers.some((person) => !isOwnWork(worked, person))) return null
  const [own, others] = [true, false].map((isOwn) =>
    approvers.filter(({ id }) => (id === personId) === isOwn).map(({ name }) => name),
  ) as [string[], string[]]
  return [
    'No one could approve this correction.',
    own.length > 0 && 'You could not, because you made it.',
    others.length > 0 && `${listWords(others)} worked on its transactions.`,
    'Ask an admin to give someone else approval rights.',
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * How many valid approvals the current content has. People who have since lost the right or worked on the batch do
 * not count.
 */
export const countingApprovals = (
  people: readonly Approver[],
  batch: Worked,
  approvals: readonly GivenApproval[],
): number =>
  people.filter(
    (person) => mayApprove(person) && !isOwnWork(batch, person) && hasApproved(batch, approvals, person),
  ).length

/** The state of a batch's approval under today's rules and people. */
export type ApprovalStatus = ApprovalNeed & {
  count: number
  /** Who can still approve it. */
  eligible: Approver[]
  /** Names of people who have the right to approve but worked on the batch. */
  barred: string[]
}

export const approvalStatusOf = (
  need: ApprovalNeed,
  people: readonly Approver[],
  batch: Worked,
  approvals: readonly GivenApproval[],
): ApprovalStatus => ({
  ...need,
  count: countingApprovals(people, batch, approvals),
  eligible: eligibleApprovers(people, batch, approvals),
  barred: people.filter((person) => mayApprove(person) && isOwnWork(batch, person)).map(({ name }) => name),
})

/** Whether the batch cannot get enough approvals even if everyone who can approve does. */
export const isBeyondApproval = ({ needed, count, eligible }: ApprovalStatus): boolean =>
  count + eligible.length < needed

/** `2 approvals because it is above $50,000.00`. */
export const needWords = ({ needed, because }: ApprovalNeed): string =>
  `${needed === 1 ? '1 approval' : `${needed} approvals`}${
    because.length > 0 ? ` because ${listWords(because.map(({ words }) => words))}` : ''
  }`

/** Explains why too few people can approve the batch and what to do; null if enough can. */
export function beyondApprovalWords(approval: ApprovalStatus, status: 'draft' | 'waiting'): string | null {
  if (!isBeyondApproval(approval)) return null
  const { count, eligible, barred, because } = approval
  const who =
    eligible.length === 0
      ? `no one${count > 0 ? ' else' : ''} can approve it`
      : `only ${listWords(eligible.map(({ name }) => name))} can approve it`
  const first = status === 'draft' ? '' : 'withdraw it and '
  const codes = new Set(because.map(({ code }) => code))
  const isLarge = codes.has('amount') || codes.has('transactions')
  const ways = [
    'ask an admin to give someone else approval rights',
    isLarge && !codes.has('maker-day') && `${first}split the batch`,
    // Splitting does not help here: the person's total for the day stays the same.
    codes.has('maker-day') &&
      `${first}${isLarge ? 'split the batch and let someone else submit part of it' : 'let someone else submit it'}`,
    codes.has('merchant-day') && `${first}move part of it to another day`,
  ].filter((way) => way !== false)
  return [
    `This batch needs ${needWords(approval)}, ${count > 0 ? `has ${count}, ` : ''}and ${who}.`,
    barred.length > 0 && `${listWords(barred)} worked on it.`,
    `${capitalized(ways.join(', or '))}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The short form for a list row: `needs 2, only Felix Penny can`. */
export const beyondApprovalNote = ({ needed, count, eligible }: ApprovalStatus): string =>
  `needs ${needed}${count > 0 ? `, has ${count}` : ''}, ${
    eligible.length === 0
      ? `no one${count > 0 ? ' else' : ''} can`
      : `only ${listWords(eligible.map(({ name }) => name))} can`
  }`

/** `A`, `A and B`, `A, B and C`. */
export const listWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
