import type { ApplicationKind } from './kind'

/** A value that found no place in the other kind of application. Sensitive ones are never among them. */
export type Ineligible = { label: string; text: string }

/** What an application was started from. */
export type Origin = {
  applicationId: string
  number: number
  kind: ApplicationKind
  leftOut: Ineligible[]
}
