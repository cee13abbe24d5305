import type { Db } from '@/lib/db/client'
import type { SingleSignOn } from '@/lib/domain/access/single-sign-on'
import type { SettingsLists } from '@/lib/domain/application/field'
import type { Connections } from '@/lib/domain/connections/connections'
import { businessDay, calendarDay, type DayRule } from '@/lib/domain/values/business-day'
import type { IsoDate } from '@/lib/domain/values/calendar'
import type { PartnerClient } from '@/lib/partner/client'
import type { FundingAnswer, FundingProfile } from '@/lib/partner/funding-client'
import type { DocumentStore } from './documents/document-store'
import type { MalwareScanner } from './documents/malware-scanner'
import type { Jobs } from './jobs'
import type { Mail } from './mail'
import type { Sealer } from './sealing/sealer'
import type { Actor } from './sign-in/sessions'

/** Everything that use cases may use. Built only in start-desk.ts (for requests and jobs) and lib/testing. */
export type Services = {
  db: Db
  partner: PartnerClient
  /** Our funding profiles, without their keys, and functions that send with one of them. */
  funding: {
    readonly profiles: readonly Pick<
      FundingProfile,
      'profileId' | 'label' | 'amountUnit' | 'limits' | 'finalCodes' | 'isLive'
    >[]
    /** Throws a PartnerError on failure, like every call of the partner client. */
    send(profileId: string, requestText: string): Promise<FundingAnswer>
    /** Checks the profile's state without applying anything. */
    check(profileId: string): Promise<FundingAnswer>
  }
  readonly connections: Connections
  /** Null if the desk has no identity provider. */
  readonly singleSignOn: SingleSignOn | null
  /** Where cardholders pay; null if not configured. */
  readonly hostedPaymentPage: string | null
  sealer: Sealer
  documentStore: DocumentStore
  /** If null, documents are not scanned. */
  readonly scanner: MalwareScanner | null
  /** If null, no email is sent, and links are shown to the person who creates them. */
  readonly mail: Mail | null
  jobs: Jobs
  /** As this process last read them (see settings-in-use.ts). A request keeps the values it started with. */
  readonly lists: SettingsLists
  readonly days: DayRule
  reloadSettings: () => Promise<void>
  /** Why nothing is sent to the partner at the moment, in words; usually null (sending-hold.ts). */
  readonly sendingHold: string | null
  now: () => Date
}

/** The services, and who makes the request. */
export type Ctx = Services & { actor: Actor; requestId: string }

/** Who changes something and when. `actor` is null if no person at the desk did. */
export type Change = Pick<Services, 'now'> & { actor: Pick<Actor, 'id'> | null; requestId: string }

/** The calendar day for checking dates that people enter: in one time zone, so that all pages agree. */
export const todayOf = ({ now, days }: Pick<Services, 'now' | 'days'>): IsoDate => calendarDay(now(), days)

/** The current business day: for money, and for everything that the desk receives. */
export const businessTodayOf = ({ now, days }: Pick<Services, 'now' | 'days'>): IsoDate =>
  businessDay(now(), days)
