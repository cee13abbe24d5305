import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type AuditDetail, detailWords, readDetail, withNames } from './audit-detail'
import { AUDIT_ACTIONS, auditLabel } from './audit-labels'
import { auditList } from './audit-list-query'

describe('a row says', () => {
  it.each<[string, Record<string, unknown>, Partial<AuditDetail>]>([
    [
      'a status before and after, and the rest',
      { from: 'draft', to: 'submitted', note: 'ok' },
      {
        changes: [{ label: 'Value', before: 'draft', after: 'submitted' }],
        facts: [{ label: 'Note', value: 'ok' }],
      },
    ],
    [
      'members that differ, and not those that are the same',
      {
        before: { secondAboveAmount: '5', overSale: false },
        after: { secondAboveAmount: null, overSale: false },
      },
      { changes: [{ label: 'Second above amount', before: '5', after: '' }] },
    ],
    [
      'fields of a form by their labels',
      {
        section: 'merchant',
        changes: [{ path: 'merchant.dbaName', label: 'DBA name', before: '', after: 'Shop' }],
      },
      {
        changes: [{ label: 'DBA name', before: '', after: 'Shop' }],
        facts: [{ label: 'Section', value: 'merchant' }],
      },
    ],
    [
      'cells of lines, those that came and went whole, and none of them twice',
      {
        cells: [{ row: 1, field: 'amount', from: '1', to: '2' }],
        changedLines: [
          { row: 1, before: { amount: '1' }, after: { amount: '2' } },
          { row: 2, before: null, after: { transactionId: 'T', amount: '3' } },
        ],
      },
      {
        changes: [
          { label: 'Row 1: Amount', before: '1', after: '2' },
          { label: 'Row 2: Transaction ID', before: '', after: 'T' },
          { label: 'Row 2: Amount', before: '', after: '3' },
        ],
        facts: [],
      },
    ],
    [
      'facts within facts',
      { rows: { audit_log: 2 }, roles: ['admin', 'auditor'], on: true },
      {
        facts: [
          { label: 'Rows: Audit log', value: '2' },
          { label: 'Roles', value: 'admin, auditor' },
          { label: 'On', value: 'Yes' },
        ],
      },
    ],
    [
      'approvals as one figure, and cents as dollars',
      { amountMinor: '150000', approvals: 1, needed: 2, held: { leftMinor: 5 } },
      {
        facts: [
          { label: 'Approvals', value: '1 of 2' },
          { label: 'Amount', value: '$1,500.00' },
          { label: 'Held: Left', value: '$0.05' },
        ],
      },
    ],
    ['nothing', {}, { changes: [], facts: [] }],
  ])('%s', (_, detail, expected) => {
    expect(readDetail(detail)).toMatchObject(expected)
  })

  it('something of every value that stands in it, and reads whatever was written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (detail) => {
        expect(typeof detailWords(readDetail(JSON.parse(JSON.stringify(detail))))).toBe('string')
      }),
    )
  })

  it('its first change in a line', () => {
    expect(detailWords(readDetail({ before: { a: 1, b: 2 }, after: { a: '', b: 3 } }))).toBe(
      'A: 1 → blank · 1 more',
    )
    expect(detailWords(readDetail({ message: '', version: 2, note: 'x'.repeat(70) }))).toBe(
      `Version: 2 · Note: ${'x'.repeat(60)}…`,
    )
  })
})

test('each action has a label of its own; one that is no more is shown as it was', () => {
  expect(new Set(AUDIT_ACTIONS.map(auditLabel)).size).toBe(AUDIT_ACTIONS.length)
  expect(auditLabel('gone-for-long')).toBe('gone-for-long')
})

test('the address says what is asked for, and leaves out what is unknown', () => {
  const text = 'q=A-12&person=desk&subject=application&action=signed-in&from=2026-07-01&to=2026-07-02'
  expect(auditList.write(auditList.read(new URLSearchParams(text)))).toBe(text)
  expect(auditList.write(auditList.read(new URLSearchParams('subject=root&action=x&from=soon')))).toBe('')
})

test('a line says names before ids and hashes, and the ids where there is nothing else', () => {
  const documentId = crypto.randomUUID()
  expect(detailWords(readDetail({ documentId, sha256: 'a'.repeat(64), name: 'check.pdf' }))).toMatch(
    /^Name: check\.pdf · Document ID: /,
  )
  expect(detailWords(readDetail({ documentId }))).toBe(`Document ID: ${documentId}`)
})

test('whoever is named by an id is named by name', () => {
  const names = new Map([
    ['1', 'Ana'],
    ['2', 'Ben'],
  ])
  const detail = readDetail({ from: '1', to: '2', by: '1', note: '3' })
  expect(withNames(detail, (text) => names.get(text) ?? text)).toEqual({
    changes: [{ label: 'Value', before: 'Ana', after: 'Ben' }],
    facts: [
      { label: 'By', value: 'Ana' },
      { label: 'Note', value: '3' },
    ],
  })
})

describe('labels of details, and how much of them a list shows', () => {
  const changesOf = (changes: unknown) => readDetail({ changes }).changes.map(({ label }) => label)

  it('a change is labeled by its label, path or field, and by its row', () => {
    const pair = { before: '1', after: '2' }
    expect(
      changesOf([
        { ...pair, label: 'DBA name', path: 'merchant.dbaName' },
        { ...pair, label: '', path: 'merchant.dbaName' },
        { ...pair, field: 'merchantIds' },
        { ...pair, row: 7, field: 'merchantId' },
        { ...pair, row: 8 },
      ]),
    ).toEqual(['DBA name', 'merchant.dbaName', 'Merchant IDs', 'Row 7, merchant id', 'Row 8'])
  })

  it('an empty or mixed list is not read as changes', () => {
    expect(readDetail({ changes: [] }).changes).toEqual([])
    expect(readDetail({ changes: [{ before: '1', after: '2' }, { x: 1 }] }).changes).toEqual([])
    expect(readDetail({ on: false }).facts).toEqual([{ label: 'On', value: 'No' }])
  })

  it('a list shows the first change and the number of others, or three facts with IDs last', () => {
    const change = (label: string) => ({ label, before: '', after: 'x'.repeat(61) })
    const id = '0192f3a4-5b6c-7d8e-9f01-23456789abcd'
    const fact = (label: string, value: string) => ({ label, value })
    expect(detailWords({ changes: [change('A')], facts: [] })).toBe(`A: blank → ${'x'.repeat(60)}…`)
    expect(detailWords({ changes: [change('A'), change('B')], facts: [] })).toMatch(/ · 1 more$/)
    expect(
      detailWords({
        changes: [],
        facts: [
          fact('ID', id),
          fact('A', `x${id}`),
          fact('B', `${id}x`),
          fact('C', 'x'.repeat(60)),
          fact('D', ''),
        ],
      }),
    ).toBe(`A: x${id} · B: ${id}x · C: ${'x'.repeat(60)}`)
  })
})
