import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { type AuditListQuery, auditList, MAX_NAMED } from '@/lib/domain/audit/audit-list-query'
import { createApplication } from '@/lib/server/applications/mutations'
import { recordAudit } from '@/lib/server/audit'
import { emptyAuditLog } from '@/lib/testing/empty-audit-log'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import type { Ctx } from '../services'
import { exportAudit } from './export'
import { foundBySearch, listAuditPage, searchOf, viewAuditRow } from './list'
import { sealWaiting } from './sealer'

let desk: TestDesk
let ana: Ctx
let ben: Ctx
let applicationId: string
let number: number
const at = (minute: number) => new Date(Date.UTC(2026, 6, 1, 12, minute))

beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox', now: () => at(59) })
  ana = await desk.as('Ana')
  ben = await desk.as('Ben', ['auditor'])
  const application = await createApplication(ana)
  applicationId = application.id
  await desk.services.db
    .update(applications)
    .set({ merchantWords: 'blue heron books' })
    .where(eq(applications.id, applicationId))
  number = application.number
  await emptyAuditLog(desk.database)
  const write = (
    minute: number,
    ctx: Ctx | null,
    entry: Pick<Parameters<typeof recordAudit>[1], 'action'> & Partial<Parameters<typeof recordAudit>[1]>,
  ) =>
    recordAudit(desk.services.db, {
      at: at(minute),
      actorId: ctx?.actor.id ?? null,
      subject: ['setting', 'lists'],
      requestId: `r-${minute}`,
      detail: {},
      ...entry,
    })
  await write(1, ana, {
    action: 'section-saved',
    subject: ['application', applicationId],
    detail: {
      section: 'merchant',
      changes: [
        { label: 'DBA name', before: '', after: '=cmd|calc' },
        { path: 'contacts.items#c-1.ssn', label: 'Paula: SSN', before: '', after: '•••-••-1234' },
      ],
    },
  })
  await write(2, ben, { action: 'case-viewed', subject: ['case', applicationId], address: '203.0.113.7' })
  await write(3, null, { action: 'stage-learned', subject: ['application', applicationId] })
  await write(4, ben, { action: 'signed-in', subject: ['user', ben.actor.id] })
  await write(5, ben, {
    action: 'value-revealed',
    subject: ['application', applicationId],
    detail: { whose: 'Paula Quill', fields: ['ssn'], reason: 'Asked.', section: 'contacts', itemId: 'c-1' },
  })
  await write(6, ana, {
    action: 'underwriting-rules-changed',
    subject: ['setting', 'underwriting'],
    detail: { before: { fourEyesAbove: '50000' }, after: { fourEyesAbove: '100000' } },
  })
  await write(24 * 60, ana, {
    action: 'list-changed',
    detail: { before: randomBytes(9_000).toString('hex'), after: '' },
  })
})
afterAll(() => desk.close())

const minutes = async (query: Partial<AuditListQuery>) =>
  (await listAuditPage(desk.services, { ...auditList.all, ...query })).items.map(
    (item) => (Date.parse(item.at) - at(0).getTime()) / 60_000,
  )

describe('the list', () => {
  test.each<[string, () => Partial<AuditListQuery>, number[]]>([
    ['of all, latest first', () => ({}), [1440, 6, 5, 4, 3, 2, 1]],
    ['of a person', () => ({ person: ana.actor.id }), [1440, 6, 1]],
    ['of the desk itself', () => ({ person: 'desk' }), [3]],
    ['of no one', () => ({ person: 'somebody' }), []],
    ['of a kind of subject', () => ({ subject: 'application' }), [5, 3, 1]],
    ['of an action', () => ({ action: 'case-viewed' }), [2]],
    ['of days', () => ({ from: '2026-07-02', to: '2026-07-02' }), [1440]],
    ['up to a day', () => ({ to: '2026-07-01' }), [6, 5, 4, 3, 2, 1]],
    ['of an application by its number', () => ({ search: `a-${number}` }), [5, 3, 2, 1]],
    ['of an address', () => ({ search: '203.0.113.7' }), [2]],
    ['of a request', () => ({ search: 'r-4' }), [4]],
    ['of several at once', () => ({ search: `A-${number}`, person: ben.actor.id }), [5, 2]],
    ['of a person, by the name', () => ({ search: 'ben' }), [5, 4, 2]],
    ['of a person of an application, whose value was shown', () => ({ search: 'Quill' }), [5]],
    ['of a sensitive field, shown or changed', () => ({ search: 'SSN' }), [5, 1]],
    ['of an action', () => ({ search: 'viewed' }), [2]],
    ['of an application by a name in it', () => ({ search: 'Heron' }), [5, 3, 2, 1]],
    ['of a name and a person', () => ({ search: 'Heron', person: ben.actor.id }), [5, 2]],
    ['of signs alone', () => ({ search: '%%' }), []],
    ['of an application that is not there', () => ({ search: 'A-999999' }), []],
  ])('%s', async (_, query, expected) => {
    expect(await minutes(query())).toEqual(expected)
  })

  test('is walked by pages, there and back', async () => {
    const [, second, third] = (await listAuditPage(desk.services, auditList.all)).items
    if (!second || !third) throw new Error('There are too few rows.')
    const key = { at: new Date(third.at), id: third.id }
    expect(await minutes({ cursor: { side: 'after', ...key } })).toEqual([4, 3, 2, 1])
    const before = { at: new Date(second.at), id: second.id }
    expect(await minutes({ cursor: { side: 'before', ...before } }), 'the first page').toEqual([
      1440, 6, 5, 4, 3, 2, 1,
    ])
  })

  test('says who, what and to what, with the way to it; what is too long is not read', async () => {
    const { items } = await listAuditPage(desk.services, auditList.all)
    expect(
      items.map(({ by, subject, summary, address }) => [by?.name, subject.words, summary, address]),
    ).toEqual([
      ['Ana', 'lists', '', null],
      ['Ana', 'underwriting', 'Two underwriters decide above a monthly volume: $50,000 → $100,000', null],
      ['Ben', `A-${number}`, 'Whose: Paula Quill · Fields: Social Security number · Reason: Asked.', null],
      ['Ben', 'Ben', '', null],
      [undefined, `A-${number}`, '', null],
      ['Ben', `A-${number}`, '', '203.0.113.7'],
      ['Ana', `A-${number}`, 'DBA name: blank → =cmd|calc · 1 more', null],
    ])
    expect(items[5]?.subject.href).toBe(`/underwriting/${applicationId}`)
  })
})

test('a row shows its differences and its seal', async () => {
  await expect
    .poll(async () => {
      await sealWaiting(desk.services)
      const [last] = (await listAuditPage(desk.services, auditList.all)).items
      return last && (await viewAuditRow(desk.services, last.id))?.seal !== null
    })
    .toBe(true)
  const first = (await listAuditPage(desk.services, auditList.all)).items.at(-1)
  expect(await viewAuditRow(desk.services, first?.id ?? 0)).toMatchObject({
    action: 'section-saved',
    requestId: 'r-1',
    changes: [{ label: 'DBA name', before: '', after: '=cmd|calc' }, { label: 'Paula: SSN' }],
    facts: [{ label: 'Section', value: 'merchant' }],
    seal: { seq: 1, seal: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect(await viewAuditRow(desk.services, 999_999)).toBeNull()
})

test('the export has what the filters find, no formula, and is in the log itself', async () => {
  const query = { ...auditList.all, subject: 'application' as const }
  const text = await new Response(await exportAudit(ben, query)).text()
  const lines = text.replace('\uFEFF', '').trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatch(/^Row,Time \(UTC\),Person/)
  expect(lines[0]).toMatch(/,Subject name$/)
  expect(lines[2]).toContain('The desk')
  for (const line of lines.slice(1)) expect(line).toMatch(new RegExp(`,A-${number}$`))
  expect(lines[3]).toContain('Ana,ana@desk.test,Saved section,section-saved')
  expect(text).not.toMatch(/[,\r\n]=/)
  const [own] = (await listAuditPage(desk.services, { ...auditList.all, action: 'audit-exported' })).items
  expect(own).toMatchObject({ by: { name: 'Ben' }, summary: 'Query: subject=application' })
  const searched = await new Response(await exportAudit(ben, { ...auditList.all, search: 'Quill' })).text()
  expect(searched.trim().split('\r\n')).toHaveLength(2)
})

test('a search reads saves and revealed values by indexes of their own, and what it finds by subject by that', async () => {
  const planOf = (text: string) =>
    desk.services.db.transaction(async (tx) => {
      // In a log this short, PostgreSQL would scan instead of using an index.
      await tx.execute(sql`set local enable_seqscan = off`)
      const found = foundBySearch(await searchOf(tx, text), undefined, null, 51)
      const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${found}`)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
  for (const index of ['audit_log_action', 'audit_log_sensitive'])
    expect(await planOf('SSN')).toMatch(new RegExp(`(using|on) ${index}\\b`))
  for (const text of ['Heron', 'Ben', `A-${number}`])
    expect(await planOf(text)).toMatch(/(using|on) audit_log_subject\b/)
})

test('a search says where more applications have the name than it looks at', async () => {
  const search = (text: string) => listAuditPage(desk.services, { ...auditList.all, search: text })
  expect(await search('Heron')).toMatchObject({ hasMore: false })
  const [row] = await desk.services.db.select().from(applications).where(eq(applications.id, applicationId))
  if (!row) throw new Error('It is there.')
  const many = Array.from({ length: MAX_NAMED }, () => {
    const { number: _, ...copied } = row
    return { ...copied, id: crypto.randomUUID(), merchantWords: 'grey heron' }
  })
  await desk.services.db.insert(applications).values(many)
  expect(await search('Heron')).toMatchObject({ hasMore: true, items: [] })
  expect((await search('blue heron')).items.length).toBeGreaterThan(0)
})
