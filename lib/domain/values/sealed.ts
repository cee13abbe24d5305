import * as z from 'zod/mini'

/**
 * Stands in a draft for a sensitive value that the server keeps sealed. The browser gets the mask and
 * what the server's own check of the value found, never the value; sending it back means "keep it".
 */
export const sealedSchema = z.object({
  sealed: z.literal(true),
  mask: z.string().check(z.maxLength(40)),
  findings: z.array(
    z.object({
      code: z.enum(['format', 'range', 'mismatch', 'implausible', 'too-long']),
      message: z.string().check(z.maxLength(300)),
      severity: z.enum(['error', 'warning']),
    }),
  ),
})

export type Sealed = z.output<typeof sealedSchema>

/** What a draft holds in a sensitive field: what is being typed, or a stand-in for what is kept. */
export type SensitiveText = string | Sealed

export const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && 'sealed' in value && value.sealed === true
