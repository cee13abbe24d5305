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

/** What a use case may touch. Built in start-desk.ts for requests and jobs, and by lib/testing for tests; nowhere else. */
export type Services = {
  db: Db
  partner: PartnerClient
  /** Our profiles of the funding service, without their keys, and what sends with one of them. */
  funding: {
    readonly profiles: readonly Pick<
      FundingProfile,
      'profileId' | 'label' | 'amountUnit' | 'limits' | 'isLive'
    >[]
    /** Throws a PartnerError when it does not end well, as every call of the client. */
    send(profileId: string, requestText: string): Promise<FundingAnswer>
    /** Tells the state of the profile, and applies nothing. */
    check(profileId: string): Promise<FundingAnswer>
  }
  readonly connections: Connections
  /** Null where the desk has no identity provider. */
  readonly singleSignOn: SingleSignOn | null
  /** Where cardholders pay; null where none is known. */
  readonly hostedPaymentPage: string | null
  sealer: Sealer
  documentStore: DocumentStore
  /** Null: documents are not scanned. */
  readonly scanner: MalwareScanner | null
  /** Null: no mail is sent, and links are shown to whoever makes them. */
  readonly mail: Mail | null
  jobs: Jobs
  /** As this process last read them: see settings-in-use.ts. A request keeps those that it began with. */
  readonly lists: SettingsLists
  readonly days: DayRule
  reloadSettings: () => Promise<void>
  /** Why nothing is sent to the partner at present, in words; null as a rule (sending-hold.ts). */
  readonly held: string | null
  now: () => Date
}

/** The services, and who asks. */
export type Ctx = Services & { actor: Actor; requestId: string }

/** Who changes something and when; `actor` null where nobody at the desk did. */
export type Change = Pick<Services, 'now'> & { actor: Pick<Actor, 'id'> | null; requestId: string }

/** The calendar day by which dates that people write are judged: one time zone, so that every page agrees. */
export const todayOf = ({ now, days }: Pick<Services, 'now' | 'days'>): IsoDate => calendarDay(now(), days)

/** The day of business that runs: for money, and for all that the desk was told. */
export const businessTodayOf = ({ now, days }: Pick<Services, 'now' | 'days'>): IsoDate =>
  businessDay(now(), days)
