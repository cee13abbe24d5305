import type { AttemptResolution, AttemptState } from '@/lib/db/schema/attempts'
import type { AmountStyle, AmountUnit } from '@/lib/domain/funding/amount'
import type { BatchPurpose, BatchSource, BatchStatus, FundingRequestState } from '@/lib/domain/funding/batch'
import type { BatchKey } from '@/lib/domain/funding/batch-list-query'
import type { BatchMoney } from '@/lib/domain/funding/batch-money'
import type { WasSum } from '@/lib/domain/funding/change'
import type { ProfileView } from '@/lib/domain/funding/check-batch'
import type { ColumnMapping, LineField } from '@/lib/domain/funding/columns'
import type { FundingFigures } from '@/lib/domain/funding/figures'
import type { LineProblem } from '@/lib/domain/funding/line-problem'
import type { ReportWay } from '@/lib/domain/funding/lost-answer'
import type { ComparedFigure } from '@/lib/domain/funding/match-answer'
import type { ReadAs } from '@/lib/domain/funding/names-read'
import type { Overwrite } from '@/lib/domain/funding/overwrite'
import type { BatchResult, MerchantResult, ResultWas } from '@/lib/domain/funding/result'
import type { WarningGroup } from '@/lib/domain/funding/warning-groups'
import type { Refusal } from '@/lib/domain/values/outcome'
import type { ListPage } from '@/lib/server/lists/keyset'

/** What the funding pages and routes show. Times are ISO text; amounts are cents, in JSON as digits. */

export type BatchLink = { id: string; number: number; name: string; status: BatchStatus }

/** A batch that changes what another one funded. `isOver`: nothing of it will be sent any more. */
export type CorrectionLink = Pick<BatchLink, 'id' | 'number' | 'status'> & {
  succeeded: number
  isOver: boolean
}

export type BatchListItem = BatchLink & {
  /** The batch that it corrects. */
  corrects: Pick<BatchLink, 'id' | 'number'> | null
  /** Its corrections that were not discarded, earliest first. */
  corrections: CorrectionLink[]
  /** Batches that overwrote some of its transactions, and those that it overwrites, corrections included. */
  overwrites: Record<'by' | 'of', Pick<BatchLink, 'id' | 'number'>[]>
  profileId: string
  /** The profile's id if it is no longer configured. */
  profileLabel: string
  source: BatchSource
  purpose: BatchPurpose
  lines: number
  transactions: number
  /** The approved amount; after sending, the amount that the partner accepted. */
  amountMinor: bigint
  /** The approved amount, if the partner accepted less; otherwise null. */
  approvedMinor: bigint | null
  /** Its change to what the partner holds: `+$100.00`, `−$75.21 and +$75.21`; null if there is none. */
  moved: string | null
  errors: number
  warnings: number
  succeeded: number
  failed: number
  /** Someone closed failed transactions, and no other needs attention. */
  isClosed: boolean
  createdBy: string
  createdAt: string
  updatedAt: string
}

export type BatchListPage = ListPage<BatchListItem, BatchKey>

/** `moved`: their total, or what they take out and put in: `−$75.21 and +$75.21`. */
export type WaitingApprovals = { batches: number; moved: string }

export type BatchListView = BatchListPage & {
  counts: Partial<Record<BatchStatus, number>>
  /** Batches waiting for the current user's approval. */
  toApprove: WaitingApprovals
  profiles: readonly ProfileView[]
  mayWrite: boolean
}

/** Whether the current user may do something now; `reason` tells them why not. */
export type Permitted = { allowed: true; reason: null } | { allowed: false; reason: string }

export const BATCH_ACTS = [
  'edit',
  'submit',
  'approve',
  'approve-rest',
  'return',
  'recall',
  'send',
  'resolve',
  'reopen',
  'retry',
  'correct',
  'allow-over-sale',
  'withdraw',
  'close-failures',
  'reopen-failures',
  'discard',
] as const
export type BatchAct = (typeof BATCH_ACTS)[number]

/** A figure of an answer beside ours, as digits; `theirs` is null if the partner sent none. */
export type FigureView = { figure: keyof FundingFigures; label: string } & ComparedFigure

export type FundingAttemptView = {
  id: string
  state: AttemptState
  /** The person who had it sent. */
  by: string | null
  preparedAt: string
  sendingAt: string | null
  answeredAt: string | null
  httpStatus: number | null
  /** Empty if there was no readable answer. */
  figures: FigureView[]
  errorCode: string | null
  errorMessage: string | null
  /** The partner's raw answer, to its first 100,000 characters. */
  answer: string | null
  /** Errors that match no transaction of the request. */
  unmatchedErrors: number
  /** What happened, what it means and what to check, in our words. */
  message: string | null
  /** Who proposed the outcome, if someone else confirmed it or has yet to. */
  saidBy: string | null
  /** `missing`: how many transactions of a received request the partner did not have. */
  resolution: { kind: AttemptResolution; by: string; at: string; note: string; missing: number } | null
}

/** What people have reported about an outcome. `way`: what the current user's report would do. */
export type OutcomeReportView = {
  way: ReportWay
  /**
   * The open proposal. `missing`: transactions that the partner does not have; empty if it has all, null if it has
   * none.
   */
  report: { by: string; at: string; note: string; missing: string[] | null } | null
  /** Names of people who can confirm the proposal, or would be able to once the current user proposes one. */
  confirmers: string[]
}

/** Transactions of a request that the partner refused in other batches: the first ones and the count. */
export type RefusedElsewhere = {
  count: number
  shown: {
    transaction: string
    errorCode: string
    errorMessage: string
    batch: { id: string; number: number }
  }[]
}

export type FundingRequestView = {
  n: number
  /** Counted from 0. */
  firstTransaction: number
  lastTransaction: number
  transactions: number
  amounts: number
  amountMinor: bigint
  amountsSum: string
  requestSha256: string
  state: FundingRequestState
  failures: number
  /** Cents of the transactions that failed. */
  failedMinor: bigint
  /** How many failed with each code, most first; `errorMessage` is the partner's, from one of them. */
  failureCodes: { errorCode: string; errorMessage: string; count: number }[]
  /** Latest first. */
  attempts: FundingAttemptView[]
  /** The attempt whose outcome a person must resolve. */
  unresolvedAttemptId: string | null
  /**
   * Evidence against recording the request as received; null unless its outcome is unknown or was recorded by a
   * person.
   */
  refusedElsewhere: RefusedElsewhere | null
  /** The attempt whose recorded outcome can be undone. */
  reopensAttemptId: string | null
  /** What recording an outcome requires; null if nothing is unknown. */
  outcomeReport: OutcomeReportView | null
}

/** A saved change to one cell, as the history has it; the cents are only for amounts. */
export type ChangedCell = {
  row: number
  field: LineField
  from: string
  to: string
  fromMinor?: string | null
  toMinor?: string | null
}

/** An error that matches no transaction of its request; missing values are empty. */
export type UnmatchedError = {
  n: number
  transactionId: string
  retrievalReferenceNumber: string
  errorCode: string
  errorMessage: string
}

/** One page, in the answer's order. `next`: where the next page starts; null on the last. */
export type UnmatchedErrorPage = { errors: UnmatchedError[]; next: number | null }

/** One page of warnings of one kind, in words. */
export type WarningPart = { texts: string[]; next: number | null }

export type BatchHistoryEntry = {
  id: number
  at: string
  by: string | null
  action: string
  detail: Record<string, unknown>
}

/** `overwritten`: what later batches have overwritten, in words; missing if nothing. */
export type ShownMerchant = MerchantResult & { overwritten?: string }

export type BatchView = BatchLink & {
  profile: ProfileView & { configured: boolean }
  /** How its source wrote amounts; the lines are in dollars. */
  amountStyle: AmountStyle
  source: BatchSource
  purpose: BatchPurpose
  fileName: string | null
  /** The unused columns of its source, in words. */
  notUsed: string | null
  /** A save of lines must name it. */
  version: number
  /** `unread`: rows whose amount is missing from the sum. */
  totals: {
    lines: number
    unread: number
    transactions: number
    amountMinor: bigint
    errors: number
    warnings: number
  }
  /** Counts of transactions. `unexplained`: answered, but by the partner's figures neither funded nor failed. */
  outcome: { succeeded: number; failed: number; unknown: number; unsent: number; unexplained: number }
  /** What became of its money; null before sending starts. */
  result: BatchResult | null
  /** What the partner held before for its rows; null if nothing changes, or the batch is too large to compare. */
  was: ResultWas | null
  /**
   * Batches that overwrote this one, and those that it overwrites; empty if it is too large to compare. `now`: what
   * the partner holds of its accepted transactions, over all merchants.
   */
  overwrites: { by: Overwrite[]; of: Overwrite[]; now: { transactions: number; held: WasSum } | null }
  /** Its merchants, largest amount first; null before it is submitted. `toSend`: how many have unsent rows. */
  merchants: { shown: ShownMerchant[]; count: number; toSend: number } | null
  /** Counts of transactions that a retry would take up now. `hopeless`: the part of `failed` that no retry can help. */
  leftToRetry: { failed: number; hopeless: number; withdrawn: number }
  /** Who last said that failed transactions need nothing more, and why; null if no one did. */
  failuresClosed: { by: string; at: string; note: string } | null
  /**
   * Failed transactions that no one has dealt with or closed. 0 also where it is not asked: before the batch ended, and
   * where nothing was closed for people who could not close them.
   */
  openFailures: number
  createdBy: string
  createdAt: string
  updatedAt: string
  /**
   * People who cannot approve it: who made or edited it (`edited`), decided about one of its sales (`decided`, with
   * transaction IDs; empty if someone else has decided since), or worked on the batch whose lines it takes up
   * (`before`).
   */
  workedOnBy: { edited: string[]; decided: { by: string; sales: string[] }[]; before: string[] }
  submitted: { by: string; at: string } | null
  /** The note of the last return, or of a recall with a reason; null once it is submitted again. */
  returned: { by: string; at: string; note: string; isRecall: boolean } | null
  /**
   * For a batch that was returned or recalled and submitted again: by whom, why, and what changed since, in words;
   * otherwise null.
   */
  sinceReturn: { by: string; note: string; isRecall: boolean; words: string } | null
  /** Texts that were replaced by the ID of a merchant or sale, in words, earliest first. */
  readAs: string[]
  parent: BatchLink | null
  children: (BatchLink &
    CorrectionLink & { purpose: BatchPurpose; transactions: number; createdAt: string })[]
  /** Other batches from the same file. */
  sameFile: BatchLink[]
  /** Batches that have funded some of these transactions, or may have. Empty once sending starts. */
  alreadyFunded: (BatchLink & { transactions: number })[]
  /** An approval must name it. */
  contentSha256: string | null
  approvals: { by: string; at: string; note: string; mine: boolean }[]
  approvalsNeeded: 1 | 2
  /** Only approvals that still count. */
  approvalsGiven: number
  /** How many approvals it needs, and why more than one. */
  approvalsText: string
  /** Names of people who can still approve it; for a draft, once it is submitted. */
  approvers: string[]
  /** What an approver should look at: warnings by kind, with the largest ones of each. */
  warnings: WarningGroup[]
  /** Rows with at least one warning. */
  warnedRows?: number | undefined
  /** Why too few people can approve it and what to do; null if enough can. */
  beyondApproval: string | null
  /** The unsent rest, if a warning stopped it that its approvers have not seen. */
  unseenRest: {
    /** An approval of the rest must name it. */
    contentSha256: string
    transactions: number
    amountMinor: bigint
    warnings: WarningGroup[]
    warnedRows: number
    /** Errors in the rest, in words; null if it can be approved. */
    problem: string | null
    /** Whether its approvers were notified. */
    isAsked: boolean
    approvalsNeeded: 1 | 2
    approvalsGiven: number
    approvers: string[]
  } | null
  /** What it moves, as of its submission or last approval; null before. */
  money: BatchMoney | null
  requests: FundingRequestView[]
  history: BatchHistoryEntry[]
  may: Record<BatchAct, Permitted>
  /** Profiles that a draft can use. */
  profiles: readonly ProfileView[]
  /** The current user's email, to sign in again if the session ends while they type. */
  email: string
}

/** Data of the page that creates a batch. */
export type NewBatchView = Pick<BatchView, 'profiles' | 'email'> & {
  /** Counted up to 1,000; null for people who cannot see the callback log. */
  unfundedSales: number | null
}

/** A line as a tuple: objects would make the JSON three times as long. */
export type CompactLine = [
  row: number,
  transactionNo: number,
  transactionId: string,
  retrievalReferenceNumber: string,
  merchantId: string,
  amount: string,
]

/**
 * What the partner holds for a merchant of a transaction, in cents. `isCertain`: false if a request of unknown
 * outcome contains it.
 */
export type HeldCell = [
  transactionId: string,
  retrievalReferenceNumber: string,
  merchantId: string,
  amountMinor: number,
  batchNumber: number,
  isCertain: boolean,
]

/**
 * `text`: included if there are few problems, because the code that creates the texts is a large part of a page's
 * script.
 */
export type SaidProblem = LineProblem & { text?: string }

/** The answer of `GET` lines. `failures` name transactions by number. */
export type BatchLines = {
  version: number
  status: BatchStatus
  /** The last move: `Fay submitted it for approval.` Empty for a draft. */
  moved: string
  amountUnit: AmountUnit
  limits?: ProfileView['limits']
  lines: CompactLine[]
  problems: SaidProblem[]
  held: HeldCell[]
  /** Before sending: rows that pay a sale for which the log has no merchant. */
  unowned: number[]
  /** Before sending: the log has none of its sales. */
  allUnlogged: boolean
  /** Whether the amounts would fit their sales if they were read as cents. */
  mayBeCents: boolean
  /** Merchants of the directory: id and name. */
  names: [merchantId: string, name: string][]
  failures: { transactionNo: number; errorCode: string; errorMessage: string }[]
  /** For a retry that was not sent yet: the partner's errors for these transactions in the previous batch. */
  failedBefore: {
    transactionId: string
    retrievalReferenceNumber: string
    /** B-1042. */
    batch: string
    errorCode: string
    errorMessage: string
    /** The partner refused the transaction itself for good, by the final codes of the profile of that batch. */
    isFinal: boolean
  }[]
  /** For a batch that was sent: rows that another batch corrects or has overwritten. */
  corrected: { row: number; words: string }[]
}

export type LineTotals = {
  lines: number
  transactions: number
  amountMinor: string
  errors: number
  warnings: number
}

/** The answer of `PATCH` lines: the new state, for the grid to show. */
export type SaveLinesResult =
  | {
      ok: true
      version: number
      totals: LineTotals
      problems: LineProblem[]
      /** The numbers of added rows, in the order in which they were sent. */
      addedRows: number[]
      held: HeldCell[]
      unowned: BatchLines['unowned']
      allUnlogged: boolean
      mayBeCents: boolean
      names: BatchLines['names']
      /** Texts that were replaced by the ID of a merchant or sale. */
      readAs: ReadAs[]
      /** All lines, if the desk itself added some or replaced a name by an ID. */
      lines?: CompactLine[]
    }
  | {
      ok: false
      reason: 'stale'
      message: string
      version: number
      changedBy: string
      changedAt: string
      /** The lines that this save named, as they are now; deleted ones are missing. */
      theirs: CompactLine[]
    }
  | Refusal<'wrong-state'>

/** The answer of `POST` batches. */
export type CreateBatchResult =
  | { ok: true; batchId: string; number: number; totals: LineTotals }
  | {
      ok: false
      reason: 'same-file'
      message: string
      earlier: BatchLink & { createdBy: string; createdAt: string }
    }
  | Refusal<'unreadable'>

/** The answer of `GET` progress. Numbers count transactions. */
export type BatchProgress = {
  status: BatchStatus
  transactions: number
  /** Transactions of requests that are no longer waiting or being sent. */
  answered: number
  succeeded: number
  failed: number
  /** What changed since the page showed it, in words; null if nothing did or `shown` was not given. */
  changed: string | null
  requests: { n: number; state: FundingRequestState; transactions: number }[]
}

/** `amountsPlain`: the amounts themselves showed that they were dollars, so no one was asked. */
export type RememberedMapping = { mapping: ColumnMapping; amountStyle: AmountStyle; amountsPlain: boolean }
