import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps, ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { UnsentProvider } from '../underwriting/unsent-context'
import { HandOverPanel } from './hand-over-panel'
import { STEP_ACTION } from './step-action'
import { StepAsks } from './step-asks'

const SHARED = {
  path: 'contacts.items.0.ssn',
  words: 'Ana Oakes · Social Security number: Contact 2 has the same Social Security number.',
  isSlip: true,
}
const router = { refresh() {} } as unknown as NonNullable<ComponentProps<typeof AppRouterContext>['value']>

function open(given: Partial<ComponentProps<typeof HandOverPanel>>, above: ReactNode = null) {
  render(
    <AppRouterContext value={router}>
      <div id={STEP_ACTION} />
      {above}
      <UnsentProvider unsent={{}}>
        <HandOverPanel
          application={{
            id: 'b3d6e9a2-5f0c-4a7e-9d1b-8c2f4e6a0b13',
            status: 'draft',
            versions: { merchant: 1, contacts: 1, accounts: 1, options: 1, pricing: 0 },
            stage: null,
          }}
          errors={0}
          warnings={[]}
          missing={[]}
          asks={[]}
          isMain
          {...given}
        />
      </UnsentProvider>
    </AppRouterContext>,
  )
}
const goes = (name: string) => !screen.getByRole<HTMLButtonElement>('button', { name }).disabled

it('can be sent at once without warnings', () => {
  open({})
  expect(goes('Send to underwriting')).toBe(true)
})

it('lists the warnings and needs no confirmation', () => {
  open({ warnings: [{ ...SHARED, isSlip: false }] })
  expect(screen.getByRole('link', { name: SHARED.words })).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(goes('Send to underwriting with 1 warning')).toBe(true)
})

it('a value that is certainly wrong, among others, blocks it until somebody confirms the value', async () => {
  open({ warnings: [SHARED] })
  expect(goes('Send to underwriting with 1 warning')).toBe(false)
  await userEvent.setup().click(screen.getByRole('checkbox', { name: 'Send it as it is' }))
  expect(goes('Send to underwriting with 1 warning')).toBe(true)
})

it('the link to a wrong value leads to a place that can take the focus', () => {
  open({ warnings: [SHARED] })
  const way = screen.getByRole('link', { name: 'Check what is wrong first' })
  const place = document.getElementById(way.getAttribute('href')?.slice(1) ?? '')
  place?.focus()
  expect(document.activeElement).toBe(place)
})

afterEach(() => vi.unstubAllGlobals())

it('with an unsaved answer, it is not returned, and the answer gets the focus', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ ok: true }))
  const id = 'b3d6e9a2-5f0c-4a7e-9d1b-8c2f4e6a0b13'
  const ask = {
    id: 'w',
    place: 'merchant.website',
    path: 'merchant.website',
    label: 'Website',
    note: 'It does not open.',
    by: 'Uma',
    at: '2026-06-01T09:00:00.000Z',
    answer: '',
    // The value was changed, too.
    isDone: true,
    added: null,
    files: [],
  }
  const person = userEvent.setup()
  open(
    {
      application: {
        id,
        status: 'info-requested',
        versions: { merchant: 1, contacts: 1, accounts: 1, options: 1, pricing: 0 },
        stage: null,
      },
      asks: [ask],
    },
    <StepAsks applicationId={id} asks={[ask]} unsent={{}} mayAnswer />,
  )
  const give = () => person.click(screen.getByRole('button', { name: /^Return to underwriting \(/ }))
  const question = () => screen.queryByRole('dialog', { name: 'Return to underwriting?' })
  await person.click(screen.getByRole('button', { name: /Answer in words/ }))
  await give()
  expect(question()).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Keep editing' }))
  await person.type(screen.getByLabelText('Answer: Website'), 'It opens in May.')
  await give()
  expect(question()).toBeNull()
  // The button is always in sight, so the result of the press must be scrolled into view.
  expect(document.activeElement?.contains(screen.getByRole('alert'))).toBe(true)
  const way = within(screen.getByRole('alert')).getByRole('link', { name: 'An answer is not saved yet' })
  expect(document.getElementById(way.getAttribute('href')?.slice(1) ?? '')).toBe(
    screen.getByLabelText('Answer: Website'),
  )
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  await give()
  expect(question()).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
