import { z } from 'zod'
import {
  MAX_AMOUNT_DIGITS,
  MAX_IDENTIFIER_LENGTH,
  MAX_TRANSACTIONS,
  REFERENCE_LENGTH,
} from '@/lib/domain/funding/limits'

/**
 * Body and answer of the funding endpoint (interface, "Funding request" and "Funding response"). Lengths missing from
 * the interface come from contract.md. Undocumented members are accepted and kept.
 */

/** PostgreSQL text cannot store NUL, and a lone surrogate is not valid text. */
const identifier = z
  .string()
  .max(MAX_IDENTIFIER_LENGTH)
  .refine((text) => !text.includes('\0') && text.isWellFormed(), { error: 'is no text' })

export const wireFundingAmountSchema = z.looseObject({
  merchantId: identifier.min(1),
  amount: z.string().regex(new RegExp(`^\\d{1,${MAX_AMOUNT_DIGITS}}$`), {
    error: `must have 1 to ${MAX_AMOUNT_DIGITS} digits`,
  }),
})

/** An empty identifier counts as missing, as in the answer. Whether exactly one is given is checked elsewhere. */
export const wireTransactionSchema = z.looseObject({
  id: identifier.optional(),
  retrievalReferenceNumber: z
    .string()
    .regex(new RegExp(`^(?:\\d{${REFERENCE_LENGTH}})?$`), {
      error: `must have ${REFERENCE_LENGTH} digits`,
    })
    .optional(),
  merchantFundingAmounts: z.array(wireFundingAmountSchema).min(1),
})

export const wireFundingRequestSchema = z.looseObject({
  transactions: z.array(wireTransactionSchema).min(1).max(MAX_TRANSACTIONS),
})

export type WireTransaction = z.output<typeof wireTransactionSchema>

const digits = (maxLength: number) => z.string().regex(new RegExp(`^\\d{1,${maxLength}}$`))

const wireTransactionErrorSchema = z.looseObject({
  transactionId: z.string().optional(),
  retrievalReferenceNumber: z.string().optional(),
  errorCode: z.string(),
  errorMessage: z.string().optional(),
})

/** `errorCode` is present only for a request-level error; then no transaction succeeded. */
export const wireFundingAnswerSchema = z.looseObject({
  transactionCount: digits(6),
  successfulTransactionCount: digits(6),
  merchantFundingAmountCount: digits(7),
  amountsSum: digits(15),
  errorCode: z.string().max(3).optional(),
  errorMessage: z.string().max(200).optional(),
  transactionLevelErrors: z.array(wireTransactionErrorSchema),
})

export type WireTransactionError = z.output<typeof wireTransactionErrorSchema>
export type WireFundingAnswer = z.output<typeof wireFundingAnswerSchema>
