import { act, render, screen } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import { CaseChanged } from './case-changed'
// Loaded with the first change. These tests use a fake clock, which does not wait for files.
import './case-change-words'

const ID = '6e1b2a34-0000-4000-8000-000000000009'
const at = (minute: number) => `2026-06-01T09:0${minute}:00.000Z`
const stand = (
  status: ApplicationStatus,
  minute: number,
  { revision = 1, before = null }: { revision?: number; before?: ApplicationStatus | null } = {},
) => ({ status, updatedAt: at(minute), revision, statusBeforeRevision: before })
const refresh = vi.fn()
const router = {
  back() {},
  forward() {},
  refresh,
  push() {},
  replace() {},
  prefetch() {},
} as unknown as NonNullable<React.ContextType<typeof AppRouterContext>>

let now: ReturnType<typeof stand>
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => Response.json(now))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const page = (shown: ReturnType<typeof stand>) => (
  <AppRouterContext value={router}>
    <CaseChanged applicationId={ID} shown={shown} />
  </AppRouterContext>
)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const words = () => screen.getByRole('status').textContent

it('says that onboarding answered, refreshes when asked, and then says nothing', async () => {
  now = stand('info-requested', 1)
  const { rerender } = render(page(now))
  await pass(10_000)
  expect(words()).toBe('')
  now = stand('in-underwriting', 2)
  await pass(10_000)
  expect(words()).toContain('Onboarding answered.')
  screen.getByRole('button', { name: 'Show changes' }).click()
  expect(refresh).toHaveBeenCalledOnce()
  rerender(page(now))
  expect(words()).toBe('')
})

it('says that a request was withdrawn, and not that onboarding answered', async () => {
  now = stand('info-requested', 1)
  render(page(now))
  now = { ...stand('in-underwriting', 2), wasWithdrawn: true } as typeof now
  await pass(10_000)
  expect(words()).toContain('The request was withdrawn.')
})

it('says nothing of a draft that staff are still editing, or of changes that the page has by the next answer', async () => {
  now = stand('info-requested', 2)
  const { rerender } = render(page(stand('info-requested', 1)))
  await pass(15_000)
  expect(words()).toBe('')
  rerender(page(stand('in-underwriting', 2)))
  now = stand('approved', 3)
  await pass(5_000)
  expect(words()).toBe('')
  rerender(page(now))
  await pass(10_000)
  expect(words()).toBe('')
})

it('says that documents were added during review, and that it was recalled', async () => {
  now = stand('in-underwriting', 2)
  render(page(stand('in-underwriting', 1)))
  await pass(10_000)
  expect(words()).toContain('The application or its documents changed.')
  now = stand('draft', 3)
  await pass(10_000)
  expect(words()).toContain('Onboarding recalled the application.')
})

const update = { revision: 2, before: 'submitted' as const }
it.each([
  ['approved', {}, 'draft', {}, 'Onboarding recalled the application.'],
  ['approved', {}, 'submitting', {}, 'Onboarding is submitting it to the partner.'],
  ['approved', {}, 'submitted', {}, 'Onboarding submitted it to the partner.'],
  ['approved', {}, 'draft', update, 'Onboarding started an update of it.'],
  ['submitted', {}, 'draft', update, 'Onboarding started an update of it.'],
  ['in-underwriting', update, 'draft', update, 'Onboarding recalled the application.'],
  ['in-underwriting', update, 'submitted', {}, 'Onboarding discarded the update.'],
  ['approved', {}, 'submitted', { revision: 2 }, 'The status is now “Submitted”.'],
  ['submitting', {}, 'submitted', {}, 'The status is now “Submitted”.'],
  ['withdrawn', {}, 'draft', {}, 'The status is now “Draft”.'],
] as const)('from %s %o to %s %o says: %s', async (shown, before, status, after, said) => {
  now = stand(status, 2, after)
  render(page(stand(shown, 1, before)))
  await pass(10_000)
  expect(words()).toContain(said)
})
