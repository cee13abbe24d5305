import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { exampleLists } from '@/lib/testing/example-draft'
import { ImportBoard } from './import-board'
import type { ImportAnswer, ImportQuestion } from './import-messages'

let answer: (event: { data: ImportQuestion }) => void = () => {}
beforeAll(async () => {
  vi.stubGlobal('addEventListener', (_: string, listener: typeof answer) => {
    answer = listener
  })
  await import('./import-worker')
  vi.unstubAllGlobals()
})

/** The worker, run in the page's thread. */
class WorkerHere extends EventTarget {
  postMessage(data: ImportQuestion) {
    vi.stubGlobal('postMessage', (given: ImportAnswer) =>
      this.dispatchEvent(new MessageEvent('message', { data: given })),
    )
    answer({ data })
  }
  terminate() {}
}

beforeEach(() => {
  vi.stubGlobal('Worker', WorkerHere)
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      address.includes('existing')
        ? { existing: [], pausedUntil: null, isPartial: false }
        : { earlier: null },
    ),
  )
})
afterEach(() => vi.unstubAllGlobals())

it('creates no drafts while a value for every row was chosen and not applied', async () => {
  const person = userEvent.setup()
  render(<ImportBoard lists={exampleLists} today="2026-07-01" defaultMode="ask" />)
  const file = new File(['Legal name\nOne LLC\nTwo LLC\n'], 'two.csv', { type: 'text/csv' })
  await person.upload(document.querySelector('input[type="file"]') as HTMLInputElement, file)
  const create = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create 2 drafts' })
  const choose = () =>
    person.selectOptions(
      screen.getByLabelText('Field with the same value in every row'),
      'merchant.ownership',
    )
  await screen.findByRole('button', { name: 'Create 2 drafts' })

  await choose()
  expect(create().disabled).toBe(false)
  await person.selectOptions(screen.getByLabelText('Ownership, every row'), 'Partnership')
  expect(create().disabled).toBe(true)
  screen.getByText('First use or cancel, under The same in every row, the value of “Ownership”.')

  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(create().disabled).toBe(false)

  await choose()
  await person.selectOptions(screen.getByLabelText('Ownership, every row'), 'Partnership')
  await person.click(screen.getByRole('button', { name: 'Use in every row' }))
  await vi.waitFor(() => expect(create().disabled).toBe(false))
  screen.getByRole('button', { name: 'Remove Ownership' })
})

it('creates no draft of a row with typed text that was not applied, and keeps it while off screen', async () => {
  const person = userEvent.setup()
  render(<ImportBoard lists={exampleLists} today="2026-07-01" defaultMode="ask" />)
  const file = new File(['Legal name,Billing state\nOne LLC,Ohayo\nTwo LLC,OH\n'], 'two.csv', {
    type: 'text/csv',
  })
  await person.upload(document.querySelector('input[type="file"]') as HTMLInputElement, file)
  const create = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create 2 drafts' })
  await screen.findByRole('button', { name: 'Create 2 drafts' })
  // Each row is rendered twice, for narrow and for wide windows.
  const [, change] = screen.getAllByRole('button', { name: 'Change Billing state, row 2' })
  await person.click(change as HTMLElement)
  expect(create().disabled).toBe(false)
  await person.keyboard('Ohio')
  expect(create().disabled).toBe(true)
  screen.getByText('First apply or cancel what you typed for “Billing state” in row 2.')

  const show = (name: RegExp) => person.click(screen.getByRole('button', { name }))
  await show(/^No draft/)
  expect(screen.queryByDisplayValue('Ohio')).toBeNull()
  expect(create().disabled).toBe(true)
  await show(/^All/)
  expect(document.activeElement?.textContent).toMatch(/^All/)
  expect(screen.getAllByDisplayValue('Ohio')).toHaveLength(2)

  await show(/^Leave out row 2/)
  screen.getByRole('button', { name: 'Create one draft' })
  expect(screen.queryByText(/^First apply/)).toBeNull()
  await show(/^Put back row 2/)
  expect(create().disabled).toBe(true)
  await person.click(screen.getAllByRole('button', { name: 'Cancel' }).at(-1) as HTMLElement)
  expect(create().disabled).toBe(false)
  expect(screen.queryByDisplayValue('Ohio')).toBeNull()

  await person.click(
    screen.getAllByRole('button', { name: 'Change Billing state, row 2' }).at(-1) as HTMLElement,
  )
  await person.keyboard('Ohio{Enter}')
  await vi.waitFor(() => expect(create().disabled).toBe(false))
  expect(screen.getAllByText('Changed here: Billing state →', { exact: false }).length).toBeGreaterThan(0)
})

it('asks about an ambiguous date when a stopped import continues, but not for rows that have drafts', async () => {
  const made = [{ row: 2, applicationId: crypto.randomUUID(), number: 41 }]
  const earlier = {
    ...{ importId: crypto.randomUUID(), kind: 'payfac', drafts: 3, made, leftOut: [] },
    ...{ startedBy: 'Olga', startedAt: '2026-07-01T12:00:00.000Z' },
  }
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(address.includes('existing') ? { existing: [], pausedUntil: null } : { earlier }),
  )
  const person = userEvent.setup()
  render(<ImportBoard lists={exampleLists} today="2026-07-01" defaultMode="ask" />)
  const text = 'Legal name,Date established\nOne LLC,02/04/2018\nTwo LLC,25/12/2018\nThree LLC,03/04/2018\n'
  await person.upload(
    document.querySelector('input[type="file"]') as HTMLInputElement,
    new File([text], 'three.csv', { type: 'text/csv' }),
  )
  const goOn = await screen.findByRole<HTMLButtonElement>('button', {
    name: 'Continue: create the other 2',
  })
  await screen.findByText('1 row has an ambiguous date.', { exact: false })
  expect(goOn.disabled).toBe(true)
  screen.getByRole('link', { name: 'A-41' })
  expect(screen.queryAllByRole('button', { name: /Date established, row 2$/ })).toEqual([])
  expect(screen.queryAllByRole('button', { name: /Date established, row 4$/ })).not.toEqual([])
  await person.click(screen.getByRole('checkbox', { name: /^The dates? (is|are) right/ }))
  expect(goOn.disabled).toBe(false)
})

it('creates no draft with a date that reads either way before somebody confirms it', async () => {
  const person = userEvent.setup()
  render(<ImportBoard lists={exampleLists} today="2026-07-01" defaultMode="ask" />)
  const text = 'Legal name,Date established\nOne LLC,25/12/2018\nTwo LLC,03/04/2018\n'
  await person.upload(
    document.querySelector('input[type="file"]') as HTMLInputElement,
    new File([text], 'two.csv', { type: 'text/csv' }),
  )
  const create = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create 2 drafts' })
  await screen.findByText('1 row has an ambiguous date.', { exact: false })
  expect(create().disabled).toBe(true)
  await person.click(screen.getByRole('checkbox', { name: /^The dates? (is|are) right/ }))
  expect(create().disabled).toBe(false)
  await person.click(screen.getByRole('checkbox', { name: /^The dates? (is|are) right/ }))
  expect(create().disabled).toBe(true)
  await person.click(screen.getByRole('button', { name: /^Leave out row 3/ }))
  expect(screen.queryByText(/ambiguous date/)).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create one draft' }).disabled).toBe(false)
})
