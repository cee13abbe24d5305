import { z } from 'zod'

/** Interface, "Alias success result entry", `ObjectType`. */
export const OBJECT_TYPES = [
  'Account',
  'Contact',
  'Business Checking Account',
  'Opportunity',
  'Quote',
  'QuoteLineItem',
] as const

/** One entry per created record (interface, "Alias success result entry"). */
const wireResultEntrySchema = z.looseObject({
  Success: z.boolean(),
  SourceId: z.string().nullable(),
  SFId: z.string(),
  ObjectType: z.enum(OBJECT_TYPES),
  Message: z.string(),
})

export const wireResultListSchema = z.array(wireResultEntrySchema)

export type WireResultEntry = z.output<typeof wireResultEntrySchema>
