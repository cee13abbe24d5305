import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type FieldValues, FormProvider, useForm } from 'react-hook-form'
import { afterEach, expect, it } from 'vitest'
import { merchantSchema } from '@/lib/domain/application/sections'
import { AddressFields, metasOf } from './address-fields'
import { fieldMetas } from './field-metas'

const names = {
  street: 'billingStreet',
  postalCode: 'billingPostalCode',
  city: 'billingCity',
  state: 'billingState',
} as const

const { fetch } = globalThis
afterEach(() => {
  globalThis.fetch = fetch
})

/** The boxes of an address, and what lets the desk say where a ZIP code is. */
function open() {
  const { promise, resolve } = Promise.withResolvers<void>()
  globalThis.fetch = async () => {
    await promise
    return Response.json({ place: { city: 'Austin', state: 'TX' } })
  }
  const Page = () => {
    const form = useForm<FieldValues>({
      defaultValues: Object.fromEntries(Object.values(names).map((name) => [name, ''])),
    })
    return (
      <FormProvider {...form}>
        <AddressFields names={names} meta={metasOf(fieldMetas(merchantSchema.shape), names)} />
      </FormProvider>
    )
  }
  render(<Page />)
  const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
  return { person: userEvent.setup(), zip: box(/ZIP/), city: box(/city/i), answer: resolve }
}

it('whoever is in the city when it is filled in types over it, and not behind it', async () => {
  const { person, zip, city, answer } = open()
  await person.type(zip, '73301')
  await person.tab()
  expect(document.activeElement).toBe(city)
  answer()
  await waitFor(() => expect(city.value).toBe('Austin'))
  await person.keyboard('Austin')
  expect(city.value).toBe('Austin')
})

it('what was begun before the answer came stays, and the place is offered', async () => {
  const { person, zip, city, answer } = open()
  await person.type(zip, '78701')
  await person.tab()
  await person.keyboard('Round Rock')
  answer()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Use it' })).toBeTruthy())
  expect(city.value).toBe('Round Rock')
})
