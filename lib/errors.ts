/** What can go wrong in a way that a person should hear about in words. */
export type DeskErrorCode =
  | 'signed-out'
  | 'confirm-needed'
  | 'forbidden'
  | 'not-found'
  | 'invalid'
  | 'stale'
  | 'wrong-state'
  | 'too-large'
  | 'unavailable'
  | 'unexpected'

/** The one table from a code to an HTTP status and a text. A thrower may say it better for its case. */
const TABLE: Record<DeskErrorCode, { status: number; text: string }> = {
  'signed-out': {
    status: 401,
    text: 'Your session has ended. Sign in again. Saved work is safe.',
  },
  // Known by its code to components/shell/session.ts, which asks, and then sends the same once more.
  'confirm-needed': { status: 403, text: 'Confirm that it is you, and do this again. Nothing was changed.' },
  forbidden: { status: 403, text: 'You don’t have access to this. Ask an administrator.' },
  'not-found': { status: 404, text: 'This record does not exist or was removed.' },
  invalid: { status: 400, text: 'The request could not be read. Reload the page and try again.' },
  stale: {
    status: 409,
    text: 'Someone else changed this first. Compare the changes and decide which to keep.',
  },
  'wrong-state': {
    status: 409,
    text: 'This is not possible in the current status. Reload to see what changed.',
  },
  'too-large': { status: 413, text: 'This is too large. Send less.' },
  unavailable: {
    status: 503,
    text: 'The desk cannot reach its database. Nothing was changed. Try again shortly.',
  },
  unexpected: {
    status: 500,
    text: 'Something went wrong.',
  },
}

/** An expected refusal on its way to a person. `message` is for people; details for the log go in `cause`. */
export class DeskError extends Error {
  override readonly name = 'DeskError'
  readonly code: DeskErrorCode

  constructor(code: DeskErrorCode, message: string = TABLE[code].text, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }

  get status(): number {
    return TABLE[this.code].status
  }
}

export type PublicError = { code: DeskErrorCode; message: string; requestId: string }

/** What a person may see of any error: its words when it was expected, a request id and nothing else when not. */
export function publicError(error: unknown, requestId: string): { status: number; body: PublicError } {
  const expected = error instanceof DeskError ? error : new DeskError('unexpected')
  const message =
    expected.code === 'unexpected'
      ? `${expected.message} Give support this number: ${requestId}.`
      : expected.message
  return { status: expected.status, body: { code: expected.code, message, requestId } }
}
