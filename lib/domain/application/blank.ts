import { isSealed } from '@/lib/domain/values/sealed'
import type { AccountDraft, ContactDraft, Draft } from './sections'

/** The form of an application that was just started: everything blank, except the country we board in. */
export const blankDraft = (): Draft => ({
  merchant: {
    legalName: '',
    dbaName: '',
    taxId: '',
    ownership: '',
    formationState: '',
    dateEstablished: '',
    billingStreet: '',
    billingCity: '',
    billingState: '',
    billingPostalCode: '',
    billingCountry: 'US',
    phone: '',
    email: '',
    website: '',
    customerServicePhone: '',
    industry: '',
    industryOther: '',
    locationType: '',
    locationOther: '',
    yearsAtLocation: '',
    chainNonChain: '',
    description: '',
    mcc: '',
    associationIdApi: '',
    associationId: '',
    betTableId: '',
    sponsorship: '',
    everAcceptedCards: '',
    everCancelled: '',
  },
  contacts: { items: [], nobodyOwns25: false },
  accounts: { items: [] },
  options: {
    partnerUnderwrites: '',
    highMonthlyVolume: '',
    cardVolume: '',
    averageTicket: '',
    highTicket: '',
    daysToShip: '',
    refundPolicy: '',
  },
})

export const blankContact = (id: string): ContactDraft => ({
  id,
  firstName: '',
  lastName: '',
  title: '',
  email: '',
  roles: [],
  percentageOwned: '',
  dateOfBirth: '',
  ssn: '',
  street: '',
  city: '',
  state: '',
  postalCode: '',
})

export const blankAccount = (id: string): AccountDraft => ({
  id,
  bankName: '',
  ddaType: '',
  routingNumber: '',
  routingNumberAgain: '',
  accountNumber: '',
  accountNumberAgain: '',
  bankStreet: '',
  bankCity: '',
  bankState: '',
  bankPostalCode: '',
  yearsOpen: '',
})

/** Nothing but spaces was entered into the item: it can be removed without asking. */
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
