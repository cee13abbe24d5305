import * as z from 'zod/mini'

/**
 * Stands in a draft for a sensitive value that the server keeps sealed. The browser gets the mask and the findings of
 * the server's check, never the value. Sending it back means "keep the value".
 */
export const sealedSchema = z.object({
  sealed: z.literal(true),
  mask: z.string().check(z.maxLength(40)),
  findings: z.array(
    z.object({
      code: z.enum(['format', 'range', 'mismatch', 'implausible', 'too-long', 'entity']),
      message: z.string().check(z.maxLength(300)),
      severity: z.enum(['error', 'warning']),
    }),
  ),
})

export type Sealed = z.output<typeof sealedSchema>

/** The content of a sensitive field in a draft: the text being typed, or the stand-in for a stored value. */
export type SensitiveText = string | Sealed

export const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && 'sealed' in value && value.sealed === true
