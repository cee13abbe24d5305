import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import { payfacFields } from '@/lib/domain/application/fields'
import { DateField } from './date-field'
import type { FieldText } from './field-meta'
import { FindingsProvider } from './findings'
import { PercentField } from './number-fields'
import { SensitiveField } from './sensitive-field'
import { TextField } from './text-field'

const metaOf = (section: string, name: string) => {
  const meta = payfacFields.fieldOf(section, name)?.meta
  if (!meta) throw new Error(`${section}.${name} is no field.`)
  return meta
}

/** A form with one field, followed by a box to move on to. */
function open(value: string, meta: FieldText, field: ReactNode) {
  const held: { form?: UseFormReturn } = {}
  const Page = () => {
    const form = useForm<FieldValues>({ defaultValues: { field: value } })
    held.form = form
    return (
      <FormProvider {...form}>
        {field}
        <input aria-label="Next" />
      </FormProvider>
    )
  }
  render(<Page />)
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(meta.label) })
  return { person: userEvent.setup(), box, kept: () => held.form?.getValues('field') as unknown }
}

it('a date is read as typed, stored as ISO and shown as people write it', async () => {
  const meta = metaOf('merchant', 'dateEstablished')
  const { person, box, kept } = open('', meta, <DateField name="field" meta={meta} />)
  await person.type(box, '3/4/1980')
  expect(box.value).toBe('3/4/1980')
  await person.tab()
  expect([box.value, kept()]).toEqual(['03/04/1980', '1980-03-04'])
  // It can be corrected in the form in which it is shown.
  await person.clear(box)
  await person.type(box, '1980-03-05')
  await person.tab()
  expect([box.value, kept()]).toEqual(['03/05/1980', '1980-03-05'])
  await person.type(box, '1')
  await person.tab()
  expect([box.value, kept()]).toEqual(['03/05/19801', '03/05/19801'])
})

it('an initial date is shown in the same form, and passing through changes nothing', async () => {
  const meta = metaOf('merchant', 'dateEstablished')
  const { person, box, kept } = open('1980-03-04', meta, <DateField name="field" meta={meta} />)
  expect(box.value).toBe('03/04/1980')
  await person.click(box)
  await person.tab()
  expect([box.value, kept()]).toEqual(['03/04/1980', '1980-03-04'])
})

it('a date of birth stays readable to its author', async () => {
  const meta = metaOf('contacts', 'dateOfBirth')
  const { person, box, kept } = open('', meta, <SensitiveField name="field" meta={meta} />)
  await person.type(box, '5/17/1984')
  await person.tab()
  expect([box.value, box.readOnly, kept()]).toEqual(['05/17/1984', false, '1984-05-17'])
})

it('typed text is shown as it will be sent; text that was only passed through stays as it was', async () => {
  const meta = metaOf('merchant', 'phone')
  const { person, box, kept } = open('5035550142', meta, <TextField name="field" meta={meta} />)
  await person.click(box)
  await person.tab()
  expect([box.value, kept()]).toEqual(['5035550142', '5035550142'])
  await person.clear(box)
  await person.type(box, '503.555.0199')
  await person.tab()
  expect([box.value, kept()]).toEqual(['(503) 555-0199', '(503) 555-0199'])
})

it('a typed percent sign is not shown twice, even an initial one', async () => {
  const meta = metaOf('contacts', 'percentageOwned')
  const { person, box, kept } = open('60%', meta, <PercentField name="field" meta={meta} />)
  const signs = () => `${box.value}${box.parentElement?.textContent}`
  expect(signs()).toBe('60%')
  await person.clear(box)
  expect(signs()).toBe('%')
  await person.type(box, '55%')
  expect(signs()).toBe('55%')
  await person.tab()
  expect([signs(), kept()]).toEqual(['55%', '55'])
})

it('a problem appears only after the press that left the field, so that the click does not miss', async () => {
  const meta = metaOf('merchant', 'legalName')
  const message = 'Enter the legal name.'
  const { person, box } = open(
    '',
    meta,
    <FindingsProvider violations={[{ path: 'field', severity: 'error', code: 'required', message }]}>
      <TextField name="field" meta={meta} />
    </FindingsProvider>,
  )
  await person.click(box)
  await person.pointer({ keys: '[MouseLeft>]', target: screen.getByLabelText('Next') })
  expect(document.activeElement).not.toBe(box)
  expect(screen.queryByText(message)).toBeNull()
  await person.pointer('[/MouseLeft]')
  expect(await screen.findByText(message)).toBeDefined()

  await person.click(box)
  await person.tab()
  expect(screen.getByText(message)).toBeDefined()
})
