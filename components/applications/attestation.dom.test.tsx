import { act, render, screen } from '@testing-library/react'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import type { ContactDraft, Draft } from '@/lib/domain/application/sections'
import { exampleContact } from '@/lib/testing/example-draft'
import { Attestation } from './attestation'

type Contacts = Draft['contacts']

function open(items: ContactDraft[], nobodyOwns25 = true) {
  const held: { form?: UseFormReturn<Contacts> } = {}
  const Page = () => {
    const form = useForm<Contacts>({ defaultValues: { items, nobodyOwns25 } })
    held.form = form
    return (
      <FormProvider {...form}>
        <Attestation family="private" />
      </FormProvider>
    )
  }
  render(<Page />)
  if (!held.form) throw new Error('There is no form.')
  return held.form
}
const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^No one owns 25% or more/ })
const runs = (changes: Partial<ContactDraft>) =>
  exampleContact('ana', { roles: ['Control Prong'], percentageOwned: '', ...changes })

it.each([
  ['is a principal', runs({ roles: ['Principal'], percentageOwned: '60' })],
  ['owns 25% or more', runs({ percentageOwned: '25 %' })],
])(
  'what was attested stands unchecked with the reason while somebody %s, and is back without them',
  (words, owner) => {
    const form = open([runs({ percentageOwned: '10' })])
    expect([box().checked, box().disabled]).toEqual([true, false])
    act(() => form.setValue('items', [owner]))
    expect([box().checked, box().disabled]).toEqual([false, true])
    expect(screen.getByText(`Was checked, and does not count while Ana Ruiz ${words}.`)).toBeTruthy()
    expect(form.getValues('nobodyOwns25'), 'it is not lost').toBe(true)
    act(() => form.setValue('items', [runs({})]))
    expect([box().checked, box().disabled]).toEqual([true, false])
  },
)

it('is not shown beside a principal unless it was attested, and is disabled beside an owner without that role', () => {
  const form = open([runs({ roles: ['Principal'], percentageOwned: '60' })], false)
  expect(screen.queryByRole('checkbox')).toBeNull()
  act(() => form.setValue('items', [runs({ percentageOwned: '25' })]))
  expect([box().checked, box().disabled]).toEqual([false, true])
  expect(screen.getByText('Does not count while Ana Ruiz owns 25% or more.')).toBeTruthy()
})
