import type { ApplicationKind } from './kind'

/** A value that the other kind of application has no field for. Never a sensitive one. */
export type Ineligible = { label: string; text: string }

/** What an application was started from. */
export type Origin = {
  applicationId: string
  number: number
  kind: ApplicationKind
  leftOut: Ineligible[]
}
