import type { ApplicationStatus } from '@/lib/domain/application/status'
import type { Anomaly, EventState, FundingStatus } from '@/lib/domain/callbacks/event'
import type { DeliveryState } from '@/lib/domain/documents/delivery-state'
import type { BatchStatus } from '@/lib/domain/funding/batch'
import type { DayRule } from '@/lib/domain/values/business-day'
import type { IsoDate } from '@/lib/domain/values/calendar'
import type { LastBackup } from '@/lib/server/backup/schedule'
import type { AgeingRow } from '@/lib/server/sales/views'

/** What the overview shows: plain values, moments as ISO text, amounts in cents. */

/** What can wait for somebody. */
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
  // Whoever runs the house: anybody's.
  | 'forwards'
  | 'rule-changes'
  | 'all-outcomes-unknown'
  | 'all-infected'
  | 'all-documents'

/** One of a group, by name. */
export type WorkItem = {
  /** Of the application or the batch. */
  id: string
  number: number
  name: string
  /** Of its last change; of a document, of its last try. */
  at: string
  /** Of a batch: its amount, or what it takes out and puts in. */
  amount?: string
  /** What is the matter with it, in words. */
  note?: string
  /** Of documents: how many of this application. */
  documents?: number
  clock?: WorkClock
}

/** The time that underwriting has had a case. */
export type WorkClock = { usedMs: number; hoursAllowed: number; running: boolean; handOvers: number }

/** `items` are a few of `count`, which is counted no further than a little over `COUNTED`. */
export type WorkGroup = { key: WorkKey; count: number; items: WorkItem[] }

/** Applications of one status: all of them, and those that were not changed for so many days. */
export type StatusAges = { status: ApplicationStatus; all: number; idle7: number; idle30: number }

/** Approved sales. Of `unsummed` the amount is not known, or not in US dollars: it is not in the sum. */
export type SalesSum = { sales: number; amountMinor: number; unsummed: number }

/** One hour, from its first minute on. `before`: the same hour a week before, as far into it. */
export type SalesHour = { from: string; now: SalesSum; before: SalesSum }

export type SalesByHour = { hours: SalesHour[]; now: SalesSum; before: SalesSum }

/** Funding statuses of an approved sale. */
export type SaleStatus = Exclude<FundingStatus, 'none'>

/** Sales that were received on one business day, by how far their money is now. */
export type FundingDay = { day: string; by: Record<SaleStatus, SalesSum> }

/** What the partner holds for the funded sales of the last days, in cents; null where they are too many to add up. */
export type FundedForSales = { amountMinor: number; isCertain: boolean } | null

type FundedSum = { batches: number; transactions: number; amountMinor: bigint }
/**
 * What the partner accepted in the last days, also of transactions that no callback told of. `again`: how many of the
 * batches have transactions that the partner held something of. `isEachOnce`: a transaction counts once, as the last of
 * its batches set it; not where those are too many to look up.
 */
export type FundedByBatches = {
  fromLog: FundedSum
  fromElsewhere: FundedSum
  again: number
  isEachOnce: boolean
}

/**
 * Unfunded sales, also by age, youngest first; none where there is none. `held` of them cannot be funded before
 * somebody has looked; `draft` and `left` are open too, and apart.
 */
export type UnfundedAges = Pick<AgeingRow, 'sales' | 'amountMinor' | 'ages' | 'held' | 'draft' | 'left'>

/** Something that went wrong and still stands so. */
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
  | { about: 'batch'; id: string; number: number; status: BatchStatus }
  | { about: 'callback'; n: number; state: EventState; anomalies: readonly Anomaly[] }
  | { about: 'forward'; id: string; n: number }
  /** Somebody revealed more sensitive values than the hourly limit; `personId` is theirs. */
  | { about: 'reveals'; auditId: number; personId: string }
  /** Somebody had more identities compared with those of other applications than one person may. */
  | { about: 'identity-checks'; auditId: number; personId: string }
)

/** How the desk's own backups are, for whoever runs it. */
export type BackupState = {
  last: LastBackup | null
  /** None since longer than the schedule says. */
  isLate: boolean
  /** Why nothing is sent at present, in words: after a restore. */
  held: string | null
}

export type DashboardView = {
  /** When it was looked at. */
  at: string
  /** The business day that runs, and by which rule. */
  today: IsoDate
  dayRule: DayRule
  /** What waits for this person, most pressing first; null for whom nothing is to be done here. */
  work: WorkGroup[] | null
  /** Latest first; null for whom they are not. */
  troubles: Trouble[] | null
  /** For whoever moves money it comes before what went wrong. */
  moneyFirst: boolean
  /** Whoever begins applications, and whoever makes batches (`moneyFirst`), can do it from here. */
  mayStart: boolean
  /** Null for whom they are not. */
  applications: StatusAges[] | null
  /** Null for whom they are not. */
  sales: SalesByHour | null
  /** How far the money of the last days' sales is; null for whom funding is not. */
  funding: {
    days: FundingDay[]
    unfunded: UnfundedAges
    forSales: FundedForSales
    byBatches: FundedByBatches
  } | null
  /** Null for whom they are not. */
  backup: BackupState | null
}
