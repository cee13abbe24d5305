import type { Problem } from './problem'

/** `error` blocks submission; `warning` is shown but does not block. */
export type Severity = 'error' | 'warning'

/** `required`: the value is missing, but not wrong. Every other code says what is wrong. */
export type ViolationCode =
  | 'required'
  | 'too-long'
  | 'format'
  | 'range'
  | 'not-listed'
  | 'mismatch'
  | 'implausible'
  /** The number's own check digit shows that it was mistyped. Nothing hides this warning. */
  | 'check-digit'
  | 'ownership'
  | 'duplicate'
  /**
   * Two people of one application have the same Social Security number: one was mistyped, or one person is listed
   * twice.
   */
  | 'shared-ssn'
  /** A trust or a company is entered as a person. */
  | 'entity'
  /** A PO box is entered as a home or business address. */
  | 'po-box'
  /** A home address outside of the United States, for which the partner has no field. */
  | 'abroad'
  /** The desk's underwriters asked for something here. */
  | 'asked'

/**
 * A finding of a rule. `path` is a form path with dots between members (`contacts.items.1.ssn`); a rule about a whole
 * list names the list. `message` tells staff what to do. `rule` is the number in the interface ("Errors", "Application
 * endpoints"), if there is one.
 */
export type Violation = Problem & {
  code: ViolationCode
  severity: Severity
  rule?: number
  /**
   * Other applications that the finding refers to, for links; `declined` by the desk's underwriters. `as`: the field
   * with the value in that application, if it is of another kind.
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

/**
 * Only a warning, but certainly a mistake. An application with one never counts as ready, and goes out with others only
 * if a person selected it.
 */
export const isSlip = ({ code, severity }: Violation): boolean =>
  (code === 'check-digit' || code === 'shared-ssn') && severity === 'warning'

/** An application with such a mistake stays until a person says that this one is right as it is. */
export const isHeldBack = (slips: readonly unknown[], isChosen: boolean): boolean =>
  slips.length > 0 && !isChosen
