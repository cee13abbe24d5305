import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { asc } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { auditLog } from '@/lib/db/schema/desk'
import { parseEnv } from '@/lib/env'
import { openDeskAudit } from '@/lib/server/audit-log/desk-audit'
import { seedReceivers } from '@/lib/server/demonstration/seed-receivers'
import { announceDesk } from '@/lib/server/running-desk'
import type { Ctx } from '@/lib/server/services'
import { emptyAuditLog } from '@/lib/testing/empty-audit-log'
import { sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { type SandboxControls, sandboxControls } from './controls'
import { DEMO_PROFILE } from './join'
import {
  changeProfile,
  changeProfileSchema,
  clearFaults,
  resetSandbox,
  resetSandboxSchema,
  revokeTokens,
  sendCallback,
  sendCallbackSchema,
  setFault,
  setFaultSchema,
  setStage,
  setStageSchema,
} from './mutations'
import { isSandboxOn, requireSandbox } from './sandbox'

let sandbox: SandboxProcess
let desk: TestDesk
let ada: Ctx
let controls: SandboxControls
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url })
  ada = await desk.as('Ada', ['admin'])
  controls = sandboxControls(sandbox.url)
  return async () => {
    await desk.close()
    await sandbox.stop()
  }
})
beforeEach(async () => {
  await controls.reset()
  await emptyAuditLog(desk.database)
})

const audited = () =>
  desk.services.db
    .select({
      action: auditLog.action,
      subject: auditLog.subjectId,
      actorId: auditLog.actorId,
      detail: auditLog.detail,
    })
    .from(auditLog)
    .orderBy(asc(auditLog.id))

describe('the audit log has', () => {
  test('a stage before and after', async () => {
    const { opportunityId } = await sandboxCalls(sandbox.url).createApplication()
    expect(await setStage(ada, controls, { opportunityId, stage: 'Closed Won' })).toEqual({
      stage: 'Closed Won',
    })
    expect(await audited()).toEqual([
      {
        action: 'sandbox-stage-set',
        subject: opportunityId,
        actorId: ada.actor.id,
        detail: { before: 'Application Received', after: 'Closed Won' },
      },
    ])
  })

  test('of a response address no more than its origin: what follows may be a key', async () => {
    const responseUrl = 'https://desk.example/webhooks/response-credit-card/secret-key-00000001'
    await changeProfile(ada, controls, { profileId: '941000000001', status: 'suspended', responseUrl })
    await changeProfile(ada, controls, { profileId: '941000000001', status: 'suspended', responseUrl: '' })
    expect((await audited()).map(({ detail }) => detail)).toEqual([
      {
        before: { status: 'active', responseOrigin: null },
        after: { status: 'suspended', responseOrigin: 'https://desk.example' },
      },
      {
        before: { status: 'suspended', responseOrigin: 'https://desk.example' },
        after: { status: 'suspended', responseOrigin: null },
      },
    ])
    expect(await controls.requireProfile('941000000001')).toMatchObject({ responseUrl: null })
  })

  test('of an event the names of its fields, and no value', async () => {
    const fields = [
      { name: 'acct_number', value: '4111111111111111' },
      { name: 'note', value: 'not for the log' },
    ]
    await sendCallback(ada, controls, { profileId: '941000000001', times: 2, fields })
    expect((await audited()).map(({ detail }) => detail)).toEqual([
      { times: 2, fields: ['acct_number', 'note'] },
    ])
  })

  test('faults, revoked tokens and a reset', async () => {
    await setFault(ada, controls, { endpoint: 'token', mode: 'hang', times: 2, delayMs: 10 })
    expect(await controls.listFaults()).toHaveLength(1)
    await clearFaults(ada, controls)
    expect(await controls.listFaults()).toEqual([])
    await revokeTokens(ada, controls)
    await sandboxCalls(sandbox.url).requestToken()
    await resetSandbox(ada, controls, 'https://desk.example')
    expect(await controls.listRequests({})).toEqual([])
    expect((await audited()).map(({ action, detail }) => [action, detail])).toEqual([
      ['sandbox-fault-set', { endpoint: 'token', mode: 'hang', times: 2, delayMs: 10 }],
      ['sandbox-faults-cleared', {}],
      ['sandbox-tokens-revoked', {}],
      ['sandbox-reset', {}],
    ])
  })

  test('a reset leaves the sales of the demonstration coming to this desk', async () => {
    await seedReceivers(desk.services)
    await resetSandbox(ada, controls, 'https://desk.example')
    expect((await controls.requireProfile(DEMO_PROFILE)).responseUrl).toMatch(
      /^https:\/\/desk\.example\/webhooks\/response-credit-card\/demo-/,
    )
  })

  test('what was asked for in vain, and that it was in vain', async () => {
    const gone = sandboxControls('http://127.0.0.1:9/sandbox')
    await expect(resetSandbox(ada, gone, 'https://desk.example')).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect((await audited()).map(({ action, detail }) => [action, detail])).toEqual([
      ['sandbox-reset', {}],
      ['sandbox-control-failed', { attempted: 'sandbox-reset', reason: 'unavailable' }],
    ])
  })
})

describe('an input is refused, with words for its field,', () => {
  const first = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) => {
    const [issue] = result.error?.issues ?? []
    return issue && [issue.path[0], issue.message]
  }
  const fields = [{ name: 'tran_id', value: '1' }]
  const event = { profileId: '941000000001', times: '1', fields }

  test.each([
    ['a stage without a name', setStageSchema, { opportunityId: '006', stage: '  ' }, 'stage'],
    ['a stage that is too long', setStageSchema, { opportunityId: '006', stage: 'x'.repeat(256) }, 'stage'],
    ['a stage with a NUL', setStageSchema, { opportunityId: '006', stage: 'a\u0000b' }, 'stage'],
    [
      'an address without a scheme',
      changeProfileSchema,
      { profileId: '1', status: 'active', responseUrl: 'desk.example/x' },
      'responseUrl',
    ],
    [
      'an address of another scheme',
      changeProfileSchema,
      { profileId: '1', status: 'active', responseUrl: 'javascript:alert(1)' },
      'responseUrl',
    ],
    ['a number that is none', sendCallbackSchema, { ...event, times: 'x' }, 'times'],
    ['no number', sendCallbackSchema, { ...event, times: '' }, 'times'],
    ['too many', sendCallbackSchema, { ...event, times: '1001' }, 'times'],
    [
      'a field without a name',
      sendCallbackSchema,
      { ...event, fields: [{ name: '', value: '1' }] },
      'fields',
    ],
    [
      'a field that is there twice',
      sendCallbackSchema,
      { ...event, fields: [...fields, ...fields] },
      'fields',
    ],
    ['no mode', setFaultSchema, { endpoint: 'token', mode: '', times: '1' }, 'mode'],
    ['half a request', setFaultSchema, { endpoint: 'token', mode: 'status', times: '1.5' }, 'times'],
    [
      'a status that is none',
      setFaultSchema,
      { endpoint: 'token', mode: 'status', times: '1', status: '700' },
      'status',
    ],
    [
      'a delay that is too long',
      setFaultSchema,
      { endpoint: 'token', mode: 'hang', times: '1', delayMs: '600001' },
      'delayMs',
    ],
    ['another word', resetSandboxSchema, { word: 'rest' }, 'word'],
  ])('when it has %s', (_, schema, input, field) => {
    expect(first(schema.safeParse(input))).toEqual([field, expect.stringMatching(/^[A-Z“].*\.$/)])
  })

  test('and an empty box leaves the figure to the sandbox', () => {
    expect(
      setFaultSchema.parse({ endpoint: 'token', mode: 'hang', times: '2,000', delayMs: '', status: ' ' }),
    ).toEqual({ endpoint: 'token', mode: 'hang', times: 2_000 })
  })
})

test('with a real partner there is no sandbox', async () => {
  const live = parseEnv({
    AUTH_SECRET: randomBytes(32).toString('base64'),
    DATA_KEY: randomBytes(32).toString('base64'),
    AUDIT_SIGNING_KEY: randomBytes(32).toString('base64'),
    PARTNER: 'live',
    PARTNER_AUTH_URL: 'https://login.partner.example',
    PARTNER_CLIENT_ID: 'id',
    PARTNER_CLIENT_SECRET: 'secret',
    PARTNER_USERNAME: 'name',
    PARTNER_PASSWORD: 'password',
    PARTNER_INSTANCE_HOSTS: 'partner.example',
  })
  const directory = await mkdtemp(path.join(tmpdir(), 'desk-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const announce = async (env: typeof live) =>
    announceDesk(
      Promise.resolve({
        env,
        db: desk.services.db,
        authSecret: '',
        sandboxKey: randomBytes(32),
        services: desk.services,
        callbackDoor: () => false,
        identifyCaller: () => {},
        untrustedProxy: () => null,
        audit: await openDeskAudit(desk.services, { ...env, DATA_DIR: directory }),
        refreshCallbackKeys: async () => {},
        listening: async () => {},
        beginStop: () => {},
        isStopping: () => false,
        hasAdmin: async () => true,
        stopWork: async () => {},
        close: async () => {},
      }),
    )
  await announce(parseEnv({ PARTNER_AUTH_URL: `${sandbox.url}/` }))
  expect(isSandboxOn()).toBe(true)
  expect(await requireSandbox().controls.listProfiles()).toHaveLength(4)
  expect(requireSandbox().address).toBe(sandbox.url)
  await announce(live)
  expect(isSandboxOn()).toBe(false)
  expect(() => requireSandbox()).toThrow(expect.objectContaining({ code: 'not-found' }))
})
