import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { auditLog, ruleProposals, settings } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import { FIRST_TEMPLATES, type LineItemTemplate } from '@/lib/domain/application/line-item-template'
import { dayRules } from '@/lib/domain/settings/day-rules'
import { underwritingRules } from '@/lib/domain/settings/underwriting-rules'
import { workRules } from '@/lib/domain/settings/work-rules'
import { isBlocking } from '@/lib/domain/values/violation'
import { parseEnv } from '@/lib/env'
import { DeskError } from '@/lib/errors'
import { viewApplication } from '@/lib/server/applications/loaders'
import { answerProposal } from '@/lib/server/proposals/answer'
import type { Ctx } from '@/lib/server/services'
import { loadLineItemTemplates, loadLists, loadRules, loadUnderwritingRules } from '@/lib/server/settings'
import { startDesk } from '@/lib/server/start-desk'
import { applicationNow, submitAsReviewed, submittableDraft } from '@/lib/testing/applications-at-partner'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { emptyAuditLog } from '@/lib/testing/empty-audit-log'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { removeTemplate, saveList, saveSetting, saveTemplate } from './mutations'

const NOBODY = 'http://127.0.0.1:1/sandbox'

/** A request that begins now, of someone who asked before. */
const nextRequest = (desk: TestDesk, { actor, requestId }: Ctx): Ctx => ({
  ...desk.services,
  actor,
  requestId,
})

const audited = async ({ db }: Ctx, subject: string) =>
  (
    await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectType, 'setting'), eq(auditLog.subjectId, subject)))
      .orderBy(asc(auditLog.id))
  ).map(({ actorId, action, requestId, detail }) => ({ actorId, action, requestId, detail }))

const ddaTypes = async ({ db }: Ctx) => (await loadLists(db)).ddaTypes
const DDA_TYPES = ['Deposit', 'Fees', 'Chargebacks']

const [FIRST] = FIRST_TEMPLATES
if (!FIRST) throw new Error('A new desk has templates.')
const RENTAL: LineItemTemplate = {
  id: 'template-rental',
  kind: 'Equipment',
  name: 'Terminal rental',
  members: [{ name: 'Unit_Price__c', value: '12.00' }],
}

describe('on a desk', () => {
  let desk: TestDesk
  let ada: Ctx
  let ben: Ctx
  let ana: Ctx
  beforeAll(async () => {
    desk = await openTestDesk({ partnerUrl: NOBODY })
    ada = await desk.as('Ada', ['admin'])
    ben = await desk.as('Ben', ['admin'])
    ana = await desk.as('Ana')
  })
  afterAll(() => desk.close())
  beforeEach(async () => {
    await desk.services.db.delete(settings)
    await emptyAuditLog(desk.database)
    await desk.services.reloadSettings()
  })

  describe('a list', () => {
    test('is saved cleaned, in its order, with an audit row that has both', async () => {
      const values = ['Fees', ' Deposit ', 'Reserve  account']
      const kept = ['Fees', 'Deposit', 'Reserve account']
      expect(await saveList(ada, { list: 'ddaTypes', base: DDA_TYPES, values })).toEqual({
        ok: true,
        value: kept,
      })
      expect(await ddaTypes(ada)).toEqual(kept)
      expect(await audited(ada, 'lists.ddaTypes')).toEqual([
        {
          actorId: ada.actor.id,
          action: 'list-changed',
          requestId: ada.requestId,
          detail: { before: DDA_TYPES, after: kept },
        },
      ])
    })

    test('leaves the other lists as they are', async () => {
      const before = await loadLists(ada.db)
      await saveList(ada, { list: 'industries', base: [...before.industries], values: ['Retail'] })
      await saveList(ada, { list: 'ddaTypes', base: DDA_TYPES, values: [] })
      expect(await loadLists(ada.db)).toEqual({ ...before, industries: ['Retail'], ddaTypes: [] })
    })

    test('with something wrong in it is not saved', async () => {
      const values = ['Deposit', 'deposit']
      expect(await saveList(ada, { list: 'ddaTypes', base: DDA_TYPES, values })).toMatchObject({
        ok: false,
        reason: 'problems',
        problems: [{ path: 'ddaTypes.1' }],
      })
      expect(await ddaTypes(ada)).toEqual(DDA_TYPES)
      expect(await audited(ada, 'lists.ddaTypes')).toEqual([])
    })

    test('that somebody else changed first is not saved, and what stands comes back', async () => {
      const theirs = [...DDA_TYPES, 'Reserve']
      await saveList(ben, { list: 'ddaTypes', base: DDA_TYPES, values: theirs })
      const mine = { list: 'ddaTypes' as const, base: DDA_TYPES, values: ['Deposit'] }
      expect(await saveList(ada, mine)).toMatchObject({
        ok: false,
        reason: 'stale',
        theirs,
        changedBy: 'Ben',
        changedAt: expect.stringMatching(/^\d{4}-/),
      })
      expect(await saveList(ben, mine)).toMatchObject({ changedBy: 'You, in another window,' })
      expect(await ddaTypes(ada)).toEqual(theirs)
      expect(await audited(ada, 'lists.ddaTypes')).toHaveLength(1)
      expect(await saveList(ada, { ...mine, base: theirs })).toMatchObject({ ok: true })
    })

    test('saved twice with one press is saved once', async () => {
      const press = { list: 'ddaTypes' as const, base: DDA_TYPES, values: ['Deposit'] }
      expect(await saveList(ada, press)).toEqual(await saveList(ada, press))
      expect(await audited(ada, 'lists.ddaTypes')).toHaveLength(1)
    })

    test('of roles always has those that the rules name', async () => {
      await desk.services.db.insert(settings).values({ key: 'lists', value: { roles: ['Bookkeeper'] } })
      expect((await loadLists(ada.db)).roles).toEqual([
        'Principal',
        'Control Prong',
        'Authorized Signer',
        'Bookkeeper',
      ])
    })
  })

  describe('an open draft', () => {
    const violations = async (id: string) =>
      (await viewApplication(nextRequest(desk, ana), id)).violations.filter(isBlocking)
    const save = async (values: string[]) => {
      const base = await ddaTypes(ada)
      expect(await saveList(ada, { list: 'ddaTypes', base: [...base], values })).toMatchObject({ ok: true })
    }

    test('gets a problem at the field whose value was removed, at once, and loses it when it is back', async () => {
      const id = await seedApplicationDraft(ana, submittableDraft())
      expect(await violations(id)).toEqual([])
      await save(['Fees'])
      expect(await violations(id)).toMatchObject([{ path: 'accounts.items.0.ddaType', code: 'not-listed' }])
      expect(await submitAsReviewed(nextRequest(desk, ana), id)).toMatchObject({
        ok: false,
        reason: 'violations',
        violations: [{ path: 'accounts.items.0.ddaType' }],
      })
      expect((await applicationNow(ana, id)).draft.accounts.items[0]?.ddaType).toBe('Deposit')
      await save(DDA_TYPES)
      expect(await violations(id)).toEqual([])
    })

    test('may have any value once the list is empty', async () => {
      const draft = submittableDraft()
      const [account] = draft.accounts.items
      if (account) account.ddaType = 'Whatever the bank says'
      const id = await seedApplicationDraft(ana, draft)
      expect(await violations(id)).toMatchObject([{ path: 'accounts.items.0.ddaType' }])
      await save([])
      expect(await violations(id)).toEqual([])
    })

    test('is judged to its end by the lists that its request began with', async () => {
      const request = nextRequest(desk, ana)
      await save(['Fees'])
      expect(request.lists.ddaTypes).toEqual(DDA_TYPES)
      expect(nextRequest(desk, ana).lists.ddaTypes).toEqual(['Fees'])
    })
  })

  /** Rules that guard take one admin where there is no other; with two, see proposals.db.test.ts. */
  const activate = (ctx: Ctx, active: boolean) =>
    ctx.db.update(users).set({ active }).where(eq(users.id, ctx.actor.id))
  const saveAlone = async <T>(ctx: Ctx, save: () => Promise<T>): Promise<T> => {
    const other = ctx === ada ? ben : ada
    await activate(other, false)
    const saved = await save()
    await activate(other, true)
    return saved
  }

  describe('the rules', () => {
    const off = { resendNeedsSecondPerson: false }
    const on = { resendNeedsSecondPerson: true }

    test('are saved with an audit row that has both', async () => {
      const saved = await saveAlone(ada, () => saveSetting(ada, workRules, { base: off, value: on }))
      expect(saved).toEqual({ ok: true, value: on })
      expect(await loadRules(ada.db)).toEqual(on)
      expect(await audited(ada, 'rules')).toMatchObject([
        { actorId: ada.actor.id, action: 'rules-changed', detail: { before: off, after: on } },
      ])
    })

    test('that somebody else changed first are not saved', async () => {
      await saveAlone(ben, () => saveSetting(ben, workRules, { base: off, value: on }))
      expect(await saveSetting(ada, workRules, { base: on, value: on })).toEqual({ ok: true, value: on })
      expect(await saveSetting(ada, workRules, { base: off, value: off })).toMatchObject({
        ok: false,
        reason: 'stale',
        theirs: on,
        changedBy: 'Ben',
      })
      expect(await loadRules(ada.db)).toEqual(on)
    })
  })

  test('business days are in use as soon as they are saved, also by another admin’s consent', async () => {
    const base = { timeZone: 'UTC', cutOffHour: 24 }
    const value = { timeZone: 'Pacific/Chatham', cutOffHour: 17 }
    expect(desk.services.days).toEqual(base)
    await saveAlone(ada, () => saveSetting(ada, dayRules, { base, value }))
    expect(desk.services.days).toEqual(value)
    expect(await saveSetting(ada, dayRules, { base: value, value: base })).toMatchObject({ waits: true })
    expect(desk.services.days).toEqual(value)
    const [proposal] = await ben.db.select({ id: ruleProposals.id }).from(ruleProposals)
    await answerProposal(ben, { proposalId: proposal?.id ?? '', answer: 'consent' })
    expect(desk.services.days).toEqual(base)
  })

  describe('the rules of underwriting', () => {
    const before = {
      precheck: 'off',
      defaultMode: 'ask',
      fourEyesAbove: '100000',
      hoursAllowed: 48,
    } as const
    const after = {
      precheck: 'required',
      defaultMode: 'us',
      fourEyesAbove: '50000',
      hoursAllowed: 24,
    } as const

    test('are saved with an audit row that has both', async () => {
      const saved = await saveAlone(ada, () =>
        saveSetting(ada, underwritingRules, { base: before, value: after }),
      )
      expect(saved).toEqual({ ok: true, value: after })
      expect(await loadUnderwritingRules(ada.db)).toEqual(after)
      expect(await audited(ada, 'underwriting')).toMatchObject([
        { actorId: ada.actor.id, action: 'underwriting-rules-changed', detail: { before, after } },
      ])
    })

    test('are not for whoever may not decide them', async () => {
      const saving = saveSetting(ana, underwritingRules, { base: before, value: after })
      await expect(saving).rejects.toThrow(new DeskError('forbidden'))
      expect(await loadUnderwritingRules(ada.db)).toEqual(before)
      expect(await audited(ada, 'underwriting')).toEqual([])
    })

    test('that somebody else changed first are not saved', async () => {
      await saveAlone(ben, () => saveSetting(ben, underwritingRules, { base: before, value: after }))
      const other = { ...after, hoursAllowed: 72 }
      expect(await saveSetting(ada, underwritingRules, { base: before, value: other })).toMatchObject({
        ok: false,
        reason: 'stale',
        theirs: after,
        changedBy: 'Ben',
      })
      expect(await loadUnderwritingRules(ada.db)).toEqual(after)
    })
  })

  describe('a line item template', () => {
    const templates = () => loadLineItemTemplates(ada.db)

    test('is saved among those that a new desk has, in its place, with an audit row', async () => {
      expect(await templates()).toEqual(FIRST_TEMPLATES)
      expect(await saveTemplate(ada, { base: null, template: RENTAL })).toEqual({ ok: true, value: RENTAL })
      expect(await templates()).toEqual([...FIRST_TEMPLATES, RENTAL])
      const dearer = { ...RENTAL, members: [{ name: 'Unit_Price__c', value: '15.00' }] }
      await saveTemplate(ada, { base: RENTAL, template: dearer })
      expect(await templates()).toEqual([...FIRST_TEMPLATES, dearer])
      expect(await audited(ada, `line-item-template.${RENTAL.id}`)).toMatchObject([
        { action: 'line-item-template-saved', detail: { before: null, after: RENTAL } },
        { action: 'line-item-template-saved', detail: { before: RENTAL, after: dearer } },
      ])
    })

    test('that would be no line item is not saved', async () => {
      const members = [{ name: 'not a name', value: '' }]
      expect(await saveTemplate(ada, { base: FIRST, template: { ...FIRST, members } })).toMatchObject({
        ok: false,
        reason: 'problems',
        problems: [{ path: 'members.0.name' }],
      })
      expect(await templates()).toEqual(FIRST_TEMPLATES)
    })

    test('that somebody else changed or removed first is neither saved nor removed', async () => {
      const theirs = { ...FIRST, name: 'Their name' }
      await saveTemplate(ben, { base: FIRST, template: theirs })
      const mine = { base: FIRST, template: { ...FIRST, name: 'My name' } }
      const stale = { ok: false, reason: 'stale', theirs, changedBy: 'Ben' }
      expect(await saveTemplate(ada, mine)).toMatchObject(stale)
      expect(await removeTemplate(ada, { base: FIRST })).toMatchObject(stale)
      expect(await templates()).toContainEqual(theirs)
      await removeTemplate(ben, { base: theirs })
      expect(await saveTemplate(ada, mine)).toMatchObject({ ...stale, theirs: null })
    })

    test('does not stand in the way of somebody who changes another', async () => {
      const [, second] = FIRST_TEMPLATES
      if (!second) throw new Error('There are several.')
      await saveTemplate(ben, { base: FIRST, template: { ...FIRST, name: 'Other' } })
      expect(
        await saveTemplate(ada, { base: second, template: { ...second, name: 'Another' } }),
      ).toMatchObject({ ok: true })
      expect((await templates()).map(({ name }) => name)).toEqual(
        expect.arrayContaining(['Other', 'Another']),
      )
    })

    test('is removed with an audit row; the last one too, and none comes back', async () => {
      for (const template of FIRST_TEMPLATES) {
        expect(await removeTemplate(ada, { base: template })).toEqual({ ok: true, value: null })
      }
      expect(await templates()).toEqual([])
      expect(await removeTemplate(ada, { base: FIRST })).toEqual({ ok: true, value: null })
      expect(await audited(ada, `line-item-template.${FIRST.id}`)).toMatchObject([
        { action: 'line-item-template-removed', detail: { before: FIRST, after: null } },
      ])
    })
  })
})

withPostgres('two instances on one database', (createDatabase) => {
  const keyEncryptionKey = randomBytes(32)
  let databaseUrl: string
  let desks: [TestDesk, TestDesk]
  let ada: Ctx
  let ben: Ctx
  beforeAll(async () => {
    databaseUrl = await createDatabase()
    const options = { partnerUrl: NOBODY, databaseUrl, keyEncryptionKey }
    desks = [await openTestDesk(options), await openTestDesk(options)]
    ada = await desks[0].as('Ada', ['admin'])
    ben = await desks[1].as('Ben', ['admin'])
    return async () => {
      for (const desk of desks) await desk.close()
    }
  })

  test('a list that one saved is in use there at once, and at the other with its next look', async () => {
    await saveList(ada, { list: 'ddaTypes', base: DDA_TYPES, values: [...DDA_TYPES, 'Reserve'] })
    expect(desks[0].services.lists.ddaTypes).toContain('Reserve')
    expect(desks[1].services.lists.ddaTypes).not.toContain('Reserve')
    await desks[1].services.reloadSettings()
    expect(desks[1].services.lists.ddaTypes).toContain('Reserve')
  })

  test('a running desk hears within seconds of what another one saved, with nobody asking', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'payfac-desk-'))
    const running = await startDesk(
      parseEnv({
        DATABASE_URL: databaseUrl,
        DATA_DIR: directory,
        AUTH_SECRET: randomBytes(32).toString('base64'),
        DATA_KEY: keyEncryptionKey.toString('base64'),
        DEMO: '0',
      }),
    )
    try {
      await running.listening()
      const base = [...running.services.lists.locationTypes]
      await saveList(ada, { list: 'locationTypes', base, values: [...base, 'Kiosk'] })
      await vi.waitFor(() => expect(running.services.lists.locationTypes).toContain('Kiosk'), {
        timeout: 30_000,
      })
    } finally {
      await running.stopWork()
      await running.close()
      await rm(directory, { recursive: true, force: true })
    }
  })

  test('of many who save one list from the same start, the first of all settings too, one wins and all others hear of it', async () => {
    await ada.db.delete(settings)
    const base = [...(await loadLists(ada.db)).industries]
    const saves = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        saveList(i % 2 ? ada : ben, { list: 'industries', base, values: [...base, `Industry ${i}`] }),
      ),
    )
    const stored = (await loadLists(ada.db)).industries
    expect(saves.filter(({ ok }) => ok)).toEqual([{ ok: true, value: stored }])
    expect(
      saves.filter((save) => !save.ok && save.reason === 'stale' && save.theirs.length === stored.length),
    ).toHaveLength(7)
    expect(await audited(ada, 'lists.industries')).toHaveLength(1)
  })

  test('different lists and templates, saved at once, are all kept', async () => {
    await ada.db.delete(settings)
    const lists = await loadLists(ada.db)
    const names = ['ddaTypes', 'industries', 'locationTypes', 'sponsorBanks', 'roles'] as const
    await Promise.all([
      ...names.map((list, i) =>
        saveList(i % 2 ? ada : ben, { list, base: [...lists[list]], values: [...lists[list], 'Added'] }),
      ),
      saveTemplate(ada, { base: null, template: RENTAL }),
      removeTemplate(ben, { base: FIRST }),
    ])
    const kept = await loadLists(ada.db)
    for (const list of names) expect(kept[list]).toEqual([...lists[list], 'Added'])
    expect(await loadLineItemTemplates(ada.db)).toEqual([...FIRST_TEMPLATES.slice(1), RENTAL])
  })

  test('while the audit log cannot be written, nothing is changed', async () => {
    await ada.db.delete(settings)
    const base = [...(await loadLists(ada.db)).ddaTypes]
    const changes = [
      () => saveList(ada, { list: 'ddaTypes', base, values: ['Deposit'] }),
      () =>
        saveSetting(ada, workRules, {
          base: { resendNeedsSecondPerson: false },
          value: { resendNeedsSecondPerson: true },
        }),
      () => saveTemplate(ada, { base: null, template: RENTAL }),
      () => removeTemplate(ada, { base: FIRST }),
    ]
    await desks[0].database.asOwner((db) => db.execute(sql`alter table audit_log rename to audit_log_away`))
    const before = (await dumpDatabase(ada.db))['public.settings']
    for (const change of changes) await expect(change()).rejects.toThrow('audit_log')
    expect((await dumpDatabase(ada.db))['public.settings']).toEqual(before)
    await desks[0].database.asOwner((db) => db.execute(sql`alter table audit_log_away rename to audit_log`))
  })
})
