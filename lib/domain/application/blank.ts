import { isSealed } from '@/lib/domain/values/sealed'
import { blankOf } from './field'
import {
  type AccountDraft,
  accountSchema,
  type ContactDraft,
  contactSchema,
  type Draft,
  merchantSchema,
  optionsSchema,
} from './sections'

/** A new application's form: everything blank except the country. */
export const blankDraft = (): Draft => ({
  merchant: { ...blankOf(merchantSchema.shape), billingCountry: 'US' },
  contacts: { items: [], nobodyOwns25: false },
  accounts: { items: [] },
  options: blankOf(optionsSchema.shape),
})

export const blankContact = (id: string): ContactDraft => ({ ...blankOf(contactSchema.shape), id, roles: [] })

export const blankAccount = (id: string): AccountDraft => ({ ...blankOf(accountSchema.shape), id })

/** Nothing but spaces was entered, so the item can be removed without asking. */
export const isBlankItem = (item: ContactDraft | AccountDraft): boolean =>
  Object.entries(item).every(
    ([name, value]) =>
      name === 'id' ||
      (typeof value === 'string'
        ? value.trim() === ''
        : Array.isArray(value)
          ? value.length === 0
          : !isSealed(value)),
  )
