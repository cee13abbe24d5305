import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '@/lib/db/schema/desk'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { sectionsOf } from '@/lib/domain/application/section-names'
import { parseEnv } from '@/lib/env'
import { createPartnerClient } from '@/lib/partner/client'
import { partnerConfig } from '@/lib/server/partner-config'
import { recoverAttempts } from '@/lib/server/recovery'
import type { Ctx } from '@/lib/server/services'
import { submitAsReviewed } from '@/lib/testing/applications-at-partner'
import { canariesIn } from '@/lib/testing/canary-draft'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { seedOfKind } from '@/lib/testing/full-drafts'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { readObject, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { submissionState } from '@/lib/testing/submission-state'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { requestPlace } from './attempt'
import { viewApplication } from './loaders'
import { saveSection } from './mutations'
import { sendAgain } from './resolution'
import { submitApplication } from './submission'

/** What holds of every application that is sent, whichever endpoint it goes to. */

let sandbox: SandboxProcess
let desk: TestDesk
let ana: Ctx
let ben: Ctx
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url, timeouts: TIMEOUTS })
  ana = await desk.as('Ana')
  ben = await desk.as('Ben')
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})

const TIMEOUTS = { applicationMs: 1_500, tokenMs: 1_500 }

const partner = () => sandboxCalls(sandbox.url)
/** The number of the journal's last entry when the test began. */
let before = 0
beforeEach(async () => {
  await partner().control('DELETE', 'faults')
  before = Number((await partner().journal('?last=1'))[0]?.n ?? 0)
})

const journal = (endpoint: string) => partner().journal(`?since=${before}&endpoint=${endpoint}`)
const heldByPartner = async (opportunityId: string | null) =>
  readObject(await partner().control('GET', `opportunities/${opportunityId}`))

const stateOf = (applicationId: string, at = desk) => submissionState(at, applicationId)

type Way = {
  kind: ApplicationKind
  endpoint: 'application' | 'alias'
  /** Where it has to arrive. */
  path: RegExp
  /** PARTNER_ALIAS_URL; without it the alias is below the instance address. */
  aliasPath?: string
}
const WAYS: [string, Way][] = [
  ['a PayFac application', { kind: 'payfac', endpoint: 'application', path: /merchant-application-payfac/ }],
  [
    'a full application',
    { kind: 'full', endpoint: 'alias', path: /\/services\/data\/v54\.0\/composite\/sobjects$/ },
  ],
  [
    'a full application with the alias at an address of its own',
    { kind: 'full', endpoint: 'alias', path: /(^|\/sandbox)\/applications$/, aliasPath: '/applications' },
  ],
]

describe.each(WAYS)('%s', (_name, { kind, endpoint, path, aliasPath }) => {
  /** A client as such an environment makes it, of the partner at `url`. */
  const clientAt = (url: string, aliasUrl = aliasPath && url + aliasPath) => {
    const env = parseEnv({ PARTNER: 'sandbox', PARTNER_AUTH_URL: sandbox.url, PARTNER_ALIAS_URL: aliasUrl })
    return createPartnerClient({ ...partnerConfig(env), timeouts: TIMEOUTS })
  }
  const addressed = (ctx: Ctx): Ctx => ({ ...ctx, partner: clientAt(sandbox.url) })
  const seed = (identities?: 'canaries') => seedOfKind(ana, kind, identities)
  const submit = (ctx: Ctx, id: string) => submitAsReviewed(addressed(ctx), id)
  /** Requests since the test began, as [status, applied]. */
  const received = async () => (await journal(endpoint)).map(({ status, applied }) => [status, applied])
  const setFault = (fault: Record<string, unknown>) =>
    partner().control('PUT', 'faults', { endpoint, ...fault })

  test('arrives at its endpoint, once, and at no other', async () => {
    const id = await seed()
    expect(await submit(ana, id)).toEqual({ ok: true, status: 'submitted' })
    expect((await journal(endpoint)).map((entry) => entry.path)).toEqual([expect.stringMatching(path)])
    expect(await journal(kind === 'full' ? 'application' : 'alias')).toEqual([])
    expect(await stateOf(id)).toMatchObject({ states: ['accepted'], endpoints: [endpoint] })
  })

  test('has every record id stored with the item that it belongs to', async () => {
    const id = await seed()
    await submit(ana, id)
    const { application, records } = await stateOf(id)
    const held = await heldByPartner(application.opportunityId)
    const idsOf = (objectType: string, list: unknown): [string, unknown, unknown][] =>
      Array.isArray(list) ? list.map(({ SourceId, Id }) => [objectType, SourceId, Id]) : []
    const expected = [
      ['Account', '', application.accountId],
      ['Opportunity', '', application.opportunityId],
      ...(kind === 'full' ? [['Quote', '', held.quoteId]] : []),
      ...idsOf('Contact', kind === 'full' ? held.lstBens : held.lstContact),
      ...idsOf('Business Checking Account', held.lstbussCheckAcc),
      ...idsOf('QuoteLineItem', held.Lstqli),
    ]
    expect(expected.length).toBeGreaterThanOrEqual(kind === 'full' ? 9 : 4)
    expect(records).toEqual(expected.sort())
  })

  test('keeps the exact text that was sent, sealed, with its hash', async () => {
    const id = await seed()
    await submit(ana, id)
    const { application, attempts } = await stateOf(id)
    const [attempt] = attempts
    const body = desk.services.sealer.open(requestPlace(attempt?.id ?? ''), attempt?.request ?? '')
    const sha256 = createHash('sha256').update(body).digest('hex')
    expect(attempt).toMatchObject({ state: 'accepted', httpStatus: 200, requestSha256: sha256 })
    expect(await journal(endpoint)).toMatchObject([{ status: 200, applied: true, sha256 }])
    expect((await heldByPartner(application.opportunityId)).received).toEqual([JSON.parse(body)])
    expect(() => desk.services.sealer.open(requestPlace(id), attempt?.request ?? '')).toThrow()
  })

  test('is told in two rows of the audit log', async () => {
    const id = await seed()
    await submit(ana, id)
    const rows = await desk.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, id))
      .orderBy(auditLog.id)
    expect(
      rows.slice(-2).map(({ action, actorId, detail }) => [action, actorId, detail.from, detail.to]),
    ).toEqual([
      ['submission-started', ana.actor.id, 'draft', 'submitting'],
      ['submission-accepted', ana.actor.id, 'submitting', 'submitted'],
    ])
  })

  test('is not sent a second time', async () => {
    const id = await seed()
    await submit(ana, id)
    expect(await submit(ana, id)).toMatchObject({ ok: false, reason: 'wrong-state' })
    expect(await received()).toEqual([[200, true]])
  })

  test('is not sent twice, when three submissions come at the same time', async () => {
    const id = await seed()
    const results = await Promise.all([ana, ben, ana].map((ctx) => submit(ctx, id)))
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await received()).toEqual([[200, true]])
    expect((await stateOf(id)).states).toEqual(['accepted'])
  })

  test.each(sectionsOf(kind))(
    'is not sent as nobody reviewed it: %s changed after the page was opened',
    async (section) => {
      const id = await seed()
      const { versions, draft } = await viewApplication(ana, id)
      await saveSection(ben, {
        applicationId: id,
        section,
        baseVersion: 1,
        data: Reflect.get(draft, section),
      })
      const submitted = (reviewed: Partial<typeof versions>) =>
        submitApplication(addressed(ana), { applicationId: id, versions: reviewed })
      expect(await submitted(versions)).toMatchObject({ ok: false, reason: 'changed' })
      const { [section]: _left, ...others } = versions
      expect(await submitted(others)).toMatchObject({ ok: false, reason: 'changed' })
      expect(await received()).toEqual([])
      expect(await stateOf(id)).toMatchObject({ status: 'draft', states: [] })
      expect(await submitted({ ...versions, [section]: 2 })).toMatchObject({ ok: true })
    },
  )

  type Requests = [number | null, boolean][]
  const cases: [string, Record<string, unknown>, string, string, Requests][] = [
    ['refuses', { mode: 'status', status: 400 }, 'refused', 'refused', [[400, false]]],
    [
      'does not take even a new token',
      { mode: 'status', status: 401, times: 2 },
      'not-sent',
      'not-sent',
      [
        [401, false],
        [401, false],
      ],
    ],
    [
      'takes only a new token',
      { mode: 'status', status: 401 },
      'submitted',
      'accepted',
      [
        [401, false],
        [200, true],
      ],
    ],
    ['is overloaded', { mode: 'status', status: 429 }, 'not-sent', 'not-sent', [[429, false]]],
    ['fails', { mode: 'status', status: 503 }, 'outcome-unknown', 'unknown', [[503, false]]],
    [
      'fails after it created the records',
      { mode: 'status-after', status: 500 },
      'outcome-unknown',
      'unknown',
      [[500, true]],
    ],
    [
      'is overloaded after it created the records',
      { mode: 'status-after', status: 503 },
      'outcome-unknown',
      'unknown',
      [[503, true]],
    ],
    [
      'hangs, and has nothing',
      { mode: 'hang', delayMs: 20_000 },
      'outcome-unknown',
      'unknown',
      [[null, false]],
    ],
    [
      'does not answer in time',
      { mode: 'hang-after', delayMs: 20_000 },
      'outcome-unknown',
      'unknown',
      [[null, true]],
    ],
    ['cuts the connection', { mode: 'cut-after' }, 'outcome-unknown', 'unknown', [[null, true]]],
    ['answers with broken JSON', { mode: 'malformed' }, 'outcome-unknown', 'unknown', [[200, true]]],
    ['creates some records only', { mode: 'partial' }, 'partly-accepted', 'accepted', [[200, true]]],
    ['names no records', { mode: 'status', status: 200, body: {} }, 'ids-needed', 'accepted', [[200, false]]],
  ]
  test.each(cases)(
    'when the partner %s (%j): %s, the attempt %s, and nothing is resent',
    async (_when, fault, status, state, requests) => {
      const id = await seed()
      await setFault(fault)
      expect(await submit(ana, id)).toEqual({ ok: true, status })
      const after = await stateOf(id)
      expect(after).toMatchObject({ status, states: [state], endpoints: [endpoint] })
      expect(after.attempts[0]?.message).toMatch(/\w{3}.*\.$/)
      const named = status === 'submitted' || status === 'partly-accepted'
      expect(after.application.opportunityId !== null).toBe(named)
      expect(await received()).toEqual(requests)
      if (['outcome-unknown', 'partly-accepted', 'ids-needed', 'submitted'].includes(status)) {
        expect(await submit(ben, id)).toMatchObject({ ok: false, reason: 'wrong-state' })
        await recoverAttempts(desk.services, true)
        expect(await received()).toEqual(requests)
        expect(await stateOf(id), 'and a restart changes nothing of it').toMatchObject({
          status,
          states: [state],
        })
      }
    },
  )

  test('is not sent when nobody listens there; later it goes out, once', async () => {
    const id = await seed()
    const nobody = 'http://127.0.0.1:1/sandbox'
    const refusing = aliasPath
      ? clientAt(sandbox.url, nobody + aliasPath)
      : createPartnerClient(partnerConfig(parseEnv({ PARTNER: 'sandbox', PARTNER_AUTH_URL: nobody })))
    expect(await submitAsReviewed({ ...ana, partner: refusing }, id)).toEqual({
      ok: true,
      status: 'not-sent',
    })
    const [attempt] = (await stateOf(id)).attempts
    // Without a token there is nothing to send with; an address of the alias's own is known to be deaf only then.
    const unmarked = aliasPath === undefined && { sendingAt: null }
    expect(attempt).toMatchObject({ state: 'not-sent', answer: null, ...unmarked })
    expect(await received()).toEqual([])
    expect(await submit(ana, id)).toEqual({ ok: true, status: 'submitted' })
    expect(await stateOf(id)).toMatchObject({ states: ['not-sent', 'accepted'], endpoints: [endpoint] })
    expect(await received()).toEqual([[200, true]])
  })

  test('sent again, is the same text to the byte, at the same address, once', async () => {
    const id = await seed()
    await setFault({ mode: 'hang', delayMs: 5_000 })
    expect(await submit(ana, id)).toMatchObject({ status: 'outcome-unknown' })
    const [attempt] = (await stateOf(id)).attempts
    const input = { applicationId: id, attemptId: attempt?.id ?? '', reason: 'They lost it' }
    const results = await Promise.all([ana, ben].map((ctx) => sendAgain(addressed(ctx), input)))
    expect(results.filter(({ ok }) => ok)).toEqual([{ ok: true, status: 'submitted' }])
    expect(results.filter(({ ok }) => !ok)).toMatchObject([{ reason: 'wrong-state' }])
    const entries = await journal(endpoint)
    expect(entries.map(({ applied }) => applied)).toEqual([false, true])
    expect(new Set(entries.map(({ sha256 }) => sha256))).toEqual(new Set([attempt?.requestSha256]))
    expect(new Set(entries.map((entry) => entry.path)).size).toBe(1)
    const { attempts } = await stateOf(id)
    expect(attempts.map(({ state, resolution }) => [state, resolution])).toEqual([
      ['unknown', 'sent-again'],
      ['accepted', null],
    ])
  })

  test('leaves no identity in the clear, whether accepted, wholly or in part, refused, or of unknown outcome', async () => {
    const faults = [
      { mode: 'slow', delayMs: 0 },
      { mode: 'partial' },
      { mode: 'status', status: 400, body: { errors: [{ message: 'No.', fields: ['Mer.Tax_ID__c'] }] } },
      { mode: 'malformed' },
    ]
    for (const fault of faults) {
      const id = await seed('canaries')
      await setFault(fault)
      expect(await submit(ana, id)).toMatchObject({ ok: true })
      expect(canariesIn(JSON.stringify(await viewApplication(ana, id)))).toEqual([])
    }
    expect(canariesIn(JSON.stringify(await dumpDatabase(desk.services.db)))).toEqual([])
  })
})

withPostgres('several at once', (createDatabase) => {
  let shared: TestDesk
  let people: Ctx[]
  beforeAll(async () => {
    shared = await openTestDesk({ partnerUrl: sandbox.url, databaseUrl: await createDatabase() })
    people = await Promise.all(['One', 'Two', 'Three'].map((name) => shared.as(name)))
    return () => shared.close()
  })

  test.each([
    ['payfac', 'application', 4],
    ['full', 'alias', 9],
  ] as const)(
    'three submissions of a %s application at once send once, and every record is stored',
    async (kind, endpoint, records) => {
      const [first] = people
      if (!first) throw new Error('No one is there.')
      for (let round = 1; round <= 4; round++) {
        const id = await seedOfKind(first, kind)
        const results = await Promise.all(people.map((ctx) => submitAsReviewed(ctx, id)))
        expect(results.filter(({ ok }) => ok)).toHaveLength(1)
        const state = await stateOf(id, shared)
        expect(state.states).toEqual(['accepted'])
        expect(state.records).toHaveLength(records)
        expect(await journal(endpoint)).toHaveLength(round)
      }
    },
  )
})
