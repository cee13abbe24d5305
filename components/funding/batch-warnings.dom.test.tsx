import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { WarningGroup } from '@/lib/domain/funding/warning-groups'
import { BatchWarnings } from './batch-warnings'

afterEach(() => {
  vi.restoreAllMocks()
})

const first: WarningGroup = {
  code: 'merchant-first',
  title: 'First payment',
  count: 4,
  amountMinor: '123456',
  texts: ['Row 9, $900.00: Nine', 'Row 2, $300.00: Two', 'Row 3, $30.00: Three'],
}
const other: WarningGroup = {
  code: 'other-payee',
  title: 'Paid to another merchant',
  count: 1,
  texts: ['Row 40: another'],
}

/** The desk's answers in order; returns its requests. */
function answer(...answers: (object | Error)[]) {
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    asked.push(String(address))
    const next = answers.shift()
    if (next === undefined || next instanceof Error) throw next
    return Response.json(next)
  })
  return asked
}

const rows = () =>
  within(screen.getByRole('region', { name: 'First payment' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

it('shows each kind in a line with its total and the largest, so that none hides behind many of another', () => {
  render(<BatchWarnings batchId="b" groups={[other, first]} rows={4} />)
  const kinds = screen.getByRole('list', { name: 'Warnings by kind' })
  expect(screen.getByText('4 rows with warnings, 2 kinds')).toBeTruthy()
  expect(kinds.textContent).toContain('Paid to another merchant (1)Row 40: another')
  expect(kinds.textContent).toContain('First payment (4)$1,234.56Row 9, $900.00: Nine')
  // Kinds that are shown completely have no button.
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

it('loads all of a kind in parts when asked, and shows the largest meanwhile', async () => {
  const person = userEvent.setup()
  const asked = answer(
    { texts: [...first.texts, 'Row 4, $3.00: Four'].slice(0, 2), next: 2 },
    { texts: ['Row 3, $30.00: Three', 'Row 4, $3.00: Four'], next: null },
  )
  render(<BatchWarnings batchId="b" groups={[first]} rows={4} />)
  await person.click(screen.getByRole('button', { name: 'Show all 4 (First payment)' }))
  await screen.findByText('2 of 4, the largest first')
  expect(rows()).toEqual(['Row 9, $900.00: Nine', 'Row 2, $300.00: Two'])
  await person.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(rows()).toHaveLength(4))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Row 3, $30.00: Three'))
  expect(asked).toEqual([
    '/api/funding/batches/b/warnings?kind=merchant-first&after=0',
    '/api/funding/batches/b/warnings?kind=merchant-first&after=2',
  ])
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Show fewer (First payment)' }))
  expect(screen.queryByRole('region')).toBeNull()
})

it('keeps the largest if the desk does not answer, and retries when pressed', async () => {
  const person = userEvent.setup()
  answer(new TypeError('offline'), { texts: ['Row 4, $3.00: Four'], next: null })
  render(<BatchWarnings batchId="b" groups={[first]} rows={4} />)
  await person.click(screen.getByRole('button', { name: /^Show all 4/ }))
  expect((await screen.findByRole('alert')).textContent).toBe('The desk does not answer.')
  expect(rows()).toEqual(first.texts)
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(rows()).toEqual(['Row 4, $3.00: Four']))
})

it('folds a very long text and shows others whole', async () => {
  const person = userEvent.setup()
  const [short, long] = [`Row 2: “${'a'.repeat(300)}” end`, `Row 3: “${'b'.repeat(1_900)}” end`]
  render(<BatchWarnings batchId="b" groups={[{ ...other, count: 2, texts: [short, long] }]} rows={2} />)
  const list = screen.getByRole('list', { name: 'Warnings by kind' })
  expect(list.textContent).toContain(short)
  expect(list.textContent).not.toContain(long)
  await person.click(screen.getByRole('button', { name: 'Show full text' }))
  expect(list.textContent).toContain(long)
  await person.click(screen.getByRole('button', { name: 'Show less' }))
  expect(list.textContent).not.toContain(long)
})
