import { zodResolver } from '@hookform/resolvers/zod'
import { expect, test } from 'vitest'
import { amountForm, centsOf, OTHER } from './amount-form'

const DECISION = { n: 1, deliveries: 1, version: 0, note: 'The invoice.', amount: '' }

/** The errors that the form shows at its fields, read as the dialog reads them. */
async function errorsOf(values: object) {
  const { errors } = await zodResolver(amountForm)(values as never, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, (error as { message?: string }).message]),
  )
}

test.each([undefined, null, ''])('without a choice (%j), it asks to choose', async (choice) => {
  expect(await errorsOf({ ...DECISION, choice })).toEqual({ choice: 'Choose one of them.' })
})

test('another amount must be an amount', async () => {
  expect(await errorsOf({ ...DECISION, choice: OTHER })).toEqual({
    amount: 'Enter the amount in dollars, such as 125.00.',
  })
  expect(await errorsOf({ ...DECISION, choice: OTHER, amount: '12.50' })).toEqual({})
  expect(await errorsOf({ ...DECISION, choice: 1_250 })).toEqual({})
})

test('returns cents, chosen or typed', () => {
  expect(centsOf({ ...DECISION, choice: 1_250 })).toBe(1_250)
  expect(centsOf({ ...DECISION, choice: OTHER, amount: '12.50' })).toBe(1_250)
})
