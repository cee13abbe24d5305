import * as z from 'zod/mini'

/** How long the words may be that a person gives a decision. */
export const MAX_NOTE_LENGTH = 2_000

const tooLong = `Use at most ${MAX_NOTE_LENGTH.toLocaleString('en-US')} characters.`

/** The words that a decision needs: somebody asks for the reason later. */
export const note = (missing = 'Enter a reason.') =>
  z.string().check(z.trim(), z.minLength(3, missing), z.maxLength(MAX_NOTE_LENGTH, tooLong))
