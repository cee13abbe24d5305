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
import type { WordWay } from '@/lib/domain/funding/lost-answer'
import type { ComparedFigure } from '@/lib/domain/funding/match-answer'
import type { ReadAs } from '@/lib/domain/funding/names-read'
import type { Overwrite } from '@/lib/domain/funding/overwrite'
import type { BatchResult, MerchantResult, ResultWas } from '@/lib/domain/funding/result'
import type { WarningGroup } from '@/lib/domain/funding/warning-groups'
import type { Refusal } from '@/lib/domain/values/outcome'
import type { ListPage } from '@/lib/server/lists/keyset'

/** What the pages and routes of funding show. Moments are ISO text; amounts are minor units, as digits in JSON. */

export type BatchLink = { id: string; number: number; name: string; status: BatchStatus }

/** A batch that gives other amounts to what another one funded. `isOver`: nothing of it will be sent any more. */
export type CorrectionLink = Pick<BatchLink, 'id' | 'number' | 'status'> & {
  succeeded: number
  isOver: boolean
}

export type BatchListItem = BatchLink & {
  /** The batch that it corrects. */
  corrects: Pick<BatchLink, 'id' | 'number'> | null
  /** Those that correct it and are not discarded, earliest first. */
  corrections: CorrectionLink[]
  /** Those that set some of its transactions again, and those of which it sets some again: also its corrections. */
  overwrites: Record<'by' | 'of', Pick<BatchLink, 'id' | 'number'>[]>
  profileId: string
  /** The profile's own id where it is no longer configured. */
  profileLabel: string
  source: BatchSource
  purpose: BatchPurpose
  lines: number
  transactions: number
  /** What was approved; once it was sent, what the partner accepted of it. */
  amountMinor: bigint
  /** What was approved, where the partner accepted less of it; else null. */
  approvedMinor: bigint | null
  /** What it changes of what the partner holds: `+$100.00`, `−$75.21 and +$75.21`; null where it changes nothing of that. */
  moved: string | null
  errors: number
  warnings: number
  succeeded: number
  failed: number
  createdBy: string
  createdAt: string
  updatedAt: string
}

export type BatchListPage = ListPage<BatchListItem, BatchKey>

/** `moved`: their amounts together, or what they take out and put in: `−$75.21 and +$75.21`. */
export type WaitingApprovals = { batches: number; moved: string }

export type BatchListView = BatchListPage & {
  counts: Partial<Record<BatchStatus, number>>
  /** What waits for the approval of whoever looks. */
  toApprove: WaitingApprovals
  profiles: readonly ProfileView[]
  mayWrite: boolean
}

/** Whether the person who looks may do something now; `reason` says why not, in words for them. */
export type Permitted = { allowed: true; reason: null } | { allowed: false; reason: string }

export const BATCH_ACTS = [
  'edit',
  'submit',
  'approve',
  'approve-rest',
  'return',
  'take-back',
  'send',
  'resolve',
  'reopen',
  'retry',
  'correct',
  'allow-over-sale',
  'withdraw',
  'discard',
] as const
export type BatchAct = (typeof BATCH_ACTS)[number]

/** One figure of an answer beside ours, as digits; `theirs` is null where the partner gave none. */
export type FigureView = { figure: keyof FundingFigures; label: string } & ComparedFigure

export type FundingAttemptView = {
  id: string
  state: AttemptState
  /** Who had it sent. */
  by: string | null
  preparedAt: string
  sendingAt: string | null
  answeredAt: string | null
  httpStatus: number | null
  /** Empty where there was no answer to read. */
  figures: FigureView[]
  errorCode: string | null
  errorMessage: string | null
  /** The partner's raw answer, to its first 100,000 characters. */
  answer: string | null
  /** Our words: what happened, what it means, and what to look at. */
  /** Errors of the answer that match no transaction of the request. */
  unmatchedErrors: number
  message: string | null
  /** Who said first what became of it, where somebody else confirmed it or has yet to. */
  saidBy: string | null
  /** `missing`: how many transactions of what was found were not there. */
  resolution: { kind: AttemptResolution; by: string; at: string; note: string; missing: number } | null
}

/** `way`: what this person's word on it would be. */
export type WordView = {
  way: WordWay
  /** Who proposed it, and waits for somebody else. `missing`: the transactions that are not there; null for all of them, none where all are there. */
  said: { by: string; at: string; note: string; missing: string[] | null } | null
  /** Who can confirm it, by name; of what is not proposed yet, once this person has proposed it. */
  confirmers: string[]
}

/** Transactions of a request that the partner refused in other batches; some of them, and how many there are. */
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
  /** Of the transactions that failed one by one. */
  failedMinor: bigint
  /** How many failed with each code, most first; `message` is the partner's, of one of them. */
  failureCodes: { errorCode: string; errorMessage: string; count: number }[]
  /** Latest first. */
  attempts: FundingAttemptView[]
  /** The attempt that waits for a person to say how it ended. */
  unresolvedAttemptId: string | null
  /** What speaks against a word that the partner has it; null where its outcome is nobody's word. */
  refusedElsewhere: RefusedElsewhere | null
  /** The attempt whose outcome somebody recorded, and can take back. */
  reopensAttemptId: string | null
  /** What it takes to record what became of it; null where nothing is unknown. */
  word: WordView | null
}

/** One cell of a draft that was saved, as its history keeps it; the two of cents only of an amount. */
export type ChangedCell = {
  row: number
  field: LineField
  from: string
  to: string
  fromMinor?: string | null
  toMinor?: string | null
}

/** An error of an answer that matches no transaction of its request; what it does not give is empty. */
export type UnmatchedError = {
  n: number
  transactionId: string
  retrievalReferenceNumber: string
  errorCode: string
  errorMessage: string
}

/** A part of them, in the answer's order; `next` is where the next part begins, null after the last. */
export type UnmatchedErrorPage = { errors: UnmatchedError[]; next: number | null }

/** Warnings of one kind in words. */
export type WarningPart = { texts: string[]; next: number | null }

export type BatchHistoryEntry = {
  id: number
  at: string
  by: string | null
  action: string
  detail: Record<string, unknown>
}

/** `overwritten`: what later batches made of its amounts, in words; where there is anything. */
export type ShownMerchant = MerchantResult & { overwritten?: string }

export type BatchView = BatchLink & {
  profile: ProfileView & { configured: boolean }
  /** How its source wrote its amounts; its lines are dollars. */
  amountStyle: AmountStyle
  source: BatchSource
  purpose: BatchPurpose
  fileName: string | null
  /** In words: columns of its source that no field has. */
  notUsed: string | null
  /** What a save of lines must name. */
  version: number
  /** `unread`: rows whose amount is not in the sum. */
  totals: {
    lines: number
    unread: number
    transactions: number
    amountMinor: bigint
    errors: number
    warnings: number
  }
  /** Transactions. `unexplained`: answered, and by the partner's figures neither funded nor failed one by one. */
  outcome: { succeeded: number; failed: number; unknown: number; unsent: number; unexplained: number }
  /** What became of its money; null before anything was sent. */
  result: BatchResult | null
  /** What the partner held before for its rows; null where it changes none of that, or has too many to compare. */
  was: ResultWas | null
  /**
   * Batches that set transactions of this one again, and those of which it sets some again. Empty where it has too many to
   * compare. `now`: what the partner holds of those that it took, over all merchants.
   */
  overwrites: { by: Overwrite[]; of: Overwrite[]; now: { transactions: number; held: WasSum } | null }
  /** What each merchant gets of it, the largest first; null before it is submitted. `toSend`: those of what is unsent. */
  merchants: { shown: ShownMerchant[]; count: number; toSend: number } | null
  /** Transactions that a retry would take up now. `hopeless`: those of `failed` whose code says that it cannot help. */
  leftToRetry: { failed: number; hopeless: number; withdrawn: number }
  createdBy: string
  createdAt: string
  updatedAt: string
  /**
   * None of them can approve it: whoever made or edited it, decided about a sale in it (by transaction ID; without one
   * where somebody else decided about it since), or worked on the batch whose lines it takes up.
   */
  workedOnBy: { edited: string[]; decided: { by: string; sales: string[] }[]; before: string[] }
  submitted: { by: string; at: string } | null
  /** What was written when it was last returned, or recalled with a reason; null once it was submitted again. */
  returned: { by: string; at: string; note: string; isRecall: boolean } | null
  /** Of one that waits for approval once more: who gave it back, why, and what changed since, in words; else null. */
  sinceReturn: { by: string; note: string; isRecall: boolean; words: string } | null
  /** Texts that were read as the id of a merchant or a sale, in words, the earliest first. */
  readAs: string[]
  parent: BatchLink | null
  children: (BatchLink &
    CorrectionLink & { purpose: BatchPurpose; transactions: number; createdAt: string })[]
  /** Other batches that came from the same file. */
  sameFile: BatchLink[]
  /** Batches in which some of these transactions are funded already, or may be. Empty once it was sent. */
  alreadyFunded: (BatchLink & { transactions: number })[]
  /** To be named by an approval. */
  contentSha256: string | null
  approvals: { by: string; at: string; note: string; mine: boolean }[]
  approvalsNeeded: 1 | 2
  /** Of people who may still approve. */
  approvalsGiven: number
  /** How many it needs, and why more than one. */
  approvalsText: string
  /** Who could still approve it, by name; of a draft, once it is submitted. */
  approvers: string[]
  /** What an approver is to look at before they say yes: its warnings by kind, the largest of each with its row. */
  warnings: WarningGroup[]
  /** Rows with any of them. */
  warnedRows?: number | undefined
  /** Why too few people can approve it, and what to do; null where enough can. */
  beyondApproval: string | null
  /** What is left unsent, where a warning stopped it that its approvers have not seen; null elsewhere. */
  unseenRest: {
    /** To be named by an approval of it. */
    contentSha256: string
    transactions: number
    amountMinor: bigint
    warnings: WarningGroup[]
    warnedRows: number
    /** Errors against it, in words; null where it can be approved. */
    problem: string | null
    /** Whether its approvers were told. */
    isAsked: boolean
    approvalsNeeded: 1 | 2
    approvalsGiven: number
    approvers: string[]
  } | null
  /** What it moves, as it was when it was submitted; null before. */
  money: BatchMoney | null
  requests: FundingRequestView[]
  history: BatchHistoryEntry[]
  may: Record<BatchAct, Permitted>
  /** Those that a draft can be given. */
  profiles: readonly ProfileView[]
  /** Of who looks: to sign in again by, where the session ends while they type. */
  email: string
}

/** What a page that makes a batch needs. */
export type NewBatchView = Pick<BatchView, 'profiles' | 'email'> & {
  /** Counted no further than 1,000; null for whoever does not see the callback log. */
  unfundedSales: number | null
}

/** `row`, transactionNo, transactionId, retrievalReferenceNumber, merchantId, amount: an object each would be three times as long. */
export type CompactLine = [
  row: number,
  transactionNo: number,
  transactionId: string,
  retrievalReferenceNumber: string,
  merchantId: string,
  amount: string,
]

/** What the partner holds for a merchant of a transaction, in cents; `isCertain`: not by a request of unknown outcome. */
export type HeldCell = [
  transactionId: string,
  retrievalReferenceNumber: string,
  merchantId: string,
  amountMinor: number,
  batchNumber: number,
  isCertain: boolean,
]

/** `text`: what is said of it, where there are few: the words of all problems are a good part of a page's script. */
export type SaidProblem = LineProblem & { text?: string }

/** The answer of `GET` lines. A transaction that failed is named by its number. */
export type BatchLines = {
  version: number
  status: BatchStatus
  /** Who made it what it is: `Fay submitted it for approval.` Empty for a draft. */
  moved: string
  amountUnit: AmountUnit
  limits?: ProfileView['limits']
  lines: CompactLine[]
  problems: SaidProblem[]
  held: HeldCell[]
  /** Rows that get money of a sale for which the log has no merchant, before they are sent. */
  unowned: number[]
  /** The log has none of its sales, before they are sent. */
  allUnlogged: boolean
  /** Merchants of the directory: id and name. */
  names: [merchantId: string, name: string][]
  failures: { transactionNo: number; errorCode: string; errorMessage: string }[]
  /** Of a retry that was not sent yet: what the partner said of these transactions in the batch before. */
  failedBefore: {
    transactionId: string
    retrievalReferenceNumber: string
    /** B-1042. */
    batch: string
    errorCode: string
    errorMessage: string
  }[]
  /** Of a batch that was sent: its rows that another batch corrects or has overwritten. */
  corrected: { row: number; words: string }[]
}

export type LineTotals = {
  lines: number
  transactions: number
  amountMinor: string
  errors: number
  warnings: number
}

/** The answer of `PATCH` lines: what stands now, for the grid to show beside its rows. */
export type SaveLinesResult =
  | {
      ok: true
      version: number
      totals: LineTotals
      problems: LineProblem[]
      /** The rows that were given to added lines, in the order in which they were named. */
      addedRows: number[]
      held: HeldCell[]
      unowned: BatchLines['unowned']
      allUnlogged: boolean
      names: BatchLines['names']
      /** Texts that were read as the id of a merchant or a sale. */
      readAs: ReadAs[]
      /** All lines as they are now, where the desk added some or changed a merchant by itself. */
      lines?: CompactLine[]
    }
  | {
      ok: false
      reason: 'stale'
      message: string
      version: number
      changedBy: string
      changedAt: string
      /** The lines that this save named, as they stand now; those that are gone are missing. */
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

/** The answer of `GET` progress. Numbers are of transactions. */
export type BatchProgress = {
  status: BatchStatus
  transactions: number
  /** Of requests that have an end. */
  answered: number
  succeeded: number
  failed: number
  /** What became of it since the page showed it, in words; null where nothing did, and where that was not asked. */
  changed: string | null
  requests: { n: number; state: FundingRequestState; transactions: number }[]
}

/** `amountsPlain`: the amounts said themselves that they are dollars, and nobody was asked. */
export type RememberedMapping = { mapping: ColumnMapping; amountStyle: AmountStyle; amountsPlain: boolean }
