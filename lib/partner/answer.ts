import { type FailureEffect, PartnerError } from './errors'
import { knownMask, type MaskText, maskWireText, messageMask } from './mapping/mask'
import { readErrors } from './mapping/partner-problems'
import type { PartnerAnswer } from './transport'

/** How an answer is masked before anyone sees it. */
type Masking = { text: MaskText; message: MaskText }

/** Masks identity values by field name and by pattern, and the values in `known` wherever they occur. */
export const maskingIdentities = (known: readonly string[]): Masking => ({
  text: (text) => maskWireText(text, known),
  message: messageMask(known),
})

/** Masks only the values in `known`: for answers in which staff need to see long runs of digits. */
export function maskingSecrets(known: readonly string[]): Masking {
  const mask = knownMask(known)
  return { text: mask, message: mask }
}

/** An answer and its masked form. `doubt`: the outcome to assume when the answer does not say what was done. */
export class MaskedAnswer {
  readonly status: number
  readonly text: string
  readonly ending: PartnerAnswer['ending']
  readonly rawText: string
  readonly doubt: FailureEffect
  readonly mask: (message: string) => string

  constructor(answer: PartnerAnswer, masking: Masking, doubt: FailureEffect) {
    this.status = answer.status
    this.text = answer.text
    this.ending = answer.ending
    this.doubt = doubt
    this.rawText = masking.text(answer.text)
    this.mask = masking.message
  }

  /** The status alone says that nothing was done. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && ![401, 408, 425, 429].includes(this.status)
  }

  told() {
    return { httpStatus: this.status, problems: readErrors(this.rawText), rawText: this.rawText }
  }
}

/** Throws unless the answer is a complete 2xx. `thing` is what we sent ("the application"). */
export function requireSuccess(answer: MaskedAnswer, thing: string): void {
  const { status, ending, doubt } = answer
  if (status === 401) {
    const what = `The partner does not accept our access token for ${thing}, not even a new one (HTTP 401).`
    throw new PartnerError({ ...answer.told(), kind: 'authentication', outcome: 'not-applied', what })
  }
  // A 408 should mean that the request never fully arrived. Ours did, so the 408 comes from a gateway that gave
  // up waiting for the partner, and the partner may still be processing the request.
  if (status === 408) {
    const what = `A gateway in front of the partner gave up waiting for it to take ${thing} (HTTP 408).`
    throw new PartnerError({ ...answer.told(), kind: 'timeout', outcome: doubt, what })
  }
  // The server rejects these before it reads the request (RFC 8470, RFC 6585), so they say nothing about its content.
  if (status === 425 || status === 429) {
    const what = `The partner takes no more requests at present (HTTP ${status}).`
    throw new PartnerError({ ...answer.told(), kind: 'server', outcome: 'not-applied', what })
  }
  if (answer.isRefusal) throw refused(answer, thing)
  if (status >= 500 && status < 600) {
    const what = `The partner failed while it took ${thing} (HTTP ${status}).`
    throw new PartnerError({ ...answer.told(), kind: 'server', outcome: doubt, what })
  }
  if (status < 200 || status >= 300 || ending === 'too-long' || ending === 'packed')
    throw unreadable(answer, thing)
  if (ending === 'timeout') {
    const what = `The partner began to answer about ${thing} (HTTP ${status}), but its answer did not end in time.`
    throw new PartnerError({ ...answer.told(), kind: 'timeout', outcome: doubt, what })
  }
  if (ending === 'cut') {
    const what = `The connection was cut in the middle of the partner's answer about ${thing} (HTTP ${status}).`
    throw new PartnerError({ ...answer.told(), kind: 'connection', outcome: doubt, what })
  }
}

/** `meaning`: a sentence that explains this kind of refusal, if we know what it means. */
export function refused(answer: MaskedAnswer, thing: string, meaning?: string): PartnerError {
  const told = answer.told()
  const [first, ...others] = told.problems
  const words = first ? `: ${first.message}` : ', without saying why.'
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  const end = /[.!?]$/.test(words + more) ? '' : '.'
  const what = `The partner refused ${thing} (HTTP ${answer.status})${words}${more}${end}${meaning ? ` ${meaning}` : ''}`
  return new PartnerError({ ...told, kind: 'refused', outcome: 'not-applied', what })
}

export const unreadable = (answer: MaskedAnswer, thing: string): PartnerError =>
  new PartnerError({
    ...answer.told(),
    kind: 'unreadable',
    outcome: answer.doubt,
    what: `The partner's answer about ${thing} cannot be understood (HTTP ${answer.status}).`,
  })

/** The answer reports both a failure and something done, or neither clearly: a person has to check. */
export const contradictory = (answer: MaskedAnswer, thing: string): PartnerError =>
  new PartnerError({
    ...answer.told(),
    kind: 'unreadable',
    outcome: answer.doubt,
    what: `The partner's answer about ${thing} mentions a failure, and does not say clearly what was done (HTTP ${answer.status}).`,
  })
