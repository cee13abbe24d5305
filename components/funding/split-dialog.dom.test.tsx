import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import SplitDialog from './split-dialog'
import type { DefaultSplit } from './stored-split'
import type { Share } from './transaction-lines'

const DEFAULT: DefaultSplit = {
  merchantId: 'BAKERY',
  split: [{ merchantId: 'FEE', percent: '2.9' }, { merchantId: 'BAKERY' }],
}

const WHOLE: Share[] = [{ merchantId: 'BAKERY', amountMinor: 10_000n }]

const open = (findDefault: () => Promise<DefaultSplit | null>, now = WHOLE) => {
  const split: Share[] = []
  render(
    <SplitDialog
      transaction="T-1"
      now={now}
      amountUnit="minor"
      findDefault={findDefault}
      onSplit={(shares) => split.push(...shares)}
      onClose={() => {}}
    />,
  )
  return split
}

it('starts with the merchant’s default split', async () => {
  const person = userEvent.setup()
  const split = open(async () => DEFAULT)
  await screen.findByText('BAKERY: 2.9% to FEE, remainder to BAKERY')
  await person.click(screen.getByRole('button', { name: 'Split' }))
  expect(split).toEqual([
    { merchantId: 'FEE', amountMinor: 290n },
    { merchantId: 'BAKERY', amountMinor: 9_710n },
  ])
})

it('keeps input from before the default split arrived, and offers it', async () => {
  const person = userEvent.setup()
  let answer = (_: DefaultSplit | null) => {}
  open(() => new Promise((resolve) => (answer = resolve)))
  const share = () => screen.getByLabelText<HTMLInputElement>('Share of merchant 1')
  await person.type(share(), '60')
  answer(DEFAULT)
  await person.click(await screen.findByRole('button', { name: 'Use default split' }))
  expect(share().value).toBe('2.9')
})

it('starts with the transaction’s own split, and offers the default one', async () => {
  const person = userEvent.setup()
  const split = open(
    async () => DEFAULT,
    [
      { merchantId: 'FEE', amountMinor: 1_250n },
      { merchantId: 'BAKERY', amountMinor: 8_750n },
    ],
  )
  await screen.findByRole('button', { name: 'Use default split' })
  expect(screen.getByLabelText<HTMLInputElement>('Share of merchant 1').value).toBe('12.50')
  await person.click(screen.getByRole('button', { name: 'Split' }))
  expect(split).toEqual([
    { merchantId: 'FEE', amountMinor: 1_250n },
    { merchantId: 'BAKERY', amountMinor: 8_750n },
  ])
})
