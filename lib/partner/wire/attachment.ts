import { z } from 'zod'
import { recordIdSchema } from './record-id'

/** One record of an upload (interface, "Attachment record"), without the content. */
export const wireAttachmentSchema = z.looseObject({
  attributes: z.looseObject({
    type: z.literal('Attachment'),
    referenceId: z
      .string()
      .regex(/^[A-Za-z0-9_]+$/, { error: 'must have letters, digits and underscores only' }),
  }),
  ParentId: recordIdSchema,
  Name: z.string().min(1),
  body: z.base64({ error: 'must be Base64 text' }),
})

export const wireAttachmentRequestSchema = z.looseObject({ records: z.array(wireAttachmentSchema).min(1) })

/** The interface does not document the items; this is the platform's shape, which the sandbox returns. */
const wireAttachmentResultSchema = z.looseObject({
  referenceId: z.string().optional(),
  id: z.string().optional(),
  errors: z
    .array(
      z.looseObject({
        statusCode: z.string().optional(),
        message: z.string().optional(),
        fields: z.array(z.string()).optional(),
      }),
    )
    .optional(),
})

/** Interface, "Attachment record": `hasErrors` is true when any error occurred during upload. */
export const wireAttachmentAnswerSchema = z.looseObject({
  hasErrors: z.boolean(),
  results: z.array(wireAttachmentResultSchema),
})

/** Interface, "Limits": 100 MB per file. */
export const ATTACHMENT_MAX_BYTES = 104_857_600
