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
}
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
        warnings={2}
        slips={[]}
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
const goes = () =>
  !screen.getByRole<HTMLButtonElement>('button', { name: 'Send to the partner now' }).disabled

it('asks nothing more of what has only warnings', async () => {
  await ask({})
  expect(screen.getByText(/It goes with 2 warnings\./)).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(goes()).toBe(true)
})

it('names a value that is certainly wrong, and sends only what was said to be right as it is, each time anew', async () => {
  const person = await ask({ slips: [SLIP] })
  expect(screen.getByRole('link', { name: SLIP.words })).toBeTruthy()
  expect(goes()).toBe(false)
  await person.click(screen.getByRole('checkbox', { name: 'Submit it as it is' }))
  expect(goes()).toBe(true)
  await person.click(screen.getByRole('button', { name: 'Not yet' }))
  await person.click(screen.getByRole('button', { name: 'Submit…' }))
  expect(goes()).toBe(false)
})
