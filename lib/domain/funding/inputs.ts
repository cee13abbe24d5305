import * as z from 'zod/mini'
import { note } from '../values/note'

/** The commands about one batch as a whole: what browser and server both check. */
export const batchInput = z.strictObject({ batchId: z.uuid() })

/** Takes back what somebody said of a request whose answer was lost. */
export const reopenRequestInput = z.extend(batchInput, { attemptId: z.uuid(), note: note() })

/** `entries`: of the batch's history, by their ids. `after`: so many cells were shown already. */
export const batchChangesInput = z.extend(batchInput, {
  entries: z.array(z.int().check(z.minimum(1))).check(z.minLength(1), z.maxLength(1_000)),
  after: z.int().check(z.minimum(0)),
})
