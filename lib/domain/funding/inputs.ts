import * as z from 'zod/mini'
import { note } from '../values/note'

/** Inputs of commands on one batch, validated in the browser and on the server. */
export const batchInput = z.strictObject({ batchId: z.uuid() })

/** Says that the failed transactions of a batch need nothing more. `failures`: how many the person was shown. */
export const closeFailuresInput = z.extend(batchInput, {
  failures: z.int().check(z.minimum(1)),
  note: note(),
})

/** Undoes that. */
export const reopenFailuresInput = z.extend(batchInput, { note: note() })

/** Reopens a request that a person had resolved after its answer was lost. */
export const reopenRequestInput = z.extend(batchInput, { attemptId: z.uuid(), note: note() })

/** `entries`: ids of entries in the batch's history. `after`: how many cells are already shown. */
export const batchChangesInput = z.extend(batchInput, {
  entries: z.array(z.int().check(z.minimum(1))).check(z.minLength(1), z.maxLength(1_000)),
  after: z.int().check(z.minimum(0)),
})
