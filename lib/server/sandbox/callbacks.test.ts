import { expect, test } from 'vitest'
import { listCallbacks } from './callbacks'
import type { ControlCallback, SandboxControls } from './controls'

test('of a card number in any field the last four digits are shown, newest first', async () => {
  const callback = (id: number, fields: Record<string, string>) =>
    ({ id, fields }) as unknown as ControlCallback
  const controls = {
    listCallbacks: async () => [
      callback(1, { acct_number: '4111111111111111' }),
      callback(2, { invoice_number: 'card 5500-0000-0000-0004', tran_amount: '12.50' }),
    ],
  } as unknown as SandboxControls
  expect((await listCallbacks(controls)).map(({ fields }) => fields)).toEqual([
    { invoice_number: 'card ************0004', tran_amount: '12.50' },
    { acct_number: '************1111' },
  ])
})
