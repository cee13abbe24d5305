import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ContextType } from 'react'
import { expect, it } from 'vitest'
import { type StepSlug, stepStates, stepsOf } from '@/lib/domain/application/steps'
import type { Violation } from '@/lib/domain/values/violation'
import { type FramedApplication, WizardFrame } from './wizard-frame'

const visits: string[] = []
const router = {
  back() {},
  forward() {},
  refresh() {},
  push: (href: string) => void visits.push(href),
  replace() {},
  prefetch() {},
} as unknown as NonNullable<ContextType<typeof AppRouterContext>>

const wrong = (path: string, severity: Violation['severity'] = 'error'): Violation => ({
  path,
  code: severity === 'error' ? 'format' : 'implausible',
  message: 'Check it.',
  severity,
})

function show(step: StepSlug, violations: readonly Violation[], id = 'one') {
  cleanup()
  const application: FramedApplication = {
    id,
    number: 1,
    kind: 'payfac',
    title: 'Blue Heron',
    status: 'draft',
    statusBeforeRevision: null,
    isUnchanged: false,
    steps: stepStates('payfac', violations, new Set(stepsOf('payfac'))),
    versions: { merchant: 1, contacts: 1, accounts: 1, options: 1, pricing: 1 },
  }
  render(
    <AppRouterContext value={router}>
      <WizardFrame application={application} step={step} beforeLeaving={() => Promise.resolve(true)}>
        {null}
      </WizardFrame>
    </AppRouterContext>,
  )
}

const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }))
const told = () => screen.queryByRole('status')?.textContent

it('the next step links back to one with problems, but not to one that is only unfinished', async () => {
  const found = [wrong('merchant.taxId'), wrong('merchant.mcc', 'warning')]
  show('merchant', found)
  await press('Continue')
  await waitFor(() => expect(visits).toEqual(['/applications/one/contacts']))
  show('contacts', found)
  await waitFor(() => expect(told()).toBe('1 problem and 1 warning in Merchant.'))
  const way = within(screen.getByRole('status')).getByRole('link', { name: '1 problem and 1 warning' })
  expect(way.getAttribute('href')).toBe('/applications/one/merchant#merchant.taxId')

  show('contacts', [wrong('merchant.mcc', 'warning')])
  const toWarning = await screen.findByRole('link', { name: '1 warning' })
  expect(toWarning.getAttribute('href')).toBe('/applications/one/merchant#merchant.mcc')

  show('merchant', found)
  expect(told()).toBeUndefined()
  await press('Continue')
  show('contacts', [{ ...wrong('merchant.phone'), code: 'required' }])
  expect(told()).toBeUndefined()
  // Not for another application's step, nor on the review, which lists problems anyway.
  show('contacts', found, 'two')
  expect(told()).toBeUndefined()
  show('review', found)
  expect(told()).toBeUndefined()
})
