import { z } from 'zod'
import { wireApplicationSchema } from '@/lib/partner/wire/application'
import { wireAttachmentAnswerSchema, wireAttachmentRequestSchema } from '@/lib/partner/wire/attachment'
import { wireCallbackSchema } from '@/lib/partner/wire/callback'
import { wireFullApplicationSchema } from '@/lib/partner/wire/full-application'
import { wireFundingAnswerSchema, wireFundingRequestSchema } from '@/lib/partner/wire/funding'
import { wireHostedPaymentSchema } from '@/lib/partner/wire/hosted-payment'
import {
  wireProblemListSchema,
  wireProblemObjectSchema,
  wireTokenErrorSchema,
} from '@/lib/partner/wire/problem'
import { wireResultListSchema } from '@/lib/partner/wire/result-entry'
import { wireTokenRequestSchema, wireTokenSchema } from '@/lib/partner/wire/token'

/** Every body of the interface: the schemas that the client and the sandbox use, by their names in the document. */
const SCHEMAS = {
  TokenRequest: wireTokenRequestSchema,
  TokenAnswer: wireTokenSchema,
  TokenError: wireTokenErrorSchema,
  Application: wireApplicationSchema,
  FullApplication: wireFullApplicationSchema,
  ResultEntries: wireResultListSchema,
  ProblemList: wireProblemListSchema,
  ProblemObject: wireProblemObjectSchema,
  AttachmentRequest: wireAttachmentRequestSchema,
  AttachmentAnswer: wireAttachmentAnswerSchema,
  FundingRequest: wireFundingRequestSchema,
  FundingAnswer: wireFundingAnswerSchema,
  HostedPayment: wireHostedPaymentSchema,
  CallbackEvent: wireCallbackSchema,
}
export type SchemaName = keyof typeof SCHEMAS

export const schemaRef = (name: string) => `#/components/schemas/${name}`

/** As JSON Schema 2020-12, which OpenAPI 3.1 uses. Each operation's description covers rules that span fields. */
export function componentSchemas(): Record<string, object> {
  const names = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(SCHEMAS)) names.add(schema, { id })
  const { schemas } = z.toJSONSchema(names, { uri: schemaRef, io: 'input', unrepresentable: 'any' })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema]),
  )
}
