import type { ApplicationStatus } from '@/lib/domain/application/status'
import type { Anomaly, EventState, FundingStatus } from '@/lib/domain/callbacks/event'
import type { DeliveryState } from '@/lib/domain/documents/delivery-state'
import type { BatchStatus } from '@/lib/domain/funding/batch'
import type { DayRule } from '@/lib/domain/values/business-day'
import type { IsoDate } from '@/lib/domain/values/calendar'
import type { LastBackup } from '@/lib/server/backup/schedule'
import type { AgeingRow } from '@/lib/server/sales/views'

/** The data of the overview: plain values, moments as ISO text, amounts in cents. */

/** Kinds of work that can wait for a person. */
export type WorkKey =
  // Onboarding: this person's own applications.
  | 'questions'
  | 'outcome-unknown'
  | 'refused'
  | 'infected'
  | 'documents'
  | 'approved'
  | 'drafts'
  // Underwriting.
  | 'confirm'
  | 'overdue'
  | 'my-cases'
  | 'unassigned'
  // Finance.
  | 'batches-to-approve'
  | 'batches-blocked'
  | 'batches-to-confirm'
  | 'batches-stuck'
  | 'batches-approved'
  | 'batches-returned'
  | 'my-batches'
  | 'conflicts'
  | 'anomalies'
  // Admins: everybody's.
  | 'forwards'
  | 'rule-changes'
  | 'all-outcomes-unknown'
  | 'all-infected'
  | 'all-documents'

/** One item of a group. */
export type WorkItem = {
  /** The id of the application or the batch. */
  id: string
  number: number
  name: string
  /** When it last changed; for a document, when it was last tried. */
  at: string
  /** Of a batch: its amount, or what it takes out and puts in. */
  amount?: string
  /** What is wrong with it, in words. */
  note?: string
  /** For documents: how many this application has. */
  documents?: number
  clock?: WorkClock
}

/** How long underwriting has had a case. */
export type WorkClock = { usedMs: number; hoursAllowed: number; running: boolean; handOvers: number }

/** `items` are the first few. `count` stops a little above `COUNTED`. */
export type WorkGroup = { key: WorkKey; count: number; items: WorkItem[] }

/** Applications with one status: all of them, and those unchanged for 7 and for 30 days. */
export type StatusAges = { status: ApplicationStatus; all: number; idle7: number; idle30: number }

/** Approved sales. `unsummed`: those not in the sum, because their amount is unknown or not in US dollars. */
export type SalesSum = { sales: number; amountMinor: number; unsummed: number }

/** One hour. `before`: the same hour a week earlier, up to the same minute. */
export type SalesHour = { from: string; now: SalesSum; before: SalesSum }

export type SalesByHour = { hours: SalesHour[]; now: SalesSum; before: SalesSum }

/** Funding statuses of an approved sale. */
export type SaleStatus = Exclude<FundingStatus, 'none'>

/** The sales received on one business day, by their funding status now. */
export type FundingDay = { day: string; by: Record<SaleStatus, SalesSum> }

/** What the partner holds for the funded sales of the last days, in cents; null if they are too many to add up. */
export type FundedForSales = { amountMinor: number; isCertain: boolean } | null

type FundedSum = { batches: number; transactions: number; amountMinor: bigint }
/**
 * What the partner accepted in the last days, including transactions that no callback reported. `again`: how many of the
 * batches have transactions that the partner already held amounts for. `isEachOnce`: a transaction counts once, with the
 * amounts of its latest batch; false if those are too many to look up.
 */
export type FundedByBatches = {
  fromLog: FundedSum
  fromElsewhere: FundedSum
  again: number
  isEachOnce: boolean
}

/**
 * Unfunded sales, in total and by age, youngest first. `held`: those of them that a person must look at before they can
 * be funded. `draft` and `left` are open too, and counted separately.
 */
export type UnfundedAges = Pick<AgeingRow, 'sales' | 'amountMinor' | 'ages' | 'held' | 'draft' | 'left'>

/** Something that went wrong and is not resolved. */
export type Trouble = { name: string; at: string } & (
  | { about: 'application'; id: string; number: number; status: ApplicationStatus }
  | {
      about: 'document'
      id: string
      applicationId: string
      number: number
      delivery: DeliveryState
      message: string | null
    }
  | { about: 'batch'; id: string; number: number; status: BatchStatus; succeeded: number; failed: number }
  | { about: 'callback'; n: number; state: EventState; anomalies: readonly Anomaly[] }
  | { about: 'forward'; id: string; n: number }
  /** A person revealed more sensitive values than the hourly limit. */
  | { about: 'reveals'; auditId: number; personId: string }
  /** A person reached their limit for comparing identities with those of other applications. */
  | { about: 'identity-checks'; auditId: number; personId: string }
)

/** The state of the desk's backups, for admins. */
export type BackupState = {
  last: LastBackup | null
  /** The last one is older than the schedule allows. */
  isLate: boolean
  /** When the next one is due; a past time means within a minute. Null without a schedule. */
  next: string | null
  /** Why sending is on hold after a restore, in words; null if it is not. */
  sendingHold: string | null
}

export type DashboardView = {
  /** When this was read. */
  at: string
  /** The current business day, and the rule it follows. */
  today: IsoDate
  dayRule: DayRule
  /** What waits for this person, most pressing first; null if their roles have no work here. */
  work: WorkGroup[] | null
  /** Latest first. Here and below, null means that this person's roles do not show it. */
  troubles: Trouble[] | null
  /** People who move money see it above what went wrong. */
  moneyFirst: boolean
  /** Whether a button starts an application, or for `moneyFirst` a batch. */
  mayStart: boolean
  applications: StatusAges[] | null
  sales: SalesByHour | null
  /** The funding of the last days' sales. */
  funding: {
    days: FundingDay[]
    unfunded: UnfundedAges
    forSales: FundedForSales
    byBatches: FundedByBatches
  } | null
  backup: BackupState | null
}
