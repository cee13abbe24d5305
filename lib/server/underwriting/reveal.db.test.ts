import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { auditLog } from '@/lib/db/schema/desk'
import { can, ROLES } from '@/lib/domain/access/permissions'
import { log } from '@/lib/log'
import { viewApplication } from '@/lib/server/applications/loaders'
import type { Ctx } from '@/lib/server/world'
import { canariesIn, canaryDraft } from '@/lib/testing/canary-draft'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { canaryFullDraft, seedFullApplication } from '@/lib/testing/full-drafts'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { auditOf, seedCase } from '@/lib/testing/underwriting-cases'
import { viewCase } from './loaders'
import { revealSchema, revealValue } from './reveal'

let desk: TestDesk
let ana: Ctx
let uma: Ctx
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  ana = await desk.as('Ana')
  uma = await desk.as('Uma', ['underwriter'])
})
afterAll(() => desk.close())

const draft = canaryDraft()
const reason = 'Compared with the photo ID.'
const [, secondContact] = draft.contacts.items
const [account] = draft.accounts.items

const places = [
  { section: 'merchant', itemId: '', field: 'taxId', value: draft.merchant.taxId },
  { section: 'contacts', itemId: 'contact-2', field: 'ssn', value: secondContact?.ssn },
  { section: 'contacts', itemId: 'contact-2', field: 'dateOfBirth', value: secondContact?.dateOfBirth },
  { section: 'accounts', itemId: 'account-1', field: 'accountNumber', value: account?.accountNumber },
] as const

describe('a value is revealed', () => {
  test.each(places)('$section $itemId $field, as it was typed', async ({ value, ...place }) => {
    const applicationId = await seedApplicationDraft(ana, draft)
    expect(await revealValue(uma, { applicationId, ...place, reason })).toBe(value)
  })

  test('one at a time, with who asked, for which place and why in the audit log, and not the value', async () => {
    const applicationId = await seedApplicationDraft(ana, draft)
    const place = { section: 'contacts', itemId: 'contact-2', field: 'ssn' } as const
    await revealValue(uma, { applicationId, ...place, reason })
    const rows = await auditOf(ana, applicationId)
    expect(rows.at(-1)).toMatchObject({
      action: 'value-revealed',
      actorId: uma.actor.id,
      requestId: uma.requestId,
      detail: { ...place, reason },
    })
    expect(canariesIn(JSON.stringify(rows))).toEqual([])
  })

  test('of a full application as well, and of no section that its kind does not have', async () => {
    const full = await seedFullApplication(ana, canaryFullDraft())
    expect(
      await revealValue(uma, {
        applicationId: full,
        section: 'merchant',
        itemId: '',
        field: 'taxId',
        reason,
      }),
    ).toBe(draft.merchant.taxId)
    const payfac = await seedApplicationDraft(ana, draft)
    await expect(
      revealValue(uma, { applicationId: payfac, section: 'pricing', itemId: '', field: 'taxId', reason }),
    ).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('nothing is revealed', () => {
  test.each([
    ['a field that is not sensitive', 'merchant', '', 'legalName'],
    ['a field that is not there', 'merchant', '', 'wings'],
    ['a member of every object', 'merchant', '', 'constructor'],
    ['an item that is not there', 'contacts', 'contact-9', 'ssn'],
    ['a list without its item', 'contacts', '', 'ssn'],
    ['an item of another section', 'accounts', 'contact-1', 'ssn'],
    ['an item where there is no list', 'merchant', 'contact-1', 'taxId'],
  ] as const)('of %s, and no audit row is written', async (_, section, itemId, field) => {
    const applicationId = await seedApplicationDraft(ana, draft)
    const before = await auditOf(ana, applicationId)
    await expect(revealValue(uma, { applicationId, section, itemId, field, reason })).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(await auditOf(ana, applicationId)).toEqual(before)
  })

  test('of an application that is not there', async () => {
    await expect(
      revealValue(uma, {
        applicationId: crypto.randomUUID(),
        section: 'merchant',
        itemId: '',
        field: 'taxId',
        reason,
      }),
    ).rejects.toMatchObject({ code: 'not-found' })
  })

  test.each([['', '  ', 'ok', 'x'.repeat(501)]])('without a reason that says something', (...reasons) => {
    const input = { applicationId: crypto.randomUUID(), section: 'merchant', itemId: '', field: 'taxId' }
    for (const given of reasons)
      expect(revealSchema.safeParse({ ...input, reason: given }).success).toBe(false)
    expect(revealSchema.safeParse(input).success).toBe(false)
    expect(revealSchema.parse({ ...input, reason: ` ${reason} `, reveal: 'all' })).toEqual({
      ...input,
      reason,
    })
  })

  test('where its audit row cannot be written: the two stand or fall together', async () => {
    const applicationId = await seedApplicationDraft(ana, draft)
    const before = await auditOf(ana, applicationId)
    // An actor whose id is none that the column takes.
    const broken = { ...uma, actor: { ...uma.actor, id: 'nobody' } }
    await expect(
      revealValue(broken, { applicationId, section: 'merchant', itemId: '', field: 'taxId', reason }),
    ).rejects.toThrow()
    expect(await auditOf(ana, applicationId)).toEqual(before)
  })

  test('to a role without the permission: only onboarding and underwriting have it', () => {
    expect(ROLES.filter((role) => can([role], 'sensitive:reveal'))).toEqual(['onboarding', 'underwriter'])
  })
})

test('after revealing every identity, none is in any table, log line or page', async () => {
  const written: string[] = []
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
  const spies = levels.map((level) => vi.spyOn(log, level))
  try {
    const applicationId = await seedCase(ana, {
      ...draft,
      merchant: { ...draft.merchant, sponsorship: 'Sponsor Bank One' },
      options: { ...draft.options, partnerUnderwrites: 'no' },
    })
    const revealed: string[] = []
    for (const { value: _value, ...place } of places) {
      revealed.push(await revealValue(uma, { applicationId, ...place, reason }))
    }
    await revealValue(uma, {
      applicationId,
      section: 'contacts',
      itemId: 'gone',
      field: 'ssn',
      reason,
    }).catch((error: unknown) => written.push(String(error)))
    expect(canariesIn(revealed.join())).not.toEqual([])
    expect(canariesIn(JSON.stringify(await dumpDatabase(desk.world.db)))).toEqual([])
    written.push(...spies.flatMap(({ mock }) => mock.calls.map((line) => JSON.stringify(line))))
    expect(canariesIn(written.join())).toEqual([])
    expect(canariesIn(JSON.stringify(await viewCase(uma, applicationId)))).toEqual([])
    expect(canariesIn(JSON.stringify(await viewApplication(ana, applicationId)))).toEqual([])
    expect(await desk.world.db.$count(auditLog)).toBeGreaterThan(places.length)
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
})
