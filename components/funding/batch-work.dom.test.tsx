import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BatchLines, BatchView, CompactLine } from '@/lib/server/funding/views'
import { BatchWork } from './batch-work'

const BATCH_ID = '0c7d5a1e-6f0b-4f6e-9a55-0d7c3f1f2a01'
const OPEN = { allowed: true, reason: null }
const NOT = { allowed: false, reason: 'Not now.' }

const may = (acts: Record<string, typeof OPEN>) =>
  new Proxy(acts as Record<string, typeof OPEN | typeof NOT>, {
    get: (all, name: string) => all[name] ?? NOT,
  })

const draft = {
  id: BATCH_ID,
  number: 13,
  name: 'July',
  status: 'draft',
  version: 1,
  contentSha256: null,
  email: 'felix@demo.test',
  totals: { lines: 2, transactions: 2, amountMinor: 7_663n, errors: 0, warnings: 0, unread: 0 },
  outcome: { succeeded: 0, failed: 0, unknown: 0, unsent: 0, unexplained: 0 },
  leftToRetry: { failed: 0, hopeless: 0, withdrawn: 0 },
  failuresClosed: null,
  openFailures: 0,
  approvers: [],
  approvalsNeeded: 1,
  approvalsGiven: 0,
  approvalsText: '',
  children: [],
  requests: [],
  alreadyFunded: [],
  sameFile: [],
  returned: null,
  sinceReturn: null,
  result: null,
  unseenRest: null,
  beyondApproval: null,
  may: may({ submit: OPEN, edit: OPEN, discard: OPEN }),
} as unknown as BatchView

/** Someone else has submitted it, and the reader may approve it. */
const waiting = {
  ...draft,
  status: 'waiting',
  contentSha256: 'a',
  may: may({ approve: OPEN }),
} as unknown as BatchView

/** The desk: two rows, in a draft until someone submits it. */
class Desk {
  status: BatchLines['status'] = 'draft'
  version = 1
  rows: CompactLine[] = [
    [2, 1, 'T-2', '', 'M-1', '58.26'],
    [3, 2, 'T-3', '', 'M-1', '18.37'],
  ]
  problems: BatchLines['problems'] = []
  changed: string | null = null

  readonly answer = async (address: string, init?: RequestInit) => {
    if (address.includes('/progress')) return Response.json({ changed: this.changed })
    if (init?.method === 'PATCH') {
      const refusal = { ok: false, reason: 'wrong-state', message: 'Only a draft can be changed.' }
      return Response.json(refusal, { status: 409 })
    }
    return Response.json({
      version: this.version,
      status: this.status,
      moved: this.status === 'draft' ? '' : 'Fiona Ledger submitted it for approval.',
      amountUnit: 'minor',
      lines: this.rows,
      problems: this.problems,
      held: [],
      unowned: [],
      allUnlogged: false,
      mayBeCents: false,
      names: [],
      failures: [],
      failedBefore: [],
      corrected: [],
    } satisfies BatchLines)
  }
}

let desk: Desk
beforeEach(() => {
  desk = new Desk()
  vi.stubGlobal('fetch', vi.fn(desk.answer))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** `refreshed`: what the page loads when it is refreshed. */
function open(batch = draft, refreshed: BatchView | null = null) {
  const refresh = vi.fn(() => {
    if (refreshed) setShown(refreshed)
  })
  let setShown: (next: BatchView) => void = () => {}
  const router = { refresh, push: vi.fn() } as unknown as React.ContextType<typeof AppRouterContext>
  function Page() {
    const [shown, set] = useState(batch)
    setShown = set
    return (
      <AppRouterContext value={router}>
        <BatchWork batch={shown} money={<p>$76.63</p>}>
          {null}
        </BatchWork>
      </AppRouterContext>
    )
  }
  render(<Page />)
  return { person: userEvent.setup(), refresh, comes: (next: BatchView) => act(() => setShown(next)) }
}

const amounts = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell').at(3)?.textContent)

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

it('shows what was submitted and, beside it, input that came too late; approving requires seeing that first', async () => {
  const { person, refresh, comes } = open()
  await waitFor(() => expect(amounts()).toEqual(['$58.26', '$18.37']))
  desk.status = 'waiting'
  await person.click(screen.getByText('$58.26'))
  await person.keyboard('5.00{Enter}')
  await waitFor(() => expect(refresh).toHaveBeenCalled())
  comes(waiting)
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('1 change not saved')
  expect(notice.textContent).toContain('Fiona Ledger submitted it for approval.')
  expect(within(notice).getByRole<HTMLTextAreaElement>('textbox').value).toBe('Row 2\tAmount\t5.00')
  expect(notice.contains(document.activeElement) || document.activeElement?.contains(notice)).toBe(true)
  expect(amounts()).toEqual(['$58.26', '$18.37'])
  expect(screen.getByText('2 rows, $76.63')).toBeTruthy()
  expect(button('Approve…').disabled).toBe(true)
  await person.click(within(notice).getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(button('Approve…').disabled).toBe(false)
})

it('shows why an action was refused until the batch moves on, and not only until the page has refreshed', async () => {
  const { person, comes } = open(draft, waiting)
  await waitFor(() => expect(amounts()).toEqual(['$58.26', '$18.37']))
  // There is no server here, so this is refused, too.
  await person.click(button('Submit for approval'))
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t complete')
  await waitFor(() => expect(button('Approve…')).toBeTruthy())
  comes({ ...draft, version: 2 })
  await waitFor(() => expect(button('Submit for approval')).toBeTruthy())
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says that a draft was submitted meanwhile; nothing is submitted or discarded before that is shown', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const { comes } = open()
    await waitFor(() => expect(amounts()).toEqual(['$58.26', '$18.37']))
    expect([button('Submit for approval').disabled, button('Discard…').disabled]).toEqual([false, false])
    desk.changed = 'Fiona Ledger submitted it for approval. The batch is now: Pending approval.'
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(screen.getByRole('alert').textContent).toContain('This batch changed')
    expect([button('Submit for approval').disabled, button('Discard…').disabled]).toEqual([true, true])
    comes(waiting)
    expect(screen.queryByRole('alert')).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

it('says that nothing is left to do only when nothing is open, and no retry either', async () => {
  desk.status = 'done'
  const failuresClosed = { by: 'Flo', at: '2026-11-20T10:00:00.000Z', note: 'Paid elsewhere.' }
  const closed = { ...draft, status: 'done', failuresClosed, may: may({}) } as unknown as BatchView
  const { comes } = open(closed)
  const nothing = () => screen.queryByText(/nothing left to do/)
  await waitFor(() => expect(nothing()).toBeTruthy())
  comes({ ...closed, openFailures: 2 })
  expect(nothing()).toBeNull()
  const retry = { id: 'retry', number: 14, name: 'Retry', status: 'draft', purpose: 'retry', transactions: 2 }
  comes({ ...closed, children: [{ ...retry, isOver: false }] } as unknown as BatchView)
  expect(nothing()).toBeNull()
  comes({ ...closed, children: [{ ...retry, status: 'done', isOver: true }] } as unknown as BatchView)
  expect(nothing()).toBeTruthy()
})

it('refreshes after a colleague’s approval for people who neither edit nor approve', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    desk.status = 'waiting'
    const approved = { ...waiting, status: 'approved', may: may({ send: OPEN }) } as BatchView
    const { refresh } = open({ ...waiting, may: may({ recall: OPEN }) } as BatchView, approved)
    await waitFor(() => expect(amounts()).toEqual(['$58.26', '$18.37']))
    desk.changed = 'Felix Penny approved it. The batch is now: Approved.'
    const { answer } = desk
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
      if (address.includes('/progress') && refresh.mock.calls.length > 0) desk.changed = null
      return answer(address, init)
    })
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    await waitFor(() => expect(button('Send to the partner…').disabled).toBe(false))
    expect(screen.queryByText('This batch changed')).toBeNull()
    expect(refresh).toHaveBeenCalledTimes(1)
  } finally {
    vi.useRealTimers()
  }
})

it('says what was removed until something else is done', async () => {
  const { person } = open()
  await waitFor(() => expect(amounts()).toEqual(['$58.26', '$18.37']))
  await person.click(screen.getByText('$58.26'))
  await person.click(button('Remove row 2'))
  expect(screen.getByText('Row 2 removed.', { selector: 'p span' })).toBeTruthy()
  await person.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(amounts()).toEqual(['$58.26', '$18.37']))
  expect(screen.queryByText('Row 2 removed.', { selector: 'p span' })).toBeNull()
})

it('says that somebody edited the draft, and loads their rows when pressed; input is kept', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    open()
    await waitFor(() => expect(amounts()).toEqual(['$58.26', '$18.37']))
    const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await person.click(screen.getByText('$58.26'))
    await person.keyboard('5.0')
    desk.changed = 'Fiona Ledger edited it. Row 3 changed.'
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(screen.getByRole('alert').textContent).toContain('Fiona Ledger edited it. Row 3 changed.')
    expect([button('Submit for approval').disabled, button('Discard…').disabled]).toEqual([true, true])
    expect(amounts()[1]).toBe('$18.37')
    const typed = () => within(screen.getByRole('grid')).getByRole<HTMLInputElement>('textbox').value
    expect(typed()).toBe('5.0')
    desk.version = 2
    desk.changed = null
    desk.rows = desk.rows.map(([row, ...cells]) =>
      row === 3 ? [3, 2, 'T-3', '', 'M-1', '20.00'] : [row, ...cells],
    )
    await person.click(button('Show current version'))
    await waitFor(() => expect(amounts()[1]).toBe('$20.00'))
    expect(screen.queryByText('This batch changed')).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

it('shows the total of the filtered rows beside that of all rows', async () => {
  desk.problems = [
    { row: 3, field: 'merchantId', code: 'merchant-unknown', severity: 'error', text: 'Unknown merchant.' },
  ]
  const { person } = open()
  expect(await screen.findByText('2 rows, $76.63')).toBeTruthy()
  await person.click(button('Rows with errors 1'))
  expect(screen.getByText('1 of 2 rows, $18.37 of $76.63')).toBeTruthy()
  await person.click(button('All 2'))
  await person.type(screen.getByRole('searchbox', { name: 'Find in the amounts' }), 'T-2')
  expect(await screen.findByText('1 of 2 rows, $58.26 of $76.63')).toBeTruthy()
})

it('filters the rows by kind of issue', async () => {
  desk.problems = [
    { row: 2, field: 'merchantId', code: 'merchant-first', severity: 'warning', text: 'First payment.' },
    { row: 3, field: 'merchantId', code: 'merchant-first', severity: 'warning', text: 'First payment.' },
    { row: 3, field: 'amount', code: 'over-sale', severity: 'error', text: 'Above the sale.' },
  ]
  const { person } = open()
  await person.click(await screen.findByRole('button', { name: 'By kind' }))
  const kinds = await screen.findByRole('combobox', { name: 'Kind of issue' })
  expect(document.activeElement).toBe(kinds)
  expect(
    within(kinds)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['All kinds of issues', 'Above the sale (1)', 'First payment (2)'])
  await person.selectOptions(kinds, 'Above the sale (1)')
  expect(amounts()).toEqual(['$18.37'])
  await person.click(button('Rows with warnings 1'))
  expect(amounts()).toEqual(['$58.26'])
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Kind of issue' }).value).toBe('')
})

it('keeps Split… when rows of two transactions are selected, and says that it takes one', async () => {
  const { person } = open()
  await waitFor(() => expect(amounts()).toEqual(['$58.26', '$18.37']))
  await person.click(screen.getByText('$58.26'))
  expect(button('Split…').disabled).toBe(false)
  await person.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(button('Split… one transaction at a time').disabled).toBe(true)
})
