import type { Problem } from './problem'

/** `error` blocks submission; `warning` is shown and can be submitted with. */
export type Severity = 'error' | 'warning'

/** `required`: the value is still missing (incomplete, not wrong). Everything else says what is wrong. */
export type ViolationCode =
  | 'required'
  | 'too-long'
  | 'format'
  | 'range'
  | 'not-listed'
  | 'mismatch'
  | 'implausible'
  /** A number that its own check digit shows to be mistyped: a warning that nothing hides. */
  | 'check-digit'
  | 'ownership'
  | 'duplicate'
  /** One Social Security number of two people in one application: one of them is mistyped, or somebody is there twice. */
  | 'shared-ssn'
  /** Our underwriters ask for something there. */
  | 'asked'

/**
 * One thing that a rule found. `path` is a form path, dots between members (`contacts.items.1.ssn`);
 * a rule about a whole list names the list. `message` says what to do, in words for staff.
 * `rule` is the number in the interface, "Errors", "Application endpoints", where there is one.
 */
export type Violation = Problem & {
  code: ViolationCode
  severity: Severity
  rule?: number
  /**
   * Other applications that it speaks of, for links to them; `declined` by our underwriters. `as`: the field that has
   * the value there, where it is of another kind.
   */
  about?: readonly {
    applicationId: string
    number: number
    name: string
    as?: 'ssn' | 'taxId'
    declined?: true
  }[]
}

export const isBlocking = (violation: Violation): boolean => violation.severity === 'error'

/** It is warned of and certainly wrong: never told as ready, and sent among others only where somebody chose it. */
export const isSlip = ({ code, severity }: Violation): boolean =>
  (code === 'check-digit' || code === 'shared-ssn') && severity === 'warning'

/** What has a slip goes nowhere until somebody says of this one that it is right as it is. */
export const isHeldBack = (slips: readonly unknown[], isChosen: boolean): boolean =>
  slips.length > 0 && !isChosen
