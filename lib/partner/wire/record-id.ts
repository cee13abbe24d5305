import { z } from 'zod'

/** Interface, "Opp fields" and "Mer fields": 15 to 18 alphanumeric characters. */
const RECORD_ID = /^[A-Za-z0-9]{15,18}$/

export const recordIdSchema = z.string().regex(RECORD_ID, { error: 'must have 15 to 18 letters and digits' })

export const isRecordId = (value: unknown): value is string =>
  typeof value === 'string' && RECORD_ID.test(value)
