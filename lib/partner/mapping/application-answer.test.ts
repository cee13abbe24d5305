import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readApplicationAnswer } from './application-answer'

const opportunityId = '006000000000001AAA'
const accountId = '001000000000001AAA'
const read = (body: unknown) => readApplicationAnswer(JSON.stringify(body), 200)

describe('the answer to a create or update', () => {
  it('the alias’s list of entries gives one result a record, in its order', () => {
    const golden = readFileSync(new URL('../wire/golden/result-entries.json', import.meta.url), 'utf8')
    const answer = readApplicationAnswer(golden, 200)
    expect(answer).toMatchObject({ opportunityId, accountId })
    expect(answer?.entries.map(({ objectType, sourceId }) => [objectType, sourceId])).toEqual([
      ['Account', null],
      ['Contact', 'c1'],
      ['Contact', 'c2'],
      ['Business Checking Account', 'a1'],
      ['Opportunity', null],
    ])
    expect(answer?.entries[1]).toEqual({
      objectType: 'Contact',
      sourceId: 'c1',
      recordId: '003000000000001AAA',
      success: true,
      message: 'Owner created.',
    })
  })

  it('a record that failed is an entry without an id, and gives none to the application', () => {
    const answer = read([
      { Success: true, SourceId: null, SFId: accountId, ObjectType: 'Account', Message: 'ok' },
      { Success: false, SourceId: 'c1', SFId: '', ObjectType: 'Contact', Message: 'Last name missing' },
      { Success: false, SourceId: null, SFId: opportunityId, ObjectType: 'Opportunity', Message: 'no' },
    ])
    expect(answer).toMatchObject({ accountId, opportunityId: null })
    expect(answer?.entries[1]).toEqual({
      objectType: 'Contact',
      sourceId: 'c1',
      recordId: null,
      success: false,
      message: 'Last name missing',
    })
  })

  it('one of several that failed is an entry, also where it does not say what it was to be', () => {
    const answer = read([
      { id: accountId, success: true, errors: [] },
      { success: false, errors: [{ statusCode: 'REQUIRED', message: 'Last name missing', fields: [] }] },
      { Success: 'false', SourceId: 'fee-1', SFId: null, ObjectType: 'Quote Line Item', Message: 'no' },
    ])
    expect(answer?.entries.slice(1)).toEqual([
      { objectType: 'Record', sourceId: null, recordId: null, success: false, message: 'Last name missing' },
      { objectType: 'QuoteLineItem', sourceId: 'fee-1', recordId: null, success: false, message: 'no' },
    ])
  })

  it('types are given the interface’s names, and others stay as they are', () => {
    const answer = read([
      { Success: true, SFId: 'a1C000000000001AAA', ObjectType: 'Business_Checking_Account__c' },
      { Success: true, SFId: '0QL000000000001AAA', ObjectType: 'quote line item' },
      { Success: true, SFId: 'a9X000000000001AAA', ObjectType: 'Equipment__c' },
    ])
    expect(answer?.entries.map(({ objectType }) => objectType)).toEqual([
      'Business Checking Account',
      'QuoteLineItem',
      'Equipment__c',
    ])
  })

  it('ids of several records are found in a list', () => {
    const answer = read({ opportunityId, quoteLineItemIds: ['0QL000000000001AAA', '0QL000000000002AAA', 5] })
    expect(answer?.entries.map(({ objectType, recordId }) => [objectType, recordId])).toEqual([
      ['Opportunity', opportunityId],
      ['QuoteLineItem', '0QL000000000001AAA'],
      ['QuoteLineItem', '0QL000000000002AAA'],
    ])
  })

  it.each<[string, unknown]>([
    ['nested', { Opp: { Id: opportunityId }, Mer: { Id: accountId } }],
    ['flat', { opportunityId, accountId }],
    [
      'flat, with a word of success',
      { success: true, message: 'done', OpportunityId: opportunityId, AccountId: accountId },
    ],
    [
      'in a list of the platform',
      [
        { id: accountId, success: true, errors: [] },
        { id: opportunityId, success: true, errors: [] },
      ],
    ],
    ['deep in a wrapper', { result: { records: [{ SFId: opportunityId }, { SFId: accountId }] } }],
    ['as JSON inside a JSON text', JSON.stringify({ Opp: { Id: opportunityId }, Mer: { Id: accountId } })],
  ])('ids are found %s', (_where, body) => {
    expect(read(body)).toMatchObject({ opportunityId, accountId })
  })

  it('a record found by its id keeps the client’s own id beside it, and is told once', () => {
    const answer = read({
      opportunityId,
      contacts: [{ Id: '003000000000001AAA', SourceId: 'c1' }],
      Opp: { Id: opportunityId },
    })
    expect(answer?.entries).toEqual([
      { objectType: 'Opportunity', sourceId: null, recordId: opportunityId, success: true, message: '' },
      { objectType: 'Contact', sourceId: 'c1', recordId: '003000000000001AAA', success: true, message: '' },
    ])
  })

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['a word', 'Accepted'],
    ['ids that are too short', { Opp: { Id: '00600000000001' } }],
    ['a word of failure about the whole', { success: false, message: 'no' }],
    ['somebody else’s ids', { ParentId: accountId, OwnerId: '005000000000001AAA', SourceId: opportunityId }],
  ])('an answer that holds %s names no records', (_what, body) => {
    expect(read(body)).toEqual({ entries: [], opportunityId: null, accountId: null })
  })

  it.each(['', '{"Opp":', '<html></html>'])('%j is no answer at all', (text) => {
    expect(readApplicationAnswer(text, 200)).toBeNull()
  })

  it('nesting without end is no danger', () => {
    expect(readApplicationAnswer('['.repeat(200_000) + ']'.repeat(200_000), 200)?.entries).toEqual([])
  })
})

describe('an ID in an answer', () => {
  it.each([
    [199, null],
    [200, opportunityId],
    [201, opportunityId],
    [299, opportunityId],
    [300, null],
    [400, null],
  ])('with status %i is of a record that is there: %s', (status, id) => {
    expect(readApplicationAnswer(JSON.stringify({ opportunityId }), status)?.opportunityId).toBe(id)
  })

  it.each<[string, unknown, string | null]>([
    ['a bare text', opportunityId, opportunityId],
    ['a list', { opportunityIds: [accountId, opportunityId] }, opportunityId],
    ['a text of JSON', JSON.stringify({ id: opportunityId }), opportunityId],
    [
      'a member that is a text of JSON',
      { result: `  ${JSON.stringify([{ id: opportunityId }])}` },
      opportunityId,
    ],
    ['an entry that says that it succeeded', { SFId: opportunityId, success: 'True' }, opportunityId],
    ['an entry that says that it failed', { SFId: opportunityId, success: 'False' }, null],
    ['an entry that does not say it', { SFId: opportunityId, success: 'perhaps' }, opportunityId],
    ['our own source', { sourceId: opportunityId, source_ids: [opportunityId] }, null],
    [
      'a parent or owner',
      { ParentId: opportunityId, owner_id: opportunityId, CreatedById: opportunityId },
      null,
    ],
    ['a name that only contains it', { idea: opportunityId, identity: opportunityId }, null],
    ['words around it', `It is ${opportunityId}.`, null],
  ])('in %s', (_, body, id) => {
    expect(read(body)?.opportunityId).toBe(id)
  })

  it('that is repeated makes one entry, and an ID of an unknown kind of record makes none', () => {
    expect(read({ opportunityId, Opp: { Id: opportunityId } })?.entries).toHaveLength(1)
    expect(read({ id: 'a1X000000000001AAA', ids: ['a1X000000000002AAA'] })?.entries).toEqual([])
    expect(read([{ ObjectType: 'Contact' }, { ObjectType: 'Contact', SFId: 'x' }])?.entries).toEqual([])
  })

  it('with a failure has the entry’s message, or those of its errors', () => {
    const messageOf = (entry: object) => read([{ success: false, ...entry }])?.entries[0]?.message
    expect(messageOf({ message: 'no' })).toBe('no')
    expect(messageOf({ message: '', errors: [{ message: 'One.' }, { message: 'Two.' }] })).toBe('One.; Two.')
    expect(
      read([{ success: true, SFId: accountId, errors: [{ message: 'One.' }] }])?.entries[0]?.message,
    ).toBe('')
  })
})
