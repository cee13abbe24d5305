import { describe, expect, test } from 'vitest'
import { maskStoredApplication } from './stored-application'

const CANARIES = ['912345678', '987654321', '000123456789', '1984-05-17']

const Mer = {
  Id: '001ISRueUZFptpmYZB',
  Name: 'Blue Heron',
  Legal_Name__c: 'Blue Heron LLC',
  Tax_ID__c: '987654321',
}
const ana = {
  Id: '003ISRueUZFptpmYZB',
  FirstName: 'Ana',
  SSN__c: '912345678',
  Date_of_Birth__c: '1984-05-17',
  Percentage_Owned__c: 60,
}
const held = {
  id: '006ISRueUZFptpmYZB',
  accountId: '001ISRueUZFptpmYZB',
  kind: 'payfac',
  stage: 'Application Received',
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  Opp: { Id: '006ISRueUZFptpmYZB', Is_SVC_Underwriting__c: true, High_Ticket__c: 400 },
  Mer,
  lstContact: [ana, { ...ana, Id: '003IJn1bjdxiZruYAE', FirstName: 'Ben' }],
  lstbussCheckAcc: [{ Id: 'a0BeqVe4h1SKETzEBP', Checking_Account__c: '000123456789' }],
  attachments: [],
  received: [{ Mer, lstContact: [ana], lstbussCheckAcc: [{ Checking_Account__c: '000123456789' }] }],
}
const view = maskStoredApplication(held)
const fieldOf = (member: string, name: string, nth = 0) =>
  view.records.filter((record) => record.member === member)[nth]?.fields.find((field) => field.name === name)
    ?.value

describe('what is shown of an application that the sandbox holds', () => {
  test('never has an identity value, neither in a record nor in what was received', () => {
    const text = JSON.stringify(view)
    expect(CANARIES.filter((canary) => text.includes(canary))).toEqual([])
    expect(fieldOf('Mer', 'Tax_ID__c')).toBe('••-•••4321')
    expect(fieldOf('lstContact', 'SSN__c', 1)).toBe('•••-••-5678')
  })

  test('has every other value in the type in which it is held, and the record ids apart', () => {
    expect(fieldOf('Opp', 'Is_SVC_Underwriting__c')).toBe(true)
    expect(fieldOf('lstContact', 'Percentage_Owned__c')).toBe(60)
    expect(fieldOf('lstContact', 'FirstName', 1)).toBe('Ben')
    expect(view.records.map(({ member, id }) => [member, id])).toEqual([
      ['Opp', '006ISRueUZFptpmYZB'],
      ['Mer', '001ISRueUZFptpmYZB'],
      ['lstContact', '003ISRueUZFptpmYZB'],
      ['lstContact', '003IJn1bjdxiZruYAE'],
      ['lstbussCheckAcc', 'a0BeqVe4h1SKETzEBP'],
    ])
  })

  test('has members that this desk does not know, with what they hold inside as JSON, masked', () => {
    const more = maskStoredApplication({
      ...held,
      Lstqli: [{ Id: '0QL', Fee__c: { amount: 5, SSN__c: '912345678' } }],
    })
    expect(more.records.at(-1)).toEqual({
      member: 'Lstqli',
      id: '0QL',
      fields: [{ name: 'Fee__c', value: '{"amount":5,"SSN__c":"•••-••-5678"}' }],
    })
  })

  test.each([
    [{ Name: 'Blue Heron', Legal_Name__c: 'Blue Heron LLC' }, 'Blue Heron'],
    [{ Name: '', Legal_Name__c: 'Blue Heron LLC' }, 'Blue Heron LLC'],
    [{ Name: 5 }, 'Untitled application'],
  ])('is titled by %j as “%s”', (merchant, title) => {
    expect(maskStoredApplication({ ...held, Mer: merchant }).title).toBe(title)
  })
})
