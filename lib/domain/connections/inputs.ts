import * as z from 'zod/mini'

export const checkConnectionsInput = z.object({
  /** Of one row; all of them where it is left out. */
  target: z.optional(z.string().check(z.maxLength(300))),
})
