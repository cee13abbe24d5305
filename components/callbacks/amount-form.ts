import * as z from 'zod/mini'
import { setAmountInput } from '@/lib/domain/callbacks/inputs'
import { readSaleCents } from './amount-choices'

export const OTHER = 'other'

const choose = 'Choose one of them.'

/** One of the readings, in cents, or a typed amount. For a union, the form shows the first member's message. */
export const amountForm = z
  .extend(z.omit(setAmountInput, { amountMinor: true, isMeant: true }), {
    choice: z.union([z.int(choose), z.literal(OTHER, choose)], choose),
    amount: z.string(),
  })
  .check(
    z.superRefine(({ choice, amount }, context) => {
      if (choice === OTHER && readSaleCents(amount) === null)
        context.addIssue({
          code: 'custom',
          path: ['amount'],
          message: 'Enter the amount in dollars, such as 125.00.',
          input: amount,
        })
    }),
  )
export type AmountForm = z.input<typeof amountForm>

export const centsOf = ({ choice, amount }: AmountForm): number =>
  choice === OTHER ? (readSaleCents(amount) ?? 0) : choice
