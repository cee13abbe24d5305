import { desc, eq, notInArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callbackEndpoints, callbackReceivers } from '@/lib/db/schema/callbacks'
import { auditLog, ruleProposals, settings } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import { documentRules } from '@/lib/domain/settings/document-rules'
import { type FundingRules, fundingRules } from '@/lib/domain/settings/funding-rules'
import { saveSetting } from '@/lib/server/admin/settings/mutations'
import { recordAudit } from '@/lib/server/audit'
import { addEndpoint, changeEndpoint } from '@/lib/server/callbacks/forwarding/endpoints'
import { changeReceiver, createReceiver } from '@/lib/server/callbacks/receivers/receivers'
import { viewDashboard } from '@/lib/server/dashboard/data'
import { deactivatePerson } from '@/lib/server/people/roles'
import type { Ctx } from '@/lib/server/services'
import { loadFundingRules, readSetting } from '@/lib/server/settings'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { answerProposal } from './answer'
import { listProposals } from './list'

let desk: TestDesk
let ada: Ctx
let ben: Ctx
let base: FundingRules
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  ada = await desk.as('Ada', ['admin'])
  ben = await desk.as('Ben', ['admin'])
  base = await loadFundingRules(desk.services.db)
})
afterAll(() => desk.close())
beforeEach(async () => {
  await desk.services.db.delete(settings)
  await desk.services.db.delete(ruleProposals)
  await desk.services.db.update(users).set({ active: true })
})

const looser = (): FundingRules => ({ ...base, secondAboveAmount: null })
const proposeLooser = (ctx: Ctx, value = looser()) => saveSetting(ctx, fundingRules, { base, value })
const waiting = async (ctx: Ctx) => {
  const [proposal] = await listProposals(ctx)
  if (!proposal) throw new Error('Nothing waits.')
  return proposal
}
const answer = async (ctx: Ctx, word: 'consent' | 'decline' | 'withdraw') =>
  answerProposal(ctx, { proposalId: (await waiting(ctx)).id, answer: word })
const rulesNow = () => loadFundingRules(desk.services.db)
const lastAudited = async () => {
  const [row] = await desk.services.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
  return row
}
const withoutBen = () =>
  desk.services.db.update(users).set({ active: false }).where(eq(users.id, ben.actor.id))

describe('a rule that guards', () => {
  test('is changed by one admin and another: what is and what would be is shown to both', async () => {
    expect(await proposeLooser(ada)).toEqual({ ok: true, value: base, waits: true })
    expect(await rulesNow()).toEqual(base)
    expect(await lastAudited()).toMatchObject({
      actorId: ada.actor.id,
      action: 'rule-change-proposed',
      subjectType: 'setting',
      subjectId: 'funding',
      detail: { before: base, after: looser() },
    })
    const shown = {
      title: 'Funding',
      by: 'Ada',
      differences: [{ label: 'Two people approve above an amount', before: '$50,000', after: 'Off' }],
    }
    expect(await listProposals(ada)).toMatchObject([{ ...shown, isMine: true }])
    expect(await listProposals(ben)).toMatchObject([{ ...shown, isMine: false }])
    const workOf = async (ctx: Ctx) =>
      (await viewDashboard(ctx, { days: 7 })).work?.filter(({ key }) => key === 'rule-changes')
    expect(await workOf(ada)).toEqual([])
    expect(await workOf(ben)).toMatchObject([{ count: 1 }])

    expect(await answer(ada, 'consent')).toMatchObject({ ok: false })
    expect(await rulesNow()).toEqual(base)
    expect(await answer(ben, 'consent')).toEqual({ ok: true })
    expect(await rulesNow()).toEqual(looser())
    expect(await lastAudited()).toMatchObject({
      actorId: ben.actor.id,
      action: 'funding-rules-changed',
      detail: { before: base, after: looser(), proposedBy: ada.actor.id },
    })
    expect(await listProposals(ben)).toEqual([])
  })

  test.each([
    ['declined by another', 'decline', () => ben, () => ada, 'rule-change-declined'],
    ['withdrawn by whoever proposed it', 'withdraw', () => ada, () => ben, 'rule-change-withdrawn'],
  ] as const)('stays when the change is %s', async (_, word, by, notBy, action) => {
    await proposeLooser(ada)
    expect(await answer(notBy(), word)).toMatchObject({ ok: false })
    expect(await answer(by(), word)).toEqual({ ok: true })
    expect(await lastAudited()).toMatchObject({
      actorId: by().actor.id,
      action,
      detail: { before: base, after: looser() },
    })
    expect(await rulesNow()).toEqual(base)
    expect(await listProposals(ada)).toEqual([])
  })

  test('has one change waiting: another’s is refused, one’s own is taken up by the next', async () => {
    await proposeLooser(ada)
    const other = { ...base, overSale: true }
    expect(await proposeLooser(ben, other)).toMatchObject({ ok: false, reason: 'pending' })
    const first = (await waiting(ada)).id
    expect(await proposeLooser(ada, other)).toMatchObject({ ok: true, waits: true, earlier: 'joined' })
    const both = { ...looser(), overSale: true }
    expect((await lastAudited())?.detail).toEqual({ before: base, after: both, takesUp: first })
    expect(await answerProposal(ben, { proposalId: first, answer: 'consent' })).toMatchObject({
      ok: false,
      reason: 'changed',
    })
    expect(await listProposals(ben)).toHaveLength(1)
    expect(await answer(ben, 'consent')).toEqual({ ok: true })
    expect(await rulesNow()).toEqual(both)
  })

  test('says and records which values of one’s own earlier change another takes the place of', async () => {
    const half = { ...base, secondAboveAmount: '90000', overSale: true }
    await proposeLooser(ada, half)
    expect(await proposeLooser(ada)).toMatchObject({ waits: true, earlier: 'replaced' })
    expect((await lastAudited())?.detail).toMatchObject({
      after: { ...looser(), overSale: true },
      replaced: { secondAboveAmount: '90000' },
    })
    const { id } = await waiting(ada)
    expect(await proposeLooser(ada)).toEqual({ ok: true, value: base, waits: true })
    expect((await waiting(ada)).id, 'the same press once more').toBe(id)
  })

  test('whose change is gone altogether is not said to be changed', async () => {
    await proposeLooser(ada)
    const { id } = await waiting(ben)
    await answer(ada, 'withdraw')
    const late = await answerProposal(ben, { proposalId: id, answer: 'consent' })
    expect(late).toMatchObject({ ok: false, message: expect.stringContaining('withdrawn') })
  })

  test('of two who propose at once one is heard', async () => {
    const results = await Promise.all([proposeLooser(ada), proposeLooser(ben, { ...base, overSale: true })])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await listProposals(ada)).toHaveLength(1)
  })

  test('is one admin’s to change where there is no other, which voids what waited', async () => {
    await proposeLooser(ada)
    await withoutBen()
    const value = { ...base, overSale: true }
    expect(await proposeLooser(ada, value)).toEqual({ ok: true, value })
    expect(await rulesNow()).toEqual(value)
    expect(await listProposals(ada)).toEqual([])
  })

  test('is not changed by the consent to what was proposed from another state of it', async () => {
    await proposeLooser(ada)
    const between = { ...base, overSale: true }
    await desk.services.db.insert(settings).values({ key: 'funding', value: between })
    expect(await answer(ben, 'consent')).toMatchObject({ ok: false })
    expect(await rulesNow()).toEqual(between)
    expect(await listProposals(ben)).toEqual([])
  })

  test('is not changed by the proposal of somebody who is no admin any more', async () => {
    const cora = await desk.as('Cora', ['admin'])
    await proposeLooser(cora)
    const [row] = await desk.services.db.select().from(users).where(eq(users.id, cora.actor.id))
    await deactivatePerson(ada, {
      personId: cora.actor.id,
      version: row?.version ?? 0,
      casesTo: '',
      applicationsTo: '',
    })
    expect(await listProposals(ada)).toEqual([])
    const withdrawn = await desk.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'rule-change-withdrawn'))
    expect(withdrawn.at(-1)).toMatchObject({
      actorId: ada.actor.id,
      subjectId: 'funding',
      detail: { proposedBy: cora.actor.id, because: expect.stringMatching(/not an admin/) },
    })
    await expect(proposeLooser(cora)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

test('a setting that guards nothing takes one admin', async () => {
  const before = await readSetting(desk.services.db, documentRules)
  const value = { ...before, keepFreeMegabytes: 700 }
  expect(await saveSetting(ada, documentRules, { base: before, value })).toEqual({ ok: true, value })
})

test('the addresses that a receiver accepts take two, its name takes one', async () => {
  const made = await createReceiver(ada, {
    profileId: '941000000001',
    merchantId: 'M-TWO',
    label: 'Till',
    allowed: '',
  })
  if (!made.ok) throw new Error('It was not made.')
  const { receiverId } = made.value
  const now = async () => {
    const [row] = await desk.services.db
      .select({ label: callbackReceivers.label, allowed: callbackReceivers.allowed })
      .from(callbackReceivers)
      .where(eq(callbackReceivers.id, receiverId))
    return row
  }
  const named = { label: 'Shop', allowed: [] }
  await changeReceiver(ada, {
    receiverId,
    base: { label: 'Till', allowed: [] },
    typed: { label: 'Shop', allowed: '' },
  })
  expect(await now()).toEqual(named)
  expect(
    await changeReceiver(ada, { receiverId, base: named, typed: { label: 'Shop', allowed: '198.51.100.7' } }),
  ).toEqual({ ok: true, value: named, waits: true })
  expect(await now()).toEqual(named)
  expect(await waiting(ben)).toMatchObject({
    title: 'Receiver “Shop”',
    differences: [{ label: 'Accepted addresses', before: 'Any address', after: '198.51.100.7' }],
  })
  expect(await answer(ben, 'consent')).toEqual({ ok: true })
  expect(await now()).toEqual({ label: 'Shop', allowed: ['198.51.100.7/32'] })
})

test('an endpoint reaches inner addresses once two admins say so', async () => {
  const endpointId = crypto.randomUUID()
  const now = async () => {
    const [row] = await desk.services.db
      .select({ url: callbackEndpoints.url, innerAllowed: callbackEndpoints.innerAllowed })
      .from(callbackEndpoints)
      .where(eq(callbackEndpoints.id, endpointId))
    return row
  }
  const inner = { label: 'ERP', url: 'http://10.0.0.7/callbacks?key=secret', innerAllowed: true }
  expect(await addEndpoint(ada, { endpointId, ...inner })).toMatchObject({ ok: true, waits: true })
  expect(await now()).toEqual({ url: inner.url, innerAllowed: false })
  expect(await answer(ben, 'consent')).toEqual({ ok: true })
  expect(await now()).toEqual({ url: inner.url, innerAllowed: true })

  const elsewhere = { ...inner, url: 'http://10.0.0.8/admin' }
  expect(await changeEndpoint(ben, { endpointId, base: inner, ...elsewhere })).toEqual({
    ok: true,
    waits: true,
  })
  expect(await now()).toEqual({ url: inner.url, innerAllowed: true })
  expect(JSON.stringify(await lastAudited()), 'a key of theirs').not.toContain('secret')
  expect(await answer(ada, 'decline')).toEqual({ ok: true })

  const outside = { label: 'ERP', url: 'https://erp.example.test/', innerAllowed: false }
  expect(await changeEndpoint(ada, { endpointId, base: inner, ...outside })).toEqual({ ok: true })
  expect(await now()).toEqual({ url: outside.url, innerAllowed: false })
})

/** The last one: the audit log keeps it. */
test('a change is no work of an admin who cannot approve it yet, and both are told why it waits', async () => {
  const both = [ada.actor.id, ben.actor.id]
  await desk.services.db.update(users).set({ active: false }).where(notInArray(users.id, both))
  await proposeLooser(ada)
  await recordAudit(desk.services.db, {
    at: desk.services.now(),
    actorId: ada.actor.id,
    action: 'person-reactivated',
    subject: ['user', ben.actor.id],
    requestId: 'test',
    detail: { roles: ['admin'] },
  })
  expect(await waiting(ben)).toMatchObject({ barred: expect.stringMatching(/^Ada made you an admin/) })
  expect(await waiting(ada)).toMatchObject({ barred: expect.stringMatching(/^You made Ben an admin/) })
  const work = (await viewDashboard(ben, { days: 7 })).work ?? []
  expect(work.filter(({ key }) => key === 'rule-changes')).toEqual([])
})
