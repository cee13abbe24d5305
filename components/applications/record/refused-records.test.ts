import { expect, test } from 'vitest'
import { refusedRecords, supportText } from './refused-records'

const entry = (objectType: string, sourceId: string | null, success: boolean, message = '') => ({
  objectType,
  sourceId,
  success,
  message,
  recordId: success ? '001000000000001AAA' : null,
  name: sourceId ?? objectType,
  enteredId: null as string | null,
})

const rows = [
  { path: 'Opp.Name', value: 'Lantern' },
  { path: 'Mer.Tax_ID__c', value: '•••••6810' },
  { path: 'lstBens[0].SourceId', value: 'owner-1' },
  { path: 'lstBens[0].SSN__c', value: '•••-••-5555' },
  { path: 'Lstqli[0].SourceId', value: 'line-1' },
  { path: 'Lstqli[0].Fee__c', value: '1' },
  { path: 'Lstqli[1].attributes.type', value: 'QuoteLineItem' },
  { path: 'Lstqli[1].SourceId', value: 'line-2' },
  { path: 'Lstqli[1].Quantity', value: '02' },
  { path: 'Lstqli[10].SourceId', value: 'line-11' },
  { path: 'Lstqli[10].Quantity', value: '11' },
]
const results = [
  entry('Account', null, true),
  entry('Contact', 'owner-1', false, 'Field is too short'),
  entry('Quote', null, false),
  entry('QuoteLineItem', 'line-1', true),
  entry('QuoteLineItem', 'line-2', false, 'Out of stock'),
]
const application = {
  number: 1042,
  title: 'Lantern Street',
  opportunityId: '006000000000001AAA',
  accountId: '001000000000001AAA',
}
const attempt = { at: '2026-03-01T10:00:00Z', answeredAt: null, requestSha256: 'abc', results }

test('a rejected record has what was sent for it, and nothing else', () => {
  const refused = refusedRecords(results, rows)
  expect(refused.map(({ result }) => result.name)).toEqual(['owner-1', 'Quote', 'line-2'])
  expect(refused.map((record) => record.rows.map(({ path }) => path))).toEqual([
    ['lstBens[0].SourceId', 'lstBens[0].SSN__c'],
    [],
    ['Lstqli[1].attributes.type', 'Lstqli[1].SourceId', 'Lstqli[1].Quantity'],
  ])
})

test('a member whose text equals a source ID is not taken for one', () => {
  const trap = [{ path: 'Lstqli[0].Note__c', value: 'line-2' }, ...rows]
  expect(refusedRecords(results, trap)[2]?.rows[0]?.path).toBe('Lstqli[1].attributes.type')
})

test("the text for partner support has the opportunity, the partner's words and masked values", () => {
  const text = supportText(application, attempt, refusedRecords(results, rows))
  expect(text).toContain('Opportunity: 006000000000001AAA')
  expect(text).toContain('refused 3 of 5 records')
  expect(text).toContain(
    '3. QuoteLineItem: line-2\n   Source id: line-2\n   Your answer: Out of stock\n   Lstqli[1].Quantity = 02',
  )
  expect(text).toContain('lstBens[0].SSN__c = •••-••-5555')
  expect(text).not.toContain('Lstqli[0].Fee__c')
})

test('a rejected opportunity is reported as missing', () => {
  expect(supportText({ ...application, opportunityId: null }, attempt, [])).toContain(
    'Opportunity: not created',
  )
})
