import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { BatchView } from '@/lib/server/funding/views'
import BatchQuestion from './batch-question'

const waiting = {
  id: '0c7d5a1e-6f0b-4f6e-9a55-0d7c3f1f2a01',
  number: 13,
  status: 'waiting',
  contentSha256: 'a',
  totals: { lines: 2, transactions: 2, amountMinor: 10_000n, errors: 0, warnings: 0 },
  approvalsNeeded: 1,
  approvalsGiven: 0,
  money: null,
  warnings: [],
  readAs: [],
  may: { approve: { allowed: true, reason: null } },
} as unknown as BatchView

/** Its creator recalled it and submitted it again, and the page was refreshed. */
const submittedAgain = {
  ...waiting,
  contentSha256: 'b',
  totals: { ...waiting.totals, transactions: 3, amountMinor: 12_000n },
} as unknown as BatchView

const recalled = {
  ...waiting,
  status: 'draft',
  contentSha256: null,
  may: { approve: { allowed: false, reason: 'This batch is not pending approval (Draft).' } },
} as unknown as BatchView

const NO_MONEY = {
  totalMinor: '10000',
  merchants: [],
  merchantCount: 0,
  firstPayments: 0,
  largest: [],
  changes: [],
  changeCount: 0,
  changedWasMinor: '0',
  changedIsMinor: '0',
  overrides: [],
  belowSale: 0,
  belowSaleMinor: '0',
  warnings: 0,
}

const NEWS =
  'Fiona Ledger submitted it for approval. $120.00 in 3 transactions, was $100.00 in 2. Row 2 changed.'

function open() {
  const show = vi.fn()
  const dialog = (batch: BatchView, changed: string | null) => (
    <BatchQuestion
      name="approve"
      batch={batch}
      changed={changed}
      onAnswered={() => {}}
      onShow={show}
      onClose={() => {}}
    />
  )
  const { rerender } = render(dialog(waiting, null))
  return {
    show,
    person: userEvent.setup(),
    comes: (batch: BatchView, changed: string | null) => rerender(dialog(batch, changed)),
  }
}

const approveButton = () => screen.queryByRole('button', { name: /^Approve/ })
const showButton = () => screen.getByRole('button', { name: 'Show current version' })

it('approves nothing that changed meanwhile, asks about the new version, and keeps the note', async () => {
  const { show, comes, person } = open()
  const leadsTo = /after your approval|Your approval is/
  await person.type(screen.getByLabelText(/Note/), 'Checked by hand')
  expect(screen.getByText(leadsTo)).toBeTruthy()
  comes(waiting, NEWS)
  expect(screen.queryByText(leadsTo), 'no approval is given now').toBeNull()
  expect(screen.getByRole('alert').textContent).toContain(NEWS)
  expect(screen.getByText(/Before the change/).textContent).toMatch(/^Before the change: \$100\.00 in 2/)
  const note = screen.getByLabelText(/Note/)
  expect(screen.getByRole('alert').compareDocumentPosition(note)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(approveButton()).toBeNull()
  await person.click(showButton())
  expect(show).toHaveBeenCalledTimes(1)
  expect(approveButton()).toBeNull()
  comes(submittedAgain, null)
  expect(approveButton()?.textContent).toBe('Approve $120.00')
  expect(screen.getByText(/^\$120\.00 in 3 transactions/).textContent).toMatch(leadsTo)
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Note/).value).toBe('Checked by hand')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText(NEWS)).toBeTruthy()
})

it('says how many transactions are missing in the log if it has others, and which names were read as IDs', () => {
  const money = { ...NO_MONEY, inLog: 1, notInLog: 1 }
  const readAs = ['“bluebird cafe” read as BLUEBIRD-01 (Bluebird Cafe) in 2 rows.']
  render(
    <BatchQuestion
      name="approve"
      batch={{ ...waiting, money, readAs } as unknown as BatchView}
      changed={null}
      onAnswered={() => {}}
      onShow={() => {}}
      onClose={() => {}}
    />,
  )
  expect(screen.getByText(/^\$100\.00 in 2 transactions, 1 not in the callback log\./)).toBeTruthy()
  expect(
    screen.getByText(/^“bluebird cafe” read as BLUEBIRD-01/),
    'nor what its maker had typed',
  ).toBeTruthy()
})

it('shows what a correction takes out and puts in, which its total hides', () => {
  const change = { transaction: 'T-1', batch: 12, isCertain: true }
  const money = {
    ...NO_MONEY,
    inLog: 2,
    notInLog: 0,
    totalMinor: '7521',
    changes: [
      { ...change, merchantId: 'A', wasMinor: '7521', isMinor: '0' },
      { ...change, merchantId: 'B', wasMinor: null, isMinor: '7521' },
    ],
    changeCount: 2,
    changedWasMinor: '7521',
    changedIsMinor: '7521',
    takenMinor: '7521',
  }
  const totals = { ...waiting.totals, amountMinor: 7_521n }
  render(
    <BatchQuestion
      name="approve"
      batch={{ ...waiting, money, totals } as unknown as BatchView}
      changed={null}
      onAnswered={() => {}}
      onShow={() => {}}
      onClose={() => {}}
    />,
  )
  expect(approveButton()?.textContent).toBe('Approve −$75.21 and +$75.21')
  expect(screen.getByText(/^−\$75\.21 and \+\$75\.21 in 2 transactions/)).toBeTruthy()
  expect(screen.getAllByText('$0.00 (−$75.21 and +$75.21)').length).toBeGreaterThan(0)
})

it('gives the note back if the batch can no longer be approved', async () => {
  const { comes, person } = open()
  await person.type(screen.getByLabelText(/Note/), 'Checked by hand')
  comes(waiting, 'Fiona Ledger recalled it. The batch is now: Draft.')
  await person.click(showButton())
  comes(recalled, null)
  expect(screen.getByRole('alert').textContent).toContain('This batch is not pending approval (Draft).')
  expect(approveButton()).toBeNull()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your note, not saved').value).toBe('Checked by hand')
})

it('asks why a batch is recalled, and says who is notified and what happens to approvals', () => {
  const approved = { ...waiting, approvalsGiven: 1, may: { recall: { allowed: true, reason: null } } }
  render(
    <BatchQuestion
      name="recall"
      batch={approved as unknown as BatchView}
      changed={null}
      onAnswered={() => {}}
      onShow={() => {}}
      onClose={() => {}}
    />,
  )
  expect(
    screen.getByText(
      'It becomes a draft again, and its approvals are void. Its maker and approvers are notified.',
    ),
  ).toBeTruthy()
  expect(screen.getByLabelText('Reason (optional)')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Recall batch' })).toBeTruthy()
})

const unresolved = (n: number, report: { missing: string[] | null } | null) => ({
  n,
  transactions: n,
  amountMinor: 1_000n,
  unresolvedAttemptId: `attempt-${n}`,
  refusedElsewhere: null,
  outcomeReport: {
    way: report ? 'confirms' : 'resolves',
    report: report && { by: 'Fay', at: '2026-11-20T10:00:00.000Z', note: 'Support says so.', ...report },
    confirmers: [],
  },
})

const unknown = (...requests: ReturnType<typeof unresolved>[]) =>
  ({
    ...waiting,
    status: 'unknown',
    requests,
    may: { resolve: { allowed: true, reason: null } },
  }) as unknown as BatchView

it('confirms the proposal of the request that it was opened for', () => {
  const batch = unknown(unresolved(1, { missing: [] }), unresolved(2, { missing: null }))
  const nothing = () => {}
  const shared = { name: 'confirm-report', batch, changed: null, onShow: nothing, onClose: nothing } as const
  const { rerender } = render(<BatchQuestion {...shared} request={1} onAnswered={nothing} />)
  expect(screen.getByText('Confirm that the partner received request 1')).toBeTruthy()
  rerender(<BatchQuestion {...shared} request={2} onAnswered={nothing} />)
  expect(screen.getByText('Confirm that the partner did not receive request 2')).toBeTruthy()
})

const KNOWN = 'The outcome of this request is known.'
const NO_REPORT = 'There is no report to confirm any more. Resolve the request yourself.'

it.each([
  ['resolve', 'Resolve request 2', null, KNOWN],
  ['confirm-report', 'Confirm the outcome of request 2', null, KNOWN],
  ['confirm-report', 'Confirm the outcome of request 2', unresolved(2, null), NO_REPORT],
] as const)('%s closes if someone else was first, and keeps the note', async (name, title, left, reason) => {
  const nothing = () => {}
  const other = unresolved(1, null)
  const before = unknown(other, unresolved(2, { missing: null }))
  const after = unknown(...[other, left].filter((request) => request !== null))
  const shared = { name, request: 2, onAnswered: nothing, onShow: nothing, onClose: nothing }
  const { rerender } = render(<BatchQuestion {...shared} batch={before} changed={null} />)
  const person = userEvent.setup()
  await person.type(screen.getByLabelText(/^How do you know/), 'Asked Ada')
  rerender(<BatchQuestion {...shared} batch={before} changed="Flo resolved request 2." />)
  await person.click(showButton())
  rerender(<BatchQuestion {...shared} batch={after} changed={null} />)
  const dialog = screen.getByRole('dialog')
  expect(screen.getByRole('heading', { name: title })).toBeTruthy()
  expect(dialog.hasAttribute('aria-describedby')).toBe(false)
  expect(dialog.textContent).not.toMatch(/undefined|0 transactions|not sent/)
  expect(screen.getByRole('alert').textContent).toContain(reason)
  expect(screen.queryByRole('button', { name: /^(Resolve|Confirm)$/ })).toBeNull()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your note, not saved').value).toBe('Asked Ada')
})

it('closing failed transactions counts them, and asks for a reason', async () => {
  const batch = {
    ...waiting,
    status: 'done',
    // One more failed, and is in another batch.
    leftToRetry: { failed: 3, hopeless: 0, withdrawn: 0 },
    openFailures: 2,
    may: { 'close-failures': { allowed: true, reason: null } },
  } as unknown as BatchView
  const nothing = () => {}
  const shared = { batch, changed: null, onAnswered: nothing, onShow: nothing, onClose: nothing } as const
  render(<BatchQuestion {...shared} name="close-failures" />)
  expect(screen.getByText('Close failed transactions of B-13')).toBeTruthy()
  expect(screen.getByText(/^2 failed transactions will no longer need attention\./)).toBeTruthy()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Close failed transactions' }))
  expect(screen.getByRole('alert').textContent).toBe('Enter at least 3 characters.')
  expect(document.activeElement).toBe(screen.getByLabelText('Why is there nothing left to do?'))
})
