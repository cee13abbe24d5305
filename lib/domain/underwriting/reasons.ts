import type { Violation } from '@/lib/domain/values/violation'

export type Verdict = 'approve' | 'decline'

export type Reason = {
  code: string
  outcome: Verdict
  /** An approval with this reason depends on the condition in the note. */
  isCondition: boolean
  label: string
  needsNote: boolean
}

const approval = (code: string, label: string, needsNote = false): Reason => ({
  code,
  outcome: 'approve',
  isCondition: false,
  label,
  needsNote,
})
/** A condition needs its terms in the note. */
const condition = (code: string, label: string): Reason => ({
  code,
  outcome: 'approve',
  isCondition: true,
  label,
  needsNote: true,
})
const refusal = (code: string, label: string, needsNote = false): Reason => ({
  code,
  outcome: 'decline',
  isCondition: false,
  label,
  needsNote,
})

export const WITHIN_POLICY = 'within-policy'

/** Codes are stored with decisions: never remove one or change its meaning. */
export const REASONS: readonly Reason[] = [
  approval(WITHIN_POLICY, 'Within our policy'),
  approval('proven-history', 'Sound processing history'),
  approval('risks-explained', 'Its risks are explained', true),
  condition('lower-volume', 'With a lower volume or ticket than applied for'),
  condition('reserve', 'With a reserve'),
  condition('delayed-funding', 'With delayed funding'),
  condition('early-review', 'With a review after the first months'),
  condition('papers-to-follow', 'Documents to follow'),
  refusal('prohibited-business', 'We do not board this kind of business', true),
  refusal('identity-not-confirmed', 'An identity could not be confirmed'),
  refusal('ownership-unclear', 'Ownership or control is unclear'),
  refusal('account-not-confirmed', 'Bank account ownership could not be confirmed'),
  refusal('sanctions-match', 'The business or a person is on a sanctions list', true),
  refusal('terminated-merchant', 'The business or a person is on the MATCH list', true),
  refusal('bad-history', 'Chargebacks or a canceled merchant account'),
  refusal('weak-finances', 'The business cannot cover its refunds and chargebacks'),
  refusal('volume-implausible', 'Volume and tickets are not plausible'),
  refusal('untrue-statements', 'Statements in the application are not true', true),
  refusal('not-answered', 'Request for information not answered'),
  refusal('other-refusal', 'Another reason', true),
]

export const reasonsOf = (outcome: Verdict): readonly Reason[] =>
  REASONS.filter((reason) => reason.outcome === outcome)

export const reasonOf = (code: string): Reason | null =>
  REASONS.find((reason) => reason.code === code) ?? null

/** Whether the approval has conditions. */
export const isConditional = (codes: readonly string[]): boolean =>
  codes.some((code) => reasonOf(code)?.isCondition === true)

/** A case note may be a whole report; notes of other decisions are a few sentences (`MAX_NOTE_LENGTH`). */
export const MAX_CASE_NOTE_LENGTH = 32_000

/** What is wrong with a note that is too long, else null. It is not cut: its author shortens it. */
export function lengthProblem(note: string): string | null {
  const { length } = note.trim()
  return length > MAX_CASE_NOTE_LENGTH
    ? `A note may have at most ${MAX_CASE_NOTE_LENGTH.toLocaleString('en-US')} characters; this has ${length.toLocaleString('en-US')}.`
    : null
}

/** Every violation in these reasons and the note, at `reasons` or `note`. */
export function checkReasons(outcome: Verdict, codes: readonly string[], note: string): Violation[] {
  const known = codes.flatMap((code) => reasonOf(code) ?? [])
  const found: Violation[] = []
  if (codes.length === 0) found.push(problem('reasons', 'required', 'Choose at least one reason.'))
  if (known.length < codes.length) {
    found.push(
      problem('reasons', 'not-listed', 'A reason is no longer listed. Reload the page and choose again.'),
    )
  }
  if (known.some((reason) => reason.outcome !== outcome)) {
    found.push(
      problem(
        'reasons',
        'not-listed',
        outcome === 'approve'
          ? 'An approval cannot have a reason to decline. Remove it.'
          : 'A decline cannot have a reason to approve. Remove it.',
      ),
    )
  }
  if (new Set(codes).size < codes.length) {
    found.push(problem('reasons', 'duplicate', 'A reason is selected twice. Remove one.'))
  }
  // "Within our policy" and a condition contradict each other.
  if (codes.includes(WITHIN_POLICY) && isConditional(codes)) {
    found.push(
      problem(
        'reasons',
        'mismatch',
        'An approval with nothing open has no conditions. Remove that reason or the conditions.',
      ),
    )
  }
  const unsaid = known.filter(({ needsNote }) => needsNote)
  if (unsaid.length > 0 && note.trim() === '') {
    const labels = [...new Set(unsaid.map(({ label }) => `“${label}”`))].join(', ')
    found.push(problem('note', 'required', `Write a note: ${labels} needs an explanation.`))
  }
  const tooLong = lengthProblem(note)
  if (tooLong) found.push(problem('note', 'too-long', tooLong))
  return found
}

/** What an approval lacks while something is open (`open`, in words): a note that says why. */
export function checkOpen(
  outcome: Verdict,
  codes: readonly string[],
  note: string,
  open: readonly string[],
): Violation[] {
  if (outcome !== 'approve' || open.length === 0 || note.trim() !== '') return []
  // `checkReasons` asks for it already.
  if (codes.some((code) => reasonOf(code)?.needsNote)) return []
  const claim = codes.includes(WITHIN_POLICY) ? `“${reasonOf(WITHIN_POLICY)?.label}” does not hold: ` : ''
  const message = `${claim}${open.join(', ')}. Request what is missing, or explain the exception in the note.`
  return [problem('note', 'required', message)]
}

const problem = (path: 'reasons' | 'note', code: Violation['code'], message: string): Violation => ({
  path,
  code,
  message,
  severity: 'error',
})
