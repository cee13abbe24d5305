import * as z from 'zod/mini'
import { MAX_NOTE_LENGTH } from './note-length'

const tooLong = `Use at most ${MAX_NOTE_LENGTH.toLocaleString('en-US')} characters.`

/** The reason that a decision needs, because someone will ask for it later. */
export const note = (missing = 'Enter a reason.') =>
  z.string().check(z.trim(), z.minLength(3, missing), z.maxLength(MAX_NOTE_LENGTH, tooLong))

/** An optional note. */
export const optionalNote = z.string().check(z.trim(), z.maxLength(MAX_NOTE_LENGTH, tooLong))
