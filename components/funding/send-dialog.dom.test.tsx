import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { expect, it, vi } from 'vitest'
import type { BatchView } from '@/lib/server/funding/views'
import SendDialog from './send-dialog'

type Send = NonNullable<ComponentProps<typeof SendDialog>['send']>
type Answer = Awaited<ReturnType<Send>>

const approved = {
  id: '0c7d5a1e-6f0b-4f6e-9a55-0d7c3f1f2a01',
  number: 13,
  status: 'approved',
  result: null,
  was: null,
  merchants: { shown: [], count: 1, toSend: 1 },
  totals: { lines: 15, transactions: 15, amountMinor: 71_250n, errors: 0, warnings: 0 },
  profile: { profileId: '941000000001', label: 'East' },
  history: [],
  may: { send: { allowed: true } },
} as unknown as BatchView

/** Someone else has sent it, and the page knows. */
const funded = {
  ...approved,
  status: 'done',
  result: { funded: { transactions: 15, amountMinor: 71_250n } },
  history: [{ id: 1, at: '', by: 'Felix Penny', action: 'funding-batch-sending', detail: {} }],
  may: { send: { allowed: false, reason: 'It was sent already.' } },
} as unknown as BatchView

function open(answer: Promise<Answer>) {
  const send = vi.fn(() => answer)
  const done = vi.fn()
  const dialog = (batch: BatchView) => (
    <SendDialog batch={batch} send={send as unknown as Send} onDone={done} onClose={() => {}} />
  )
  const { rerender } = render(dialog(approved))
  return { send, done, comes: (batch: BatchView) => rerender(dialog(batch)), person: userEvent.setup() }
}

const sendButtons = () => screen.queryAllByRole('button', { name: /^Send/ })
const shown = () => screen.getByRole('dialog').textContent

it('tells the second of two senders who sent it, and offers nothing to send', async () => {
  const answer = Promise.withResolvers<Answer>()
  const { send, done, comes, person } = open(answer.promise)
  await person.click(screen.getByRole('button', { name: 'Send $712.50' }))
  comes(funded)
  // The answer is on its way, so the dialog stays as it was.
  expect(shown()).toContain('Send B-13 to the partner')
  expect(shown()).not.toContain('$0.00')
  answer.resolve({
    data: {
      ok: false,
      reason: 'wrong-state',
      message: 'Felix Penny had it sent. The batch is now: Sending. Nothing was sent by this press.',
    },
  })
  await waitFor(() => expect(shown()).toContain('B-13 has already been sent'))
  expect(shown()).toContain('Felix Penny had it sent.')
  expect(shown()).toContain('Nothing was sent by this press.')
  expect(sendButtons()).toEqual([])
  expect(send).toHaveBeenCalledOnce()
  expect(done).not.toHaveBeenCalled()
})

it('after a lost answer, does not offer a batch that has been sent by now', async () => {
  const answer = Promise.withResolvers<Answer>()
  const { comes, person } = open(answer.promise)
  await person.click(screen.getByRole('button', { name: 'Send $712.50' }))
  answer.reject(new TypeError('Failed to fetch'))
  expect((await screen.findByRole('alert')).textContent).toContain('It may have been done.')
  expect(sendButtons()).toHaveLength(1)
  comes(funded)
  expect(shown()).toContain('B-13 has already been sent')
  expect(sendButtons()).toEqual([])
})

it('stays open until the page shows the result of its own press', async () => {
  const { done, person } = open(Promise.resolve({ data: { ok: true, status: 'sending' } }))
  await person.click(screen.getByRole('button', { name: 'Send $712.50' }))
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(shown()).toContain('Send B-13 to the partner')
})

it('shows what it takes out if its total is zero', () => {
  const was = { 'not-sent': { amountMinor: 7_521n, isCertain: true, takenMinor: 7_521n } }
  const totals = { ...approved.totals, amountMinor: 0n }
  render(<SendDialog batch={{ ...approved, was, totals }} onDone={() => {}} onClose={() => {}} />)
  expect(screen.getByRole('button', { name: 'Send −$75.21' })).toBeTruthy()
})

it('shows what the partner holds of these transactions, also by merchant', () => {
  const was = { amountMinor: 41_219n, isCertain: true }
  const merchant = { merchantId: 'FEE-01', name: 'Platform fee', rows: 1, amountMinor: 739n }
  const shown = [{ ...merchant, by: { 'not-sent': { rows: 1, amountMinor: 739n, was: null } } }]
  const batch = { ...approved, was: { 'not-sent': was }, merchants: { shown, count: 1, toSend: 1 } }
  render(<SendDialog batch={batch as unknown as BatchView} onDone={() => {}} onClose={() => {}} />)
  expect(screen.getByText('Held for these transactions').parentElement?.textContent).toContain('Was$412.19')
  expect(screen.getByRole('region', { name: 'Held for these transactions, by merchant' })).toBeTruthy()
})
