import { act, render, screen } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { changeWords, DraftChanged } from './draft-changed'
import { STEP_ACTION } from './step-action'

const versions = { merchant: 3, contacts: 2, accounts: 1, options: 1, pricing: 0 }
const save = (section: keyof typeof versions, version: number, by = 'Ben Ruiz', isOwn = false) => ({
  section,
  version,
  by,
  isOwn,
})
const shown = { status: 'draft', versions } as const

it.each([
  ['nothing', [save('merchant', 3)], null],
  ['what this person saved, here or in another tab', [save('merchant', 5, 'Ana', true)], null],
  ['one section of one person', [save('merchant', 4)], 'Ben Ruiz changed Merchant.'],
  [
    'sections of several people',
    [save('merchant', 4), save('contacts', 9, 'Cy Lee'), save('accounts', 2)],
    'Ben Ruiz changed Merchant and Bank accounts. Cy Lee changed Owners and contacts.',
  ],
])('says who changed what: %s', (_, saves, words) =>
  expect(changeWords(shown, { status: 'draft', saves })).toBe(words),
)

it('says that it is no longer a draft', () =>
  expect(changeWords(shown, { status: 'in-underwriting', saves: [] })).toBe('The status is now “In review”.'))

let saves: ReturnType<typeof save>[] = []
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => Response.json({ status: 'draft', saves }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('is shown in the bar of the step, and refreshes the page when asked', async () => {
  const refresh = vi.fn()
  const router = { refresh } as unknown as NonNullable<ComponentProps<typeof AppRouterContext>['value']>
  const application = { id: 'a', ...shown } as unknown as ComponentProps<typeof DraftChanged>['application']
  const page = (now: typeof application) => (
    <AppRouterContext value={router}>
      <div id={STEP_ACTION} />
      <DraftChanged application={now} />
    </AppRouterContext>
  )
  const { rerender } = render(page(application))
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.getByRole('status').textContent).toBe('')
  saves = [save('contacts', 3)]
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.getByRole('status').textContent).toContain(
    'Ben Ruiz changed Owners and contacts. What you typed stays.',
  )
  screen.getByRole('button', { name: 'Show changes' }).click()
  expect(refresh).toHaveBeenCalledOnce()
  rerender(page({ ...application, versions: { ...versions, contacts: 3 } }))
  expect(screen.getByRole('status').textContent).toBe('')
})
