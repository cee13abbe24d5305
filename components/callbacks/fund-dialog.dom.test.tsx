import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { routes } from '@/lib/routes'
import FundDialog from './fund-dialog'

type Router = NonNullable<ComponentProps<typeof AppRouterContext>['value']>
type Asked = {
  preview: boolean
  sales: number[]
  dropped?: number[]
  split: {
    by: 'merchant' | 'shares'
    shares?: { merchantId: string }[] | null
    forNoMerchant?: { merchantId: string }[] | null
  } | null
}

// The test's DOM has no top layer and cannot scroll.
beforeAll(() => {
  Object.assign(HTMLElement.prototype, { showPopover: () => {}, scrollIntoView: () => {} })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const DIRECTORY = [
  { merchantId: 'SALTWATER-1', name: 'Saltwater Bakery', payable: 'yes' },
  { merchantId: 'SALTWATER-2', name: 'Saltwater Kayaks', payable: 'yes' },
]
const UNKNOWN = '“saltwa” is not in the merchant directory.'

/** A desk with these sales, each with its merchant, or '' for a sale of the whole profile. */
function open(sales: Record<number, string>, refused: readonly number[] = []) {
  const made: Asked[] = []
  const taken = new Set<number>()
  const opened = vi.fn()
  const numbers = Object.keys(sales).map(Number)

  function preview({ sales: wanted, split }: Asked) {
    const by = split?.by ?? (Object.values(sales).some(Boolean) ? 'merchant' : 'shares')
    const given = (by === 'merchant' ? split?.forNoMerchant : split?.shares) ?? null
    const free = wanted.filter((n) => !taken.has(n))
    const ready = free.filter((n) => by === 'shares' || sales[n] !== '' || given !== null)
    const out = { amountMinor: 100, batches: [], merchants: [], merchantCount: 0 }
    const count = (reason: string, of: number, batches: object[] = []) =>
      of === 0 ? [] : [{ ...out, reason, sales: of, batches }]
    return {
      sales: ready,
      amountMinor: ready.length * 100,
      leftOut: [
        ...count('in-draft', wanted.length - free.length, [{ id: 'b', number: 1019 }]),
        ...count('no-merchant', free.length - ready.length),
      ],
      refused: ready
        .filter((n) => refused.includes(n))
        .map((n) => ({
          n,
          tranId: `T-${n}`,
          batch: { id: 'b', number: 1014, status: 'done' },
          errorCode: '902',
          errorMessage: 'It is settled.',
        })),
      otherProfiles: [],
      remaining: 0,
      profile: { profileId: '941000000001', label: 'East', amountUnit: 'minor' },
      splitBy: by,
      terms: 't',
      merchants: [],
      payees: (given ?? []).map(({ merchantId }) => ({
        merchantId,
        name: '',
        amountMinor: 100,
        problem: DIRECTORY.some((known) => known.merchantId === merchantId) ? null : UNKNOWN,
      })),
      hasMerchants: Object.values(sales).some(Boolean),
      noMerchant: {
        sales: free.filter((n) => sales[n] === '').length,
        amountMinor: 100,
        out: free.filter((n) => !ready.includes(n)),
      },
      example: { tranId: 'T-1', amountMinor: 100 },
      name: 'Sales',
    }
  }

  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const asked = JSON.parse(String(init.body))
    if (address === routes.api.merchantChoices) {
      const text = asked.text.toLowerCase()
      return Response.json({ choices: DIRECTORY.filter(({ name }) => name.toLowerCase().includes(text)) })
    }
    const looked = preview(asked)
    if (asked.preview) return Response.json({ ok: true, preview: looked })
    // The person may submit before the last typed text was checked, so the desk refuses too.
    if (looked.payees.some(({ problem }) => problem !== null))
      return Response.json({ ok: false, reason: 'shares', message: UNKNOWN })
    made.push(asked)
    const lost = [...asked.sales, ...(asked.dropped ?? [])].some((n: number) => taken.has(n))
    return Response.json(
      lost
        ? { ok: false, reason: 'changed', message: 'One of these sales can no longer be funded.' }
        : { ok: true, batchId: 'b', number: 1 },
    )
  })
  render(
    <AppRouterContext value={{ push: opened } as unknown as Router}>
      <FundDialog count={numbers.length} profileId="941000000001" sales={numbers} onClose={() => {}} />
    </AppRouterContext>,
  )
  return { made, taken, opened, person: userEvent.setup() }
}

const payee = () => screen.findByLabelText<HTMLInputElement>('Merchant 1')
/** Like a browser, Enter submits the form unless the field handles it. */
function pressEnter(field: HTMLInputElement) {
  if (fireEvent.keyDown(field, { key: 'Enter' }) && field.form) fireEvent.submit(field.form)
}
const create = () => screen.getByRole('button', { name: 'Create batch' })

it('Enter chooses the first suggested merchant and creates no batch', async () => {
  const { made, opened, person } = open({ 1: '' })
  const field = await payee()
  await person.type(field, 'saltwa')
  pressEnter(field)
  expect(field.value, 'nothing is found yet').toBe('saltwa')
  await waitFor(() => expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(2))
  const [first] = screen.getAllByRole('option', { hidden: true })
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(first?.id))
  pressEnter(field)
  expect(field.value).toBe('SALTWATER-1')
  expect(made).toEqual([])
  // The list of suggestions is closed, so the next Enter belongs to the form.
  pressEnter(field)
  await waitFor(() => expect(opened).toHaveBeenCalledOnce())
  expect(made).toMatchObject([{ split: { shares: [{ merchantId: 'SALTWATER-1' }] } }])
})

it('Enter in an empty field chooses nobody, and the field says what is missing', async () => {
  const { made, person } = open({ 1: '' })
  const field = await payee()
  await person.click(field)
  await waitFor(() => expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(2))
  pressEnter(field)
  expect(field.value).toBe('')
  await screen.findByText('Enter the merchant ID.')
  expect(made).toEqual([])
})

it('creates no batch for a payee that cannot be paid, and says why at its field', async () => {
  const { made, person } = open({ 1: '' })
  const field = await payee()
  await person.type(field, 'saltwa{Escape}')
  await screen.findByText('1 payee cannot be paid')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  await person.click(create())
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ')
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(UNKNOWN)
  expect(made).toEqual([])
})

it('stops if a sale was taken while sales without a merchant were included, and names it', async () => {
  const { made, taken, opened, person } = open({ 1: 'SALTWATER-1', 2: 'SALTWATER-2', 3: '' })
  const leftOut = async () => within(await screen.findByRole('list', { name: 'Left out' }))
  ;(await leftOut()).getByText(/no merchant/)
  taken.add(2)
  await person.click(screen.getByRole('button', { name: 'Include them' }))
  await person.type(await payee(), 'SALTWATER-1')
  await waitFor(() => expect(screen.queryByText(/no merchant/)).toBeNull())
  await waitFor(() => expect(create()).toHaveProperty('disabled', false))
  await person.click(create())
  await screen.findByText('No batch was created')
  expect(made).toMatchObject([{ sales: [1, 3], dropped: [2] }])
  expect(opened).not.toHaveBeenCalled()
  await waitFor(async () => (await leftOut()).getByRole('link', { name: 'B-1019' }))
  // The person has now seen what is left out, and can make the batch of the rest.
  await waitFor(() => expect(create()).toHaveProperty('disabled', false))
  await person.click(create())
  await waitFor(() => expect(opened).toHaveBeenCalledOnce())
  expect(made[1]).toMatchObject({ sales: [1, 3], dropped: [] })
})

it('still lists the sales without a merchant after a stop, if nobody included them', async () => {
  const { made, taken, person } = open({ 1: 'SALTWATER-1', 2: 'SALTWATER-2', 3: '' })
  const leftOut = async () => within(await screen.findByRole('list', { name: 'Left out' }))
  ;(await leftOut()).getByText(/no merchant/)
  taken.add(2)
  await person.click(create())
  await screen.findByText('No batch was created')
  expect(made).toMatchObject([{ sales: [1, 2], dropped: [] }])
  await waitFor(async () => (await leftOut()).getByRole('link', { name: 'B-1019' }))
  ;(await leftOut()).getByText(/no merchant/)
  screen.getByRole('button', { name: 'Include them' })
})

it('warns about a sale that the partner refused for good, and leaves it out on request', async () => {
  const { made, person } = open({ 1: '', 2: '' }, [2])
  expect((await screen.findByText(/T-2/)).closest('li')?.textContent).toBe(
    'T-2 in B-1014: code 902, It is settled.',
  )
  await person.click(screen.getByRole('button', { name: 'Leave it out' }))
  await waitFor(() => expect(screen.queryByText(/T-2/)).toBeNull())
  await person.type(await payee(), 'SALTWATER-1')
  await person.click(create())
  await waitFor(() => expect(made).toMatchObject([{ sales: [1] }]))
})
