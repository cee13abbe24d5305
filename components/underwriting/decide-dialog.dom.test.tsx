import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps } from 'react'
import { expect, it, vi } from 'vitest'
import { DecisionForm, type DecisionFormProps } from './decision-form'
import { UnsentProvider } from './unsent-context'

const router = { refresh() {} } as unknown as NonNullable<ComponentProps<typeof AppRouterContext>['value']>

const FORM: DecisionFormProps = {
  applicationId: 'b3d6e9a2-5f0c-4a7e-9d1b-8c2f4e6a0b13',
  seen: { versions: {}, documents: [] },
  sectionLabels: {},
  openChecks: [],
  unjudged: [],
  missing: [],
  about: 'Blue Heron LLC, up to $150,000 a month.',
  meanings: {
    approve: 'Onboarding can submit it unchanged.',
    decline: 'It is closed. A mistaken decline can be withdrawn in the case.',
  },
}

async function decide(applicationId: string, outcome: 'Approve' | 'Decline', changes = {}, note = '') {
  render(
    <AppRouterContext value={router}>
      <UnsentProvider unsent={{}}>
        <DecisionForm form={{ ...FORM, applicationId, ...changes }} />
      </UnsentProvider>
    </AppRouterContext>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('radio', { name: new RegExp(outcome) }))
  const [reason] = screen.getAllByRole('checkbox')
  if (reason) await user.click(reason)
  if (note) await user.type(screen.getByRole('textbox', { name: /Note/ }), note)
  await user.click(screen.getByRole('button', { name: `${outcome} case` }))
  return user
}

const MISSING = { missing: ['Voided check is missing'] }

it.each([
  ['Approve', MISSING, 'Onboarding can submit it unchanged.'],
  ['Decline', {}, 'It is closed. A mistaken decline can be withdrawn in the case.'],
] as const)(
  '%s asks first, with the business, its volume and what follows',
  async (outcome, changes, meaning) => {
    const user = await decide(crypto.randomUUID(), outcome, changes, 'A betting shop.')
    const asked = await screen.findByRole('dialog', { name: `${outcome} this case?` })
    expect(asked.textContent).toContain(`Blue Heron LLC, up to $150,000 a month. ${meaning}`)
    await user.click(within(asked).getByRole('button', { name: 'Cancel' }))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
)

it('an approval without an exception is not asked about', async () => {
  await decide(crypto.randomUUID(), 'Approve')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('an approval with open checklist items is refused without being asked about', async () => {
  await decide(crypto.randomUUID(), 'Approve', { openChecks: ['identity:one'] })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('an approval without a document needs a note, and is asked about once it has one', async () => {
  const user = await decide(crypto.randomUUID(), 'Approve', MISSING)
  expect(screen.queryByRole('dialog')).toBeNull()
  const note = screen.getByRole('textbox', { name: /Note/ })
  expect(note.getAttribute('aria-required')).toBe('true')
  await user.type(note, 'It follows tomorrow.')
  await user.click(screen.getByRole('button', { name: 'Approve case' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

it('a decline whose reason needs a note is refused without being asked about', async () => {
  await decide(crypto.randomUUID(), 'Decline', MISSING)
  expect(screen.queryByRole('dialog')).toBeNull()
})
