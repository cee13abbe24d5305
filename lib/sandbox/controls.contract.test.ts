import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startCallbackReceiver } from '@/lib/testing/callback-receiver'
import {
  application,
  controlProng,
  fullApplication,
  withValue,
} from '@/lib/testing/interface/application-bodies'
import { ACTIVE, credit, fundingCalls, transaction } from '@/lib/testing/interface/funding-requests'
import {
  newApplication,
  readObject,
  readObjects,
  SANDBOX_CREDENTIALS,
  SANDBOX_PATHS,
  type SandboxCalls,
  sandboxCalls,
} from '@/lib/testing/sandbox-calls'
import { endpointNamed, type SandboxEndpoint, sandboxEndpoints } from '@/lib/testing/sandbox-endpoints'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'

/** The controls of contract.md, "The sandbox", and the journal. */

let sandbox: SandboxProcess
let calls: SandboxCalls
let opportunityId: string
beforeAll(async () => {
  sandbox = await startSandboxProcess()
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  calls = sandboxCalls(sandbox.url)
  await calls.control('POST', 'reset')
  opportunityId = (await calls.createApplication(application())).opportunityId
})

const held = async (path: string) => (await calls.control('GET', path)).text()

const endpoints = sandboxEndpoints(() => ({ url: sandbox.url, calls, opportunityId }))
const byName = (name: SandboxEndpoint['name']) => endpointNamed(endpoints, name)

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('the journal', () => {
  test('has a row for each request to the interface, oldest first', async () => {
    await calls.control('POST', 'reset')
    calls.forgetToken()
    const body = JSON.stringify(newApplication())
    const before = Date.now()
    await calls.sendApplication(body)
    await calls.sendApplication('{"é"')
    await calls.sendAttachments('{}')
    await fetch(sandbox.url + SANDBOX_PATHS.application.replace(/\/$/, '?secret=1'), { method: 'DELETE' })
    await fundingCalls(sandbox.url).sendText('{"ü":')

    const form = String(new URLSearchParams(SANDBOX_CREDENTIALS))
    const row = (
      n: number,
      endpoint: string,
      path: string,
      status: number,
      sent: string,
      applied: boolean,
    ) => ({
      n,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      endpoint,
      method: 'POST',
      path: `/sandbox${path}`,
      status,
      bytes: Buffer.byteLength(sent),
      sha256: sha256(sent),
      applied,
    })
    const rows = await calls.journal()
    expect(rows).toEqual([
      row(1, 'token', SANDBOX_PATHS.token, 200, form, true),
      row(2, 'application', SANDBOX_PATHS.application, 200, body, true),
      row(3, 'application', SANDBOX_PATHS.application, 400, '{"é"', false),
      row(4, 'attachment', SANDBOX_PATHS.attachment, 400, '{}', false),
      {
        ...row(5, 'application', SANDBOX_PATHS.application.replace(/\/$/, ''), 405, '', false),
        method: 'DELETE',
      },
      row(6, 'funding', '/funding-amounts', 400, '{"ü":', false),
    ])
    expect(Date.parse(String(rows[0]?.at))).toBeGreaterThanOrEqual(before)
  })

  test('holds no body and no secret', async () => {
    await calls.sendApplication(newApplication())
    const text = await (await calls.control('GET', 'requests')).text()
    for (const secret of ['078051120', '123456789', 'Heron', 'T0ken', 'sandbox-client', 'Bearer', '00D']) {
      expect(text).not.toContain(secret)
    }
  })

  test('is asked for what came after an entry, for one endpoint, and for the last so many', async () => {
    for (const { send } of endpoints) await send()
    const all = await calls.journal()
    const numbers = all.map(({ n }) => Number(n))
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    expect(new Set(all.map(({ endpoint }) => endpoint))).toEqual(new Set(endpoints.map(({ name }) => name)))
    expect(await calls.journal(`?since=${numbers[1]}`)).toEqual(all.slice(2))
    expect(await calls.journal(`?since=${numbers.at(-1)}`)).toEqual([])
    expect(await calls.journal('?since=0')).toEqual(all)
    expect(await calls.journal('?last=2')).toEqual(all.slice(-2))
    for (const { name } of endpoints)
      expect(await calls.journal(`?endpoint=${name}`)).toEqual(
        all.filter(({ endpoint }) => endpoint === name),
      )
    expect(await calls.journal(`?endpoint=application&since=${numbers[1]}&last=1`)).toEqual(
      all.filter(({ endpoint }) => endpoint === 'application').slice(-1),
    )
  })

  test.each(['?since=x', '?since=-1', '?since=1.5', '?endpoint=nothing'])('%s is refused', async (query) => {
    expect((await calls.control('GET', `requests${query}`)).status).toBe(400)
  })

  test('numbers 30 requests at once without a gap', async () => {
    const last = (await calls.journal()).length
    await Promise.all(Array.from({ length: 30 }, () => calls.sendApplication(newApplication())))
    const rows = await calls.journal(`?endpoint=application&since=${last}`)
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 30 }, (_, index) => last + index + 1))
  })

  test('has no row for controls, status reads and what is not there', async () => {
    const before = await calls.journal()
    await calls.control('GET', 'profiles')
    await calls.control('PUT', 'faults', {})
    await calls.control('GET', `opportunities/${opportunityId}`)
    await calls.send(SANDBOX_PATHS.stage(opportunityId), undefined, { method: 'GET', body: null })
    await calls.send('/nothing', {})
    expect(await calls.journal()).toEqual(before)
  })

  test('never keeps a secret, in whatever form it was sent', async () => {
    const secrets = {
      tax: '912345671',
      ssn: '923456782',
      account: '00934567893',
      dateOfBirth: '1931-07-19',
      token: String((await readObject(await calls.requestToken())).access_token),
      secret: 's&cret+100%',
      password: 'p&ss w+rd%',
      securityToken: 'T0ken=',
      profileKey: ACTIVE.profileKey,
      wrongPassword: 'canary-password-1',
    }
    const full = [
      ['Mer.Tax_ID__c', secrets.tax],
      ['lstContact[0].SSN__c', secrets.ssn],
      ['lstContact[0].Date_of_Birth__c', secrets.dateOfBirth],
      ['lstbussCheckAcc[0].Checking_Account__c', secrets.account],
    ].reduce((body, [path = '', secret]) => withValue(body, path, secret), application([controlProng()]))
    const alias = { ...fullApplication(full.lstContact), lstbussCheckAcc: full.lstbussCheckAcc }
    const text = JSON.stringify(full)
    const dashed = JSON.stringify(full).replace(secrets.ssn, '923-45-6782').replace(secrets.tax, '91-2345671')
    const wrongly = { headers: { 'content-type': 'text/plain' } }
    await calls.sendApplication(text)
    await calls.sendApplication(JSON.stringify(full, null, 2))
    await calls.sendApplication(text, wrongly)
    await calls.sendApplication(dashed)
    await calls.sendApplication(text.slice(0, -2))
    await calls.sendApplication(text.slice(0, text.indexOf(secrets.ssn) + 9))
    await calls.sendApplication(text, { headers: { authorization: 'Bearer wrong' } })
    await calls.sendApplication(text.replace(`"${secrets.tax}"`, secrets.tax))
    await calls.send('/applications', alias)
    await calls.send('/applications', JSON.stringify(alias).slice(0, -1))
    await calls.requestToken({ grant_type: 'password', password: secrets.wrongPassword })
    await fetch(sandbox.url + SANDBOX_PATHS.token, {
      method: 'POST',
      body: JSON.stringify({ password: secrets.wrongPassword, client_secret: secrets.secret }),
      headers: { 'content-type': 'application/json' },
    })
    await fundingCalls(sandbox.url).send({ transactions: [transaction({ id: credit(1) })] })
    const entries = await calls.journal()
    expect(entries.length).toBeGreaterThan(12)
    const kept = [entries, ...(await Promise.all(entries.map(({ n }) => held(`requests/${n}`))))].map(
      (entry) => JSON.stringify(entry),
    )
    const forms = (secret: string) => [
      secret,
      encodeURIComponent(secret),
      new URLSearchParams({ s: secret }).toString().slice(2),
      Buffer.from(secret).toString('base64'),
    ]
    const leaks = [...Object.values(secrets), '923-45-6782', '91-2345671'].filter((secret) =>
      forms(secret).some((form) => kept.some((entry) => entry.includes(form))),
    )
    expect(leaks).toEqual([])
    // What is kept has something to search in: the beginnings of the bodies are there, only masked.
    expect(kept.some((entry) => entry.includes('Blue Heron'))).toBe(true)
  })
})

describe('control: opportunities', () => {
  test('lists applications of both kinds, newest first, page by page', async () => {
    const ids = [opportunityId]
    for (const name of ['alias', 'application', 'alias'] as const) {
      const entries = await readObjects(await byName(name).send())
      ids.unshift(String(entries.find(({ ObjectType }) => ObjectType === 'Opportunity')?.SFId))
    }
    const listed = async (query: string) => readObjects(await calls.control('GET', `opportunities${query}`))
    const all = await listed('')
    expect(all.map(({ id, kind }) => [id, kind])).toEqual(
      ids.map((id, index) => [id, index % 2 === 0 && index < 3 ? 'alias' : 'payfac']),
    )
    expect(all[0]).toEqual({
      id: ids[0],
      accountId: expect.stringMatching(/^001/),
      kind: 'alias',
      stage: expect.any(String),
      name: 'Blue Heron',
      legalName: 'Blue Heron Bakery LLC',
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    })
    expect(await listed('?limit=2')).toEqual(all.slice(0, 2))
    expect(await listed(`?limit=2&before=${ids[1]}`)).toEqual(all.slice(2))
    expect(await listed(`?before=${ids.at(-1)}`)).toEqual([])
  })

  test('sets a stage, which the status read answers', async () => {
    for (const stage of ['Closed Won', 'Closed Lost']) {
      expect((await calls.control('PUT', `opportunities/${opportunityId}`, { stage })).status).toBe(200)
      expect(JSON.parse(await held(`opportunities/${opportunityId}`))).toMatchObject({ stage })
      const read = await calls.send(SANDBOX_PATHS.stage(opportunityId), undefined, {
        method: 'GET',
        body: null,
      })
      expect([read.status, await readObject(read)]).toEqual([
        200,
        expect.objectContaining({ StageName: stage }),
      ])
    }
  })

  test.each([
    [{}],
    [{ stage: '' }],
    [{ stage: 7 }],
    [{ stage: null }],
    [{ stage: 'x', id: '1' }],
    [{ stage: 'a\u0000' }],
    [[]],
    [null],
  ])('sets no stage with %j', async (body) => {
    const before = await held(`opportunities/${opportunityId}`)
    expect((await calls.control('PUT', `opportunities/${opportunityId}`, body)).status).toBe(400)
    expect(await held(`opportunities/${opportunityId}`)).toBe(before)
  })

  test.each(['006000000000999AAA', 'x', '001000000000001AAA'])('does not know %s', async (id) => {
    expect((await calls.control('GET', `opportunities/${id}`)).status).toBe(404)
    expect((await calls.control('PUT', `opportunities/${id}`, { stage: 'Closed Won' })).status).toBe(404)
  })
})

describe('control: profiles', () => {
  const { profileId } = ACTIVE
  const change = (body: unknown) => calls.control('PUT', `profiles/${profileId}`, body)
  const now = async () => readObject(await calls.control('GET', `profiles/${profileId}`))

  test('sets state and response address, each alone', async () => {
    const responseUrl = 'http://merchant.example/receive?x=1'
    expect((await change({ responseUrl })).status).toBe(200)
    expect((await change({ status: 'suspended' })).status).toBe(200)
    expect(await now()).toEqual({ profileId, status: 'suspended', responseUrl })
    expect((await change({ responseUrl: null })).status).toBe(200)
    expect(await now()).toEqual({ profileId, status: 'suspended', responseUrl: null })
  })

  test.each([{ status: 'asleep' }, { status: 7 }, { responseUrl: 7 }, null, []])(
    'refuses %j',
    async (body) => {
      expect((await change(body)).status).toBe(400)
    },
  )

  test('does not know another profile', async () => {
    expect((await calls.control('GET', 'profiles/941000000009')).status).toBe(404)
    expect((await calls.control('PUT', 'profiles/941000000009', { status: 'active' })).status).toBe(404)
  })
})

describe('reset', () => {
  test('makes the sandbox as new', async () => {
    for (const { send } of endpoints) expect((await send()).status).toBe(200)
    const profiles = 'profiles'
    await calls.control('POST', 'reset')
    const asNew = await held(profiles)
    await calls.createApplication()
    await byName('funding').send()
    await calls.control('PUT', `profiles/${ACTIVE.profileId}`, {
      status: 'closed',
      responseUrl: 'http://x.test/',
    })
    await calls.control('POST', 'callbacks', { profileId: ACTIVE.profileId, times: 2 })
    await calls.control('PUT', 'faults', { endpoint: 'token', mode: 'status', times: 5, status: 503 })

    expect((await calls.control('POST', 'reset')).status).toBe(200)
    for (const list of ['requests', 'opportunities', 'faults', 'callbacks'])
      expect([list, JSON.parse(await held(list))]).toEqual([list, []])
    expect(await held(profiles)).toBe(asNew)
    expect(JSON.parse(await held(`transactions/${credit(1)}`))).toMatchObject({
      merchantFundingAmounts: [],
      updatedAt: null,
    })
    expect((await calls.control('GET', `opportunities/${opportunityId}`)).status).toBe(404)
    expect((await calls.sendApplication(application())).status).toBe(401)
    expect(await calls.journal()).toMatchObject([{ n: 1, status: 401 }])
    calls.forgetToken()
    expect((await calls.sendApplication(application())).status).toBe(200)
  })
})

describe('a restart', () => {
  test('after being killed keeps all: applications, tokens, amounts, profiles, faults, journal, callbacks', async () => {
    // A killed process leaves what it wrote, on any disk: the quickest will do.
    const disk = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
    const dataDir = await mkdtemp(path.join(disk, 'payfac-desk-sandbox-'))
    const receiver = await startCallbackReceiver()
    let durable = await startSandboxProcess({ dataDir })
    try {
      let own = sandboxCalls(durable.url)
      receiver.script.answer = () => 500
      const created = await own.createApplication(application())
      const token = String((await readObject(await own.requestToken())).access_token)
      await fundingCalls(durable.url).send({ transactions: [transaction({ id: credit(1) })] })
      await own.control('PUT', `profiles/${ACTIVE.profileId}`, {
        status: 'suspended',
        responseUrl: receiver.url,
      })
      await own.control('POST', 'callbacks', { profileId: ACTIVE.profileId, fields: { tran_id: 'kept' } })
      await own.control('PUT', 'faults', { endpoint: 'alias', mode: 'status', status: 503, times: 3 })
      await receiver.until(1)
      const names = ['opportunities', 'profiles', 'faults', 'requests', `transactions/${credit(1)}`]
      const state = (of: SandboxCalls) =>
        Promise.all(names.map(async (name) => (await of.control('GET', name)).json()))
      const before = await state(own)

      await durable.kill()
      const attempts = receiver.received.length
      receiver.script.answer = () => 200
      durable = await startSandboxProcess({ dataDir })
      own = sandboxCalls(durable.url)
      expect(await state(own)).toEqual(before)
      await receiver.until(attempts + 1)
      expect(receiver.received.at(-1)?.body).toBe('tran_id=kept')
      const named: [path: string, id: string][] = [
        ['Opp.Id', created.opportunityId],
        ['Mer.Id', created.accountId],
        ...created.contactIds.map((id, at): [string, string] => [`lstContact[${at}].Id`, id]),
      ]
      const update = named.reduce((body, [path, id]) => withValue(body, path, id), application())
      const response = await own.sendApplication(update, { headers: { authorization: `Bearer ${token}` } })
      expect(response.status).toBe(200)
    } finally {
      await Promise.all([durable.kill(), receiver.stop()])
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})
