import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import type { Draft } from '@/lib/domain/application/sections'
import type { Sealed } from '@/lib/domain/values/sealed'
import { exampleAccount } from '@/lib/testing/example-draft'
import { AccountNumbers } from './account-numbers'

type Accounts = Draft['accounts']
const OLD: Sealed = { sealed: true, mask: '••••6789', findings: [] }

function open(again: Sealed = OLD) {
  const held: { form?: UseFormReturn<Accounts> } = {}
  const Page = () => {
    const items = [exampleAccount('a-1', { accountNumber: OLD, accountNumberAgain: again })]
    const form = useForm<Accounts>({ defaultValues: { items } })
    held.form = form
    return (
      <FormProvider {...form}>
        <AccountNumbers at="items.0" />
      </FormProvider>
    )
  }
  render(<Page />)
  const kept = () => held.form?.getValues(['items.0.accountNumber', 'items.0.accountNumberAgain'])
  return { person: userEvent.setup(), kept }
}

it('Replace opens both entries, and the old number can be kept until they agree', async () => {
  const { person, kept } = open()
  await person.click(screen.getByRole('button', { name: /^Replace Account number/ }))
  const [one, again] = screen.getAllByRole('textbox')
  if (!one || !again) throw new Error('There are not two entries.')
  expect(document.activeElement).toBe(one)
  await person.type(one, '000123')
  await person.type(again, '000124')
  await person.click(screen.getByRole('button', { name: 'Keep the old number ••••6789' }))
  expect(kept()).toEqual([OLD, OLD])
  expect(screen.queryByRole('textbox')).toBeNull()

  await person.click(screen.getByRole('button', { name: /^Replace Confirm account number/ }))
  await person.keyboard('000123{Shift>}{Tab}{/Shift}000123')
  expect(kept()).toEqual(['000123', '000123'])
  expect(screen.queryByRole('button', { name: /^Keep the old number/ })).toBeNull()
})

it('if the stored entries differ, Replace opens both, and both can be kept until the new ones agree', async () => {
  const differing: Sealed = {
    ...OLD,
    findings: [{ code: 'mismatch', message: 'The two entries differ.', severity: 'error' }],
  }
  const { person, kept } = open(differing)
  await person.click(screen.getByRole('button', { name: /^Replace Confirm account number/ }))
  expect(screen.getAllByRole('textbox')).toHaveLength(2)
  await person.keyboard('000123')
  screen.getByText('The stored entries stay until both new ones agree.', { exact: false })
  await person.click(screen.getByRole('button', { name: 'Keep the stored entries' }))
  expect(kept()).toEqual([OLD, differing])
})
