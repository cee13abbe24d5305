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

const NAMED = { city: names.city, state: names.state, zip: names.postalCode }

const { fetch } = globalThis
afterEach(() => {
  globalThis.fetch = fetch
})

/** Renders the fields of an address. Returns a function that answers the ZIP code lookup. */
function open(values: Partial<Record<keyof typeof NAMED, string>> = {}) {
  const { promise, resolve } = Promise.withResolvers<void>()
  globalThis.fetch = async () => {
    await promise
    return Response.json({ place: { city: 'Austin', state: 'TX' } })
  }
  const Page = () => {
    const form = useForm<FieldValues>({
      defaultValues: {
        ...Object.fromEntries(Object.values(names).map((name) => [name, ''])),
        ...Object.fromEntries(
          Object.entries(values).map(([part, value]) => [NAMED[part as keyof typeof NAMED], value]),
        ),
      },
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

it('a city that is filled in while it has the focus is selected, so that typing replaces it', async () => {
  const { person, zip, city, answer } = open()
  await person.type(zip, '73301')
  await person.tab()
  expect(document.activeElement).toBe(city)
  answer()
  await waitFor(() => expect(city.value).toBe('Austin'))
  await person.keyboard('Austin')
  expect(city.value).toBe('Austin')
})

it('text typed before the answer came stays, and the place is offered', async () => {
  const { person, zip, city, answer } = open()
  await person.type(zip, '78701')
  await person.tab()
  await person.keyboard('Round Rock')
  answer()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Use it' })).toBeTruthy())
  expect(city.value).toBe('Round Rock')
})

it('a ZIP code that came without its city, as from a file, fills it when the field is left', async () => {
  const { person, zip, city, answer } = open({ zip: '73344' })
  answer()
  await person.click(zip)
  await person.tab()
  await waitFor(() => expect(city.value).toBe('Austin'))
})

it('a city that does not match the ZIP code gets a note and stays', async () => {
  const { person, zip, city, answer } = open()
  answer()
  await person.type(zip, '78702')
  await person.tab()
  await waitFor(() => expect(city.value).toBe('Austin'))
  await person.clear(city)
  await person.type(city, 'Round Rock')
  await person.tab()
  await screen.findByText('78702 is Austin, TX.')
  expect(city.value).toBe('Round Rock')
  await person.clear(city)
  await person.type(city, 'AUSTIN')
  await person.tab()
  await waitFor(() => expect(screen.queryByText('78702 is Austin, TX.')).toBeNull())
})

it('existing values are compared once one changes, and not when the focus passes through', async () => {
  const { person, zip, city, answer } = open({ zip: '78703', city: 'Round Rock', state: 'TX' })
  answer()
  await person.click(zip)
  await person.tab()
  await person.tab()
  await person.tab()
  expect(screen.queryByText(/is Austin/)).toBeNull()
  await person.type(city, '!')
  await person.tab()
  await screen.findByText('78703 is Austin, TX.')
})
