import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import { payfacFields } from '@/lib/domain/application/fields'
import { CategoryField } from './category-field'

const meta = payfacFields.fieldOf('merchant', 'mcc')?.meta

function Page({ mcc = '', categoryName }: { mcc?: string; categoryName?: string }) {
  const form = useForm({ defaultValues: { mcc } })
  if (!meta) throw new Error('merchant.mcc is no field.')
  return (
    <FormProvider {...form}>
      <CategoryField name="mcc" meta={meta} categoryName={categoryName} />
    </FormProvider>
  )
}

it('says if a search finds no category, and stops saying so once one is found', async () => {
  render(<Page />)
  const person = userEvent.setup()
  const box = screen.getByRole('combobox')
  await person.click(box)
  await screen.findByRole('listbox')
  await person.type(box, 'zzqx')
  expect(screen.getByRole('status').textContent).toBe('Nothing found for zzqx. Try another word.')
  await person.clear(box)
  await person.type(box, 'restaur')
  expect(screen.getByRole('status').textContent).toBe('')
  expect(screen.getAllByRole('option').length).toBeGreaterThan(0)
})

it('shows a code’s name below it, first the page’s and then the typed one', async () => {
  render(<Page mcc="5812" categoryName="Restaurants" />)
  const person = userEvent.setup()
  const box = screen.getByRole('combobox', { description: 'Restaurants' })
  await person.clear(box)
  expect(screen.queryByText('Restaurants')).toBeNull()
  await person.type(box, '5813')
  await person.keyboard('{Escape}')
  await screen.findByRole('combobox', { description: /bars/i })
  await person.type(box, '9')
  expect(box.getAttribute('aria-describedby')).toBeNull()
})
