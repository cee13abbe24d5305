import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { type FieldValues, FormProvider, useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { CheckboxField } from './checkbox-field'
import { DateField } from './date-field'
import { AmountField } from './number-fields'
import { SelectField } from './select-field'
import { TextAreaField } from './text-area-field'
import { TextField } from './text-field'

const meta = { label: 'A field' }

/** The server's markup of a form with this value at `field`. */
function served(value: string | boolean, field: ReactNode): string {
  const Page = () =>
    FormProvider({ ...useForm<FieldValues>({ defaultValues: { field: value } }), children: field })
  return renderToString(createElement(Page))
}

const FIELDS: [string, ReactNode, RegExp][] = [
  ['a text', createElement(TextField, { name: 'field', meta }), /<input[^>]* value="x1"/],
  ['a long text', createElement(TextAreaField, { name: 'field', meta }), /<textarea[^>]*>x1</],
  ['a date', createElement(DateField, { name: 'field', meta }), /<input[^>]* value="x1"/],
  ['an amount', createElement(AmountField, { name: 'field', meta }), /<input[^>]* value="x1"/],
  [
    'a choice',
    createElement(SelectField, { name: 'field', meta, choices: ['x0', 'x1'] }),
    /<option[^>]* selected=""[^>]*>x1</,
  ],
]

test.each(FIELDS)('%s has its value before any script runs', (_name, field, filled) => {
  expect(served('x1', field)).toMatch(filled)
  expect(served('', field)).not.toMatch(filled)
})

test('a checkbox is ticked before any script runs', () => {
  const field = createElement(CheckboxField, { name: 'field', meta })
  expect(served(true, field)).toContain('checked=""')
  expect(served(false, field)).not.toContain('checked=""')
})
