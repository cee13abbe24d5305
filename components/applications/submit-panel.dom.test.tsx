import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps } from 'react'
import { expect, it } from 'vitest'
import { STEP_ACTION } from './step-action'
import { SubmitPanel } from './submit-panel'

const SLIP = {
  path: 'accounts.items.0.routingNumber',
  words: 'Bank account 1: This isn’t a valid routing number.',
  isSlip: true,
}
const WARNINGS = ['Check the website.', 'Check the phone.'].map((words, index) => ({
  path: `merchant.${index}`,
  words,
  isSlip: false,
}))
const router = {
  back() {},
  forward() {},
  refresh() {},
  push() {},
  replace() {},
  prefetch() {},
} as unknown as NonNullable<React.ContextType<typeof AppRouterContext>>

async function ask(given: Partial<ComponentProps<typeof SubmitPanel>>) {
  render(
    <AppRouterContext value={router}>
      <div id={STEP_ACTION} />
      <SubmitPanel
        applicationId="b3d6e9a2-5f0c-4a7e-9d1b-8c2f4e6a0b13"
        kind="payfac"
        versions={{ merchant: 1, contacts: 1, accounts: 1, options: 1, pricing: 0 }}
        status="draft"
        maySubmit
        changes={null}
        errors={0}
        needsApproval={false}
        warnings={[]}
        missing={[]}
        hasNoMode={false}
        summary="Corner Cafe · 4 documents"
        {...given}
      />
    </AppRouterContext>,
  )
  const person = userEvent.setup()
  await person.click(screen.getByRole('button', { name: 'Submit…' }))
  return person
}
const goes = (name: string) => !screen.getByRole<HTMLButtonElement>('button', { name }).disabled

it('lists the warnings and needs no confirmation', async () => {
  await ask({ warnings: WARNINGS })
  for (const { words } of WARNINGS) expect(screen.getByRole('link', { name: words })).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(goes('Submit with 2 warnings')).toBe(true)
})

it('shows no warnings if there are none', async () => {
  await ask({})
  expect(goes('Send to the partner now')).toBe(true)
})

it('names a value that is certainly wrong, and sends only if it was confirmed, each time again', async () => {
  const person = await ask({ warnings: [...WARNINGS, SLIP] })
  expect(screen.getByRole('link', { name: SLIP.words })).toBeTruthy()
  expect(goes('Submit with 3 warnings')).toBe(false)
  await person.click(screen.getByRole('checkbox', { name: 'Submit it as it is' }))
  expect(goes('Submit with 3 warnings')).toBe(true)
  await person.click(screen.getByRole('button', { name: 'Not yet' }))
  await person.click(screen.getByRole('button', { name: 'Submit…' }))
  expect(goes('Submit with 3 warnings')).toBe(false)
})
