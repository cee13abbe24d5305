import { AUTHORIZED_SIGNER } from '@/lib/domain/application/contact-roles'
import type { Draft } from '@/lib/domain/application/sections'
import { exampleAccount, exampleContact, exampleDraft } from './example-draft'

/** Identity values that occur nowhere else: a test that finds one has found a leak. */
const CANARIES = {
  taxId: '61-8274935',
  ssn: '734-29-5816',
  otherSsn: '623 81 4970',
  dateOfBirth: '1973-11-29',
  otherDateOfBirth: '03/27/1968',
  accountNumber: '900017364528',
  otherAccountNumber: '5530-0918-2746',
}

/** As typed and as cleaned: neither may be found. */
const SPELLINGS = [...Object.values(CANARIES), '1968-03-27'].flatMap((typed) => [
  typed,
  ...(/^\d{4}-\d\d-\d\d$/.test(typed) ? [typed.replaceAll('-', '')] : [typed.replace(/\D/g, '')]),
])

/** The canaries in a text; the list should be empty. */
export const canariesIn = (text: string): string[] => SPELLINGS.filter((spelling) => text.includes(spelling))

/** A complete application whose identity values are all canaries. */
export function canaryDraft(): Draft {
  const draft = exampleDraft('Limited Liability Company')
  const [owner] = draft.contacts.items
  return {
    ...draft,
    merchant: { ...draft.merchant, taxId: CANARIES.taxId, sponsorship: '' },
    contacts: {
      ...draft.contacts,
      items: [
        { ...(owner ?? exampleContact('contact-1')), ssn: CANARIES.ssn, dateOfBirth: CANARIES.dateOfBirth },
        exampleContact('contact-2', {
          firstName: 'Iris',
          roles: [AUTHORIZED_SIGNER],
          ssn: CANARIES.otherSsn,
          dateOfBirth: CANARIES.otherDateOfBirth,
        }),
      ],
    },
    accounts: {
      items: [
        exampleAccount('account-1', {
          accountNumber: CANARIES.accountNumber,
          accountNumberAgain: CANARIES.accountNumber,
        }),
        exampleAccount('account-2', {
          ddaType: 'Fees',
          accountNumber: CANARIES.otherAccountNumber,
          accountNumberAgain: CANARIES.otherAccountNumber,
        }),
      ],
    },
  }
}
