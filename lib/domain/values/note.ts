import * as z from 'zod/mini'
import { MAX_NOTE_LENGTH } from './note-length'

const tooLong = `Use at most ${MAX_NOTE_LENGTH.toLocaleString('en-US')} characters.`

/** The words that a decision needs: somebody asks for the reason later. */
export const note = (missing = 'Enter a reason.') =>
  z.string().check(z.trim(), z.minLength(3, missing), z.maxLength(MAX_NOTE_LENGTH, tooLong))

/** Words that may be left out. */
export const optionalNote = z.string().check(z.trim(), z.maxLength(MAX_NOTE_LENGTH, tooLong))
