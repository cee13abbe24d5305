import { expect, it } from 'vitest'
import { whereOf } from './finding-words'

const plan = [
  { id: 'voided-check', category: 'voided-check', label: 'Voided check', why: '' },
  { id: 'bank-statement:1', category: 'bank-statement', label: 'Bank statement 1 of 3', why: '' },
] as const
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
  ['documents.voided-check', 'a.pdf: Called PDF, but its content is TXT.', 'Voided check: '],
  ['documents.bank-statement:1', 'b.pdf: Same file as Voided check.', 'Bank statement 1 of 3: '],
])('before %s, “%s” says “%s”', (path, message, where) => {
  expect(whereOf(path, message, people, plan)).toBe(where)
})
