import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityChecks } from '@/lib/db/schema/applications'
import { auditLog } from '@/lib/db/schema/desk'
import { CHECK_LIMITS, type CheckDoor } from '@/lib/domain/access/identity-checks'
import { matchColumns } from '@/lib/domain/application/import/match-columns'
import { readSheet } from '@/lib/domain/application/import/sheet'
import type { ContactDraft, Draft } from '@/lib/domain/application/sections'
import type { Violation } from '@/lib/domain/values/violation'
import { viewDashboard } from '@/lib/server/dashboard/data'
import type { Ctx } from '@/lib/server/services'
import { exampleAccount, exampleContact, exampleDraft } from '@/lib/testing/example-draft'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { testClock } from '@/lib/testing/underwriting-cases'
import { confirmWithinLimit } from './compare-identities'
import { importApplications } from './import'
import { findExistingMerchants } from './import-existing'
import { viewApplication } from './loaders'
import { createApplication, saveSection } from './mutations'
import { submitApplication } from './submission'

const partnerUrl = 'http://127.0.0.1:1/sandbox'
const HOURLY = CHECK_LIMITS.identities[0].most
const DAILY_TAX_IDS = CHECK_LIMITS['tax-ids'][0].most
const AT_ONCE = 50

const clock = testClock()
let desk: TestDesk
/** Of whom others guess. */
let ana: Ctx
let victim: string
const SECRET = '441-27-0509'
const SECRET_ACCOUNT = '77130020509'
const SECRET_EIN = '45-1122645'

beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl, now: clock.now })
  ana = await desk.as('Ana')
  const draft = exampleDraft()
  draft.merchant.taxId = SECRET_EIN
  draft.contacts.items = [exampleContact('c-1', { ssn: SECRET })]
  draft.accounts.items = [
    exampleAccount('a-1', { accountNumber: SECRET_ACCOUNT, accountNumberAgain: SECRET_ACCOUNT }),
  ]
  victim = await seedApplicationDraft(ana, draft)
})
afterAll(() => desk.close())

let people = 0
let olga: Ctx
let id: string
let version: number
beforeEach(async () => {
  people += 1
  olga = await desk.as(`Olga-${people}`)
  id = (await createApplication(olga)).id
  version = 0
})

/** No one's: another nine digits each time. */
let made = 0
const freshSsn = () => `2${String(10_000_000 + ++made)}`
const contactsOf = (ssns: readonly string[]): Draft['contacts'] => ({
  items: ssns.map((ssn, index): ContactDraft => exampleContact(`c-${index}`, { ssn })),
  nobodyOwns25: false,
})
async function guess(ssns: readonly string[], ctx = olga): Promise<readonly Violation[]> {
  const saved = await saveSection(ctx, {
    applicationId: id,
    section: 'contacts',
    baseVersion: version,
    data: contactsOf(ssns),
  })
  if (!saved.ok) throw new Error('Not saved.')
  version = saved.version
  return (saved.sameIdentities ?? []).filter(isMasked)
}
/** Uses up what a person may compare within an hour. */
async function useUp(ctx = olga): Promise<void> {
  for (let n = 0; n < HOURLY; n += AT_ONCE)
    await guess(Array.from({ length: Math.min(AT_ONCE, HOURLY - n) }, freshSsn), ctx)
}
const isMasked = ({ path }: Violation) => /\.(ssn|taxId|accountNumber)$/.test(path)
const isMatch = (one: Violation) => isMasked(one) && one.about !== undefined
const isPause = ({ message }: Violation) => message.includes('duplicate checks are paused')
const masked = (saved: Awaited<ReturnType<typeof saveSection>>): Violation[] =>
  saved.ok ? (saved.sameIdentities ?? []).filter(isMasked) : []
const crossings = (ctx = olga) =>
  desk.services.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.actorId, ctx.actor.id), eq(auditLog.action, 'identity-check-limit-passed')))
const comparedBy = async (door: CheckDoor, ctx = olga) =>
  (
    await desk.services.db
      .select()
      .from(identityChecks)
      .where(and(eq(identityChecks.personId, ctx.actor.id), eq(identityChecks.door, door)))
  ).length

describe('Social Security numbers that are guessed by 50 in a draft', () => {
  test('are compared up to the limit of an hour, and no answer says afterwards that one matches', async () => {
    let saves = 0
    for (; saves < 8; saves++) await guess(Array.from({ length: AT_ONCE }, freshSsn))
    expect(await comparedBy('identities')).toBe(HOURLY)
    const hit = await guess([freshSsn(), SECRET])
    const missed = await guess([freshSsn(), freshSsn()])
    expect(hit.filter(isMatch)).toEqual([])
    // A hit and a miss are told alike.
    expect(hit).toEqual(missed)
    expect(hit.map(({ path }) => path)).toEqual(['contacts.items.0.ssn', 'contacts.items.1.ssn'])
    expect(hit.every(isPause)).toBe(true)
    await guess([SECRET])
    const view = await viewApplication(olga, id)
    expect(view.violations.filter(isMatch)).toEqual([])
    expect(view.violations.filter(isPause)).toHaveLength(1)
  })

  test('are told to underwriters all the same, and to the person once the pause is over', async () => {
    await useUp()
    await guess([SECRET])
    const uma = await desk.as(`Uma-${people}`, ['underwriter'])
    const shown = (await viewApplication(uma, id)).violations.filter(isMatch)
    expect(shown).toMatchObject([{ path: 'contacts.items.0.ssn' }])
    expect(shown[0]?.about?.map(({ applicationId }) => applicationId)).toContain(victim)
    // An underwriter who looks pays for no one.
    expect((await viewApplication(olga, id)).violations.filter(isMatch)).toEqual([])
    clock.advanceMs(3_600_000)
    expect((await viewApplication(olga, id)).violations.filter(isMatch)).toMatchObject(shown)
  })

  test('are counted once however often they are saved, and what a draft has costs nothing', async () => {
    const [one, other] = [freshSsn(), freshSsn()]
    for (let n = 0; n < 20; n++) await guess(n % 2 === 0 ? [one, other] : [other])
    expect(await comparedBy('identities')).toBe(2)
    clock.advanceMs(25 * 3_600_000)
    const { draft } = await viewApplication(olga, id)
    const [kept] = draft.contacts.items
    const added = [...(kept ? [kept] : []), exampleContact('c-7', { ssn: freshSsn() })]
    const saved = await saveSection(olga, {
      applicationId: id,
      section: 'contacts',
      baseVersion: version,
      data: { ...draft.contacts, items: added },
    })
    version += saved.ok ? 1 : 0
    await viewApplication(olga, id)
    expect(await comparedBy('identities')).toBe(1)
    expect((await guess([SECRET])).filter(isMatch)).toHaveLength(1)
  })

  test('are counted for the person: by requests at once and in two sessions', async () => {
    const drafts = await Promise.all(
      Array.from({ length: HOURLY / AT_ONCE + 2 }, () => createApplication(olga)),
    )
    await Promise.all(
      drafts.map((draft, n) =>
        saveSection(
          { ...olga, actor: { ...olga.actor, sessionId: `session-${n % 2}` } },
          {
            applicationId: draft.id,
            section: 'contacts',
            baseVersion: 0,
            data: contactsOf(Array.from({ length: AT_ONCE }, freshSsn)),
          },
        ),
      ),
    )
    expect(await comparedBy('identities')).toBe(HOURLY)
    expect(await crossings()).toHaveLength(1)
  })

  test('are not found out beside the one that is sealed in another draft either', async () => {
    await useUp()
    const other = exampleDraft()
    other.contacts.items = [exampleContact('c-0', { ssn: '667-30-1234' })]
    id = await seedApplicationDraft(ana, other)
    const { draft, versions } = await viewApplication(olga, id)
    const beside = (ssn: string) => ({
      ...draft.contacts,
      items: [...draft.contacts.items, exampleContact('c-9', { ssn })],
    })
    const saved = async (ssn: string, baseVersion: number) =>
      saveSection(olga, { applicationId: id, section: 'contacts', baseVersion, data: beside(ssn) })
    const hit = await saved('667-30-1234', versions.contacts)
    const missed = await saved('667-30-1235', versions.contacts + 1)
    expect(masked(hit)).toEqual(masked(missed))
    expect(masked(hit)).toMatchObject([{ path: 'contacts.items.1.ssn', code: 'duplicate' }])
    expect(masked(hit).every(isPause)).toBe(true)
    const { violations } = await viewApplication(olga, id)
    expect(violations.filter(({ path }) => path.endsWith('.ssn')).every(isPause)).toBe(true)
    const over = async (ssn: string, baseVersion: number) =>
      saveSection(olga, {
        applicationId: id,
        section: 'contacts',
        baseVersion,
        data: { ...draft.contacts, items: [exampleContact('c-0', { ssn })] },
      })
    // Typed over the one that is there, the same and another are told alike.
    const same = await over('667-30-1234', versions.contacts + 2)
    expect(masked(same).filter(isPause)).toHaveLength(1)
    expect(masked(same)).toEqual(masked(await over('667-30-1235', versions.contacts + 3)))
  })
})

describe('beyond the limit', () => {
  test('it is audited once with no identity in it, and admins see it', async () => {
    await useUp()
    for (let n = 0; n < 4; n++) await guess([freshSsn(), SECRET])
    const rows = await crossings()
    expect(rows).toMatchObject([
      { subjectType: 'user', subjectId: olga.actor.id, detail: { of: 'identities', compared: HOURLY } },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/0509|contacts/)
    const ada = await desk.as(`Ada-${people}`, ['admin'])
    const { troubles } = await viewDashboard(ada, { days: 7 })
    expect(troubles?.filter(({ about }) => about === 'identity-checks').map(({ name }) => name)).toContain(
      olga.actor.name,
    )
    clock.advanceMs(3_600_000)
    await useUp()
    await guess([freshSsn()])
    expect(await crossings()).toHaveLength(2)
  })

  test('account numbers and the tax ID of a draft count as well', async () => {
    await useUp()
    const accounts = await saveSection(olga, {
      applicationId: id,
      section: 'accounts',
      baseVersion: 0,
      data: {
        items: [exampleAccount('a-1', { accountNumber: SECRET_ACCOUNT, accountNumberAgain: SECRET_ACCOUNT })],
      },
    })
    const merchant = await saveSection(olga, {
      applicationId: id,
      section: 'merchant',
      baseVersion: 0,
      data: { ...exampleDraft().merchant, taxId: SECRET_EIN },
    })
    const told = [accounts, merchant].flatMap((saved) => masked(saved))
    expect(told.every(isPause)).toBe(true)
    expect(told.filter(isPause)).toHaveLength(2)
  })
})

test('an account number is not found out by typing it again beside the one that is sealed', async () => {
  await useUp()
  const sealed = exampleDraft()
  sealed.accounts.items = [
    exampleAccount('a-1', { accountNumber: '55120009876', accountNumberAgain: '55120009876' }),
  ]
  id = await seedApplicationDraft(ana, sealed)
  const { draft, versions } = await viewApplication(olga, id)
  const again = (accountNumberAgain: string, ctx: Ctx) =>
    saveSection(ctx, {
      applicationId: id,
      section: 'accounts',
      baseVersion: versions.accounts,
      data: { items: draft.accounts.items.map((item) => ({ ...item, accountNumberAgain })) },
    })
  for (const guessed of ['55120009876', '55120009875'])
    await expect(again(guessed, olga)).rejects.toMatchObject({
      code: 'wrong-state',
      message: expect.stringContaining('paused'),
    })
  expect(await again('55120009876', ana)).toMatchObject({ ok: true })
})

test('a routing number typed beside a sealed account number reveals nothing beyond the limit', async () => {
  await useUp()
  const sealed = exampleDraft()
  sealed.accounts.items = [
    exampleAccount('a-1', { accountNumber: '021000021', accountNumberAgain: '021000021' }),
  ]
  id = await seedApplicationDraft(ana, sealed)
  const guess = async (ctx: Ctx, routingNumber: string) => {
    const { draft, versions } = await viewApplication(ctx, id)
    const items = draft.accounts.items.map((item) => ({
      ...item,
      routingNumber,
      routingNumberAgain: routingNumber,
    }))
    const saved = await saveSection(ctx, {
      applicationId: id,
      section: 'accounts',
      baseVersion: versions.accounts,
      data: { items },
    })
    const { violations } = await viewApplication(ctx, id)
    const told = [...(saved.ok ? (saved.sameIdentities ?? []) : []), ...violations]
    return told.flatMap(({ path, message }) => (path === 'accounts.items.0.accountNumber' ? [message] : []))
  }
  expect((await guess(olga, '021000021')).filter((message) => !message.includes('paused'))).toEqual([])
  expect(await guess(ana, '044000037')).toEqual([])
  expect(await guess(ana, '021000021')).toContain(
    'This is the routing number. Enter the account number, which is beside it on the check.',
  )
})

test.each([[{ items: 'many' }], [{ items: [{ accountNumberAgain: '1' }] }], [null]])(
  'accounts that the limit cannot read (%j) are refused, not let past it',
  async (data) => {
    const read = confirmWithinLimit(olga, { applicationId: id, section: 'accounts', data })
    await expect(read).rejects.toMatchObject({ code: 'invalid' })
  },
)

describe('tax IDs that are guessed by 1,000 in a file', () => {
  const fileOf = (ids: readonly string[], kind: 'payfac' | 'full' = 'payfac') => {
    const text = `Legal name,DBA name,Federal tax ID\n${ids.map((one) => `Z,Z,${one}`).join('\n')}\n`
    const reading = readSheet(text)
    const places = reading.ok ? matchColumns(kind, reading.sheet.columns) : []
    return { kind, text, places, corrections: [] }
  }
  const block = (n: number) => Array.from({ length: 1_000 }, (_, i) => `${300_000_000 + n * 1_000 + i}`)

  test('are compared up to the limit of a day, and a match beyond it is not told', async () => {
    for (let n = 0; n < DAILY_TAX_IDS / 1_000; n++)
      expect(await findExistingMerchants(olga, fileOf(block(n)))).toEqual({
        existing: [],
        pausedUntil: null,
        isPartial: true,
      })
    const hit = await findExistingMerchants(olga, fileOf([...block(90).slice(1), SECRET_EIN]))
    expect(hit).toEqual({ existing: [], pausedUntil: expect.stringMatching(/UTC$/), isPartial: true })
    expect(await findExistingMerchants(olga, fileOf(['300009999']))).toEqual(hit)
    expect(await comparedBy('tax-ids')).toBe(DAILY_TAX_IDS)
    expect(await crossings()).toMatchObject([{ detail: { of: 'tax-ids', compared: DAILY_TAX_IDS } }])
    expect(await findExistingMerchants(ana, fileOf([SECRET_EIN]))).toMatchObject({ existing: [{ row: 2 }] })
  })

  test('of an honest file cost nothing when it is checked again, and it is imported', async () => {
    const ids = [...block(50).slice(1), SECRET_EIN]
    for (const kind of ['payfac', 'full', 'payfac', 'payfac'] as const)
      expect(await findExistingMerchants(olga, fileOf(ids, kind))).toMatchObject({
        existing: [{ row: 1_001, same: [{ path: 'merchant.taxId' }] }],
        pausedUntil: null,
      })
    expect(await comparedBy('tax-ids')).toBe(1_000)
    const few = fileOf(ids.slice(-3))
    const run = importApplications(olga, {
      ...few,
      importId: randomUUID(),
      leftOut: [],
      daysAreRight: false,
      again: false,
    })
    const drafts = (await Array.fromAsync(run)).flatMap((step) => step.made)
    const last = drafts.at(-1)?.applicationId ?? ''
    expect((await viewApplication(olga, last)).violations.filter(isMatch)).toMatchObject([
      { path: 'merchant.taxId' },
    ])
    expect(await crossings()).toEqual([])
  })

  test('find Social Security numbers no further than drafts do, and leave half of that to the drafts', async () => {
    const { existing, isPartial } = await findExistingMerchants(olga, fileOf([SECRET]))
    expect(existing.flatMap(({ same }) => same.flatMap(({ about = [] }) => about))).toContainEqual(
      expect.objectContaining({ applicationId: victim, as: 'ssn' }),
    )
    expect(isPartial).toBe(false)
    const uma = await desk.as(`Uma-${people}`)
    await findExistingMerchants(uma, fileOf(block(70)))
    expect(await comparedBy('identities', uma)).toBe(HOURLY / 2)
    expect(await findExistingMerchants(uma, fileOf([SECRET]))).toEqual({
      existing: [],
      pausedUntil: null,
      isPartial: true,
    })
    expect(await crossings(uma)).toEqual([])
  })

  test('are not found out by submitting either: what might block it waits, in words that name nothing', async () => {
    await useUp()
    for (let n = 0; n < DAILY_TAX_IDS / 1_000; n++) await findExistingMerchants(olga, fileOf(block(n)))
    await saveSection(olga, {
      applicationId: id,
      section: 'merchant',
      baseVersion: 0,
      data: { ...exampleDraft().merchant, taxId: SECRET_EIN },
    })
    const { versions } = await viewApplication(olga, id)
    const refused = await submitApplication(olga, { applicationId: id, versions })
    expect(refused).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(JSON.stringify(refused)).not.toMatch(/merchant|A-\d/)
  })
})
