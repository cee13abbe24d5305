import { expect, it } from 'vitest'
import { whereOf } from './finding-words'

const people = [
  { firstName: 'An', lastName: '' },
  { firstName: 'Ana · Maria', lastName: 'Oakes' },
]

it.each([
  ['contacts.items.0.dateOfBirth', 'Enter a date, such as 1984-05-17.', 'An · Date of birth: '],
  ['contacts.items.0.email', 'An has no email.', ''],
  ['contacts.items.1.email', 'Enter the email.', 'Ana · Maria Oakes: '],
  ['contacts.items.1.title', 'It is too long.', 'Ana · Maria Oakes · Title: '],
  ['contacts.items.1', 'It is not complete.', 'Ana · Maria Oakes: '],
  ['contacts.items.2.title', 'It is too long.', 'Contact 3 · Title: '],
  ['merchant.legalName', 'It is too long.', 'Legal name: '],
  ['accounts.items.0.bankName', 'Enter the bank name.', 'Account 1: '],
])('before %s, “%s” says “%s”', (path, message, where) => {
  expect(whereOf(path, message, people)).toBe(where)
})
