import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  application,
  controlProng,
  fullApplication,
  type Json,
  person,
  withValue,
} from '@/lib/testing/interface/application-bodies'
import { startReceiver } from '@/lib/testing/interface/callback-receiver'
import { ACTIVE, credit, debit, fundingCalls, transaction } from '@/lib/testing/interface/funding-requests'
import {
  readObject,
  readObjects,
  SANDBOX_PATHS,
  type SandboxCalls,
  sandboxCalls,
} from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'

/** The controls and faults of contract.md, "The sandbox"; the journal and what the sandbox holds are the oracle. */

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
const newestApplication = () => held('opportunities?limit=1')
const record = (referenceId: string): Json => ({
  attributes: { type: 'Attachment', referenceId },
  ParentId: opportunityId,
  Name: 'voided check.pdf',
  body: 'QUJD',
})

type Endpoint = {
  name: 'token' | 'application' | 'attachment' | 'alias' | 'funding'
  send(): Promise<Response>
  /** What the sandbox holds of it, as text: another one as soon as a request was applied. */
  effect(): Promise<string>
}

const endpoints: Endpoint[] = [
  { name: 'token', send: () => calls.requestToken(), effect: async () => '' },
  {
    name: 'application',
    send: () => calls.sendApplication(application([controlProng(), person('')])),
    effect: newestApplication,
  },
  {
    name: 'attachment',
    send: () => calls.sendAttachments({ records: [record('a'), record('b'), record('c')] }),
    effect: () => held(`opportunities/${opportunityId}`),
  },
  {
    name: 'alias',
    send: () => calls.send('/applications', fullApplication([controlProng(), person('')])),
    effect: newestApplication,
  },
  {
    name: 'funding',
    send: () =>
      fundingCalls(sandbox.url).send({
        transactions: [credit(1), credit(2), debit(3)].map((id) => transaction({ id })),
      }),
    effect: () =>
      Promise.all([credit(1), credit(2), debit(3)].map((id) => held(`transactions/${id}`))).then(String),
  },
]
const byName = (name: Endpoint['name']) => {
  const endpoint = endpoints.find((candidate) => candidate.name === name)
  if (endpoint === undefined) throw new Error(name)
  return endpoint
}

const cause = async (fault: Json) => {
  const response = await calls.control('PUT', 'faults', fault)
  expect([response.status, await response.text()]).toEqual([expect.toBeOneOf([200, 204]), expect.any(String)])
}
const newestEntry = async (endpoint: Endpoint['name']) =>
  (await calls.journal(`?endpoint=${endpoint}&last=1`))[0]

/** The status and text of an answer, or that there was none. */
const outcomeOf = async (send: () => Promise<Response>) => {
  try {
    const response = await send()
    return { status: response.status, text: await response.text() }
  } catch {
    return 'no answer' as const
  }
}

describe.each(endpoints)('faults of $name', ({ name, send, effect }) => {
  async function expectWorking() {
    const before = await effect()
    expect(await outcomeOf(send)).toMatchObject({ status: 200 })
    if (name !== 'token') expect(await effect()).not.toBe(before)
    expect(await newestEntry(name)).toMatchObject({ status: 200, applied: true })
  }
  /** Causes the fault once, sends, and gives the outcome, whether it was applied, and its entry in the journal. */
  async function faulted(fault: Json) {
    await send().then((response) => response.text())
    const before = await effect()
    const { n } = Object(await newestEntry(name))
    await cause({ endpoint: name, times: 1, ...fault })
    const sentAt = performance.now()
    const outcome = await outcomeOf(send)
    const tookMs = performance.now() - sentAt
    const entries = await calls.journal(`?endpoint=${name}&since=${n}`)
    expect(entries).toHaveLength(1)
    return { outcome, tookMs, entry: entries[0], changed: (await effect()) !== before }
  }
  const changes = name !== 'token'

  test.each([500, 503, 429])('status %i: answered, and nothing applied', async (status) => {
    const { outcome, entry, changed } = await faulted({ mode: 'status', status })
    expect(outcome).toMatchObject({ status })
    expect([entry, changed]).toEqual([expect.objectContaining({ status, applied: false }), false])
    await expectWorking()
  })

  test('status-after: applied, then answered', async () => {
    const { outcome, entry, changed } = await faulted({ mode: 'status-after', status: 502 })
    expect(outcome).toMatchObject({ status: 502 })
    expect([entry, changed]).toEqual([expect.objectContaining({ applied: true }), changes])
    await expectWorking()
  })

  test('hang: nothing applied, and no answer for the delay', async () => {
    const { outcome, tookMs, entry, changed } = await faulted({ mode: 'hang', delayMs: 60 })
    expect(tookMs).toBeGreaterThanOrEqual(59)
    expect(outcome).not.toMatchObject({ status: 200 })
    expect([entry, changed]).toEqual([expect.objectContaining({ applied: false }), false])
    await expectWorking()
  })

  test('hang-after: applied, and no answer', async () => {
    const { outcome, tookMs, entry, changed } = await faulted({ mode: 'hang-after', delayMs: 60 })
    expect(tookMs).toBeGreaterThanOrEqual(59)
    expect(outcome).not.toMatchObject({ status: 200 })
    expect([entry, changed]).toEqual([expect.objectContaining({ applied: true }), changes])
    await expectWorking()
  })

  test('cut-after: applied, and the connection cut', async () => {
    const { outcome, entry, changed } = await faulted({ mode: 'cut-after' })
    expect(outcome).toBe('no answer')
    expect([entry, changed]).toEqual([expect.objectContaining({ applied: true }), changes])
    await expectWorking()
  })

  test('malformed: 200, and broken JSON', async () => {
    const { outcome } = await faulted({ mode: 'malformed' })
    expect(outcome).toMatchObject({ status: 200 })
    expect(() => JSON.parse(Object(outcome).text)).toThrow(SyntaxError)
    await expectWorking()
  })

  test('slow: the answer as ever, a byte at a time', async () => {
    await cause({ endpoint: name, mode: 'slow', times: 1, delayMs: 1 })
    const response = await send()
    expect(response.status).toBe(200)
    const chunks: Uint8Array[] = []
    for await (const chunk of response.body ?? []) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    expect(JSON.parse(text)).toEqual(expect.any(Object))
    // The network may join some bytes, and never all of them.
    expect(chunks.length).toBeGreaterThan(text.length / 10)
    expect(await newestEntry(name)).toMatchObject({ applied: true })
    await expectWorking()
  })

  test('times: the next so many, and no more; the list tells what is left', async () => {
    await cause({ endpoint: name, mode: 'status', status: 503, times: 2 })
    expect(await outcomeOf(send)).toMatchObject({ status: 503 })
    expect(await readObjects(await calls.control('GET', 'faults'))).toMatchObject([
      { endpoint: name, mode: 'status', times: 1, status: 503 },
    ])
    expect(await outcomeOf(send)).toMatchObject({ status: 503 })
    await expectWorking()
    expect(await readObjects(await calls.control('GET', 'faults'))).toEqual([])
  })

  test('DELETE clears it, and no other endpoint has it', async () => {
    await cause({ endpoint: name, mode: 'status', status: 503, times: 50 })
    for (const other of endpoints.filter((candidate) => candidate.name !== name))
      expect(await outcomeOf(other.send)).toMatchObject({ status: 200 })
    expect((await calls.control('DELETE', 'faults')).status).toBeLessThan(300)
    await expectWorking()
  })
})

describe('partial: some records or transactions fail', () => {
  test.each(['application', 'alias'] as const)('of %s', async (name) => {
    await cause({ endpoint: name, mode: 'partial', times: 1 })
    const entries = await readObjects(await byName(name).send())
    const outcomes = new Set(entries.map(({ Success }) => Success))
    expect(outcomes).toEqual(new Set([true, false]))
    for (const { Success, SFId, Message } of entries) {
      expect(Message).toMatch(/\S/)
      if (Success) expect(SFId).toMatch(/^[A-Za-z0-9]{18}$/)
      else expect(SFId ?? '').toBe('')
    }
  })

  test('of attachments: a result with errors, in an answer that says so', async () => {
    await cause({ endpoint: 'attachment', mode: 'partial', times: 1 })
    const answer = await readObject(await byName('attachment').send())
    expect(answer.hasErrors).toBe(true)
    const failed = [answer.results].flat().filter((result) => Object(result).errors !== undefined)
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.length).toBeLessThan(3)
  })

  test('of funding: a transaction-level error for each that failed, and the others are stored', async () => {
    await cause({ endpoint: 'funding', mode: 'partial', times: 1 })
    const response = await byName('funding').send()
    expect(response.status).toBe(200)
    const answer = await readObject(response)
    const failed = [answer.transactionLevelErrors].flat().map((error) => Object(error).transactionId)
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.length).toBeLessThan(3)
    expect(answer).toMatchObject({
      transactionCount: '3',
      successfulTransactionCount: String(3 - failed.length),
      merchantFundingAmountCount: '3',
      amountsSum: '300',
    })
    for (const id of [credit(1), credit(2), debit(3)]) {
      const { merchantFundingAmounts } = await readObject(await calls.control('GET', `transactions/${id}`))
      expect([id, merchantFundingAmounts]).toEqual([id, failed.includes(id) ? [] : [expect.anything()]])
    }
  })
})

describe('a fault stands behind credentials', () => {
  test.each(['application', 'alias', 'attachment'] as const)('of %s', async (name) => {
    await cause({ endpoint: name, mode: 'status', status: 503, times: 5 })
    const path = {
      application: SANDBOX_PATHS.application,
      alias: '/applications',
      attachment: SANDBOX_PATHS.attachment,
    }
    const response = await calls.send(path[name], application(), {
      headers: { authorization: 'Bearer wrong' },
    })
    expect(response.status).toBe(401)
    expect(await outcomeOf(byName(name).send)).toMatchObject({ status: 503 })
  })
})

describe('control: faults', () => {
  test.each([
    {},
    { endpoint: 'nowhere', mode: 'status', times: 1, status: 500 },
    { endpoint: 'funding', mode: 'explode', times: 1 },
    { endpoint: 'funding', mode: 'status', times: -1, status: 500 },
    { endpoint: 'funding', mode: 'status', times: 'often', status: 500 },
    { endpoint: 'funding', mode: 'status', times: 1, status: 'bad' },
    { endpoint: 'funding', mode: 'hang', times: 1, delayMs: -1 },
    [],
    null,
    'text',
  ])('refuses %j', async (body) => {
    expect((await calls.control('PUT', 'faults', body)).status).toBe(400)
    expect(await readObjects(await calls.control('GET', 'faults'))).toEqual([])
  })
})

describe('control: the journal', () => {
  test('has an entry for each request of each endpoint, oldest first, with its size and hash', async () => {
    await calls.control('POST', 'reset')
    calls.forgetToken()
    const body = JSON.stringify(application())
    await calls.sendApplication(body)
    await fundingCalls(sandbox.url).sendText('{"ü":')
    await calls.sendApplication('{}')
    const entry = (
      n: number,
      endpoint: string,
      path: string,
      status: number,
      applied: boolean,
      sent?: string,
    ) => ({
      n,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      endpoint,
      method: 'POST',
      path: expect.stringContaining(path.replace(/\/$/, '')),
      status,
      bytes: sent === undefined ? expect.any(Number) : Buffer.byteLength(sent),
      sha256:
        sent === undefined
          ? expect.stringMatching(/^[0-9a-f]{64}$/)
          : createHash('sha256').update(sent).digest('hex'),
      applied,
    })
    expect(await calls.journal()).toEqual([
      entry(1, 'token', SANDBOX_PATHS.token, 200, true),
      entry(2, 'application', SANDBOX_PATHS.application, 200, true, body),
      entry(3, 'funding', '/funding-amounts', 400, false, '{"ü":'),
      entry(4, 'application', SANDBOX_PATHS.application, 400, false, '{}'),
    ])
  })

  test('is asked for what came after an entry, for one endpoint, and for the last so many', async () => {
    for (const { send } of endpoints) await send()
    const all = await calls.journal()
    const numbers = all.map(({ n }) => Number(n))
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    expect(new Set(all.map(({ endpoint }) => endpoint))).toEqual(new Set(endpoints.map(({ name }) => name)))
    expect(await calls.journal(`?since=${numbers[1]}`)).toEqual(all.slice(2))
    expect(await calls.journal(`?since=${numbers.at(-1)}`)).toEqual([])
    expect(await calls.journal('?last=2')).toEqual(all.slice(-2))
    for (const { name } of endpoints)
      expect(await calls.journal(`?endpoint=${name}`)).toEqual(
        all.filter(({ endpoint }) => endpoint === name),
      )
    expect(await calls.journal(`?endpoint=application&since=${numbers[1]}&last=1`)).toEqual(
      all.filter(({ endpoint }) => endpoint === 'application').slice(-1),
    )
  })

  test('has no entry for a control', async () => {
    const before = await calls.journal()
    await calls.control('GET', 'profiles')
    await calls.control('PUT', 'faults', {})
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

  test.each([{}, { stage: '' }, { stage: 7 }, { stage: null }, null])(
    'sets no stage with %j',
    async (body) => {
      const before = await held(`opportunities/${opportunityId}`)
      expect((await calls.control('PUT', `opportunities/${opportunityId}`, body)).status).toBe(400)
      expect(await held(`opportunities/${opportunityId}`)).toBe(before)
    },
  )

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
    await cause({ endpoint: 'token', mode: 'status', times: 5, status: 503 })

    expect((await calls.control('POST', 'reset')).status).toBeLessThan(300)
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
  })
})

describe('a control that does not exist', () => {
  test.each([
    ['GET', 'nothing', 404],
    ['GET', '', 404],
    ['GET', 'reset', 405],
    ['POST', 'faults', 405],
    ['DELETE', 'requests', 405],
  ])('%s %s', async (method, name, status) => {
    expect([status, 404]).toContain((await calls.control(method, name)).status)
  })
})

describe('a restart', () => {
  test('after being killed keeps all: applications, tokens, amounts, profiles, faults, journal, callbacks', async () => {
    // A killed process leaves what it wrote, on any disk: the quickest will do.
    const disk = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
    const dataDir = await mkdtemp(path.join(disk, 'payfac-desk-sandbox-'))
    const receiver = await startReceiver()
    let durable = await startSandboxProcess({ dataDir })
    try {
      let own = sandboxCalls(durable.url)
      receiver.begin(() => 500)
      const created = await own.createApplication(application())
      const token = String((await readObject(await own.requestToken())).access_token)
      await fundingCalls(durable.url).send({ transactions: [transaction({ id: credit(1) })] })
      await own.control('PUT', `profiles/${ACTIVE.profileId}`, {
        status: 'suspended',
        responseUrl: receiver.url,
      })
      await own.control('POST', 'callbacks', { profileId: ACTIVE.profileId, fields: { tran_id: 'kept' } })
      await own.control('PUT', 'faults', { endpoint: 'alias', mode: 'status', status: 503, times: 3 })
      await receiver.received(1)
      const names = ['opportunities', 'profiles', 'faults', 'requests', `transactions/${credit(1)}`]
      const state = (of: SandboxCalls) =>
        Promise.all(names.map(async (name) => (await of.control('GET', name)).json()))
      const before = await state(own)

      await durable.kill()
      receiver.begin()
      durable = await startSandboxProcess({ dataDir })
      own = sandboxCalls(durable.url)
      expect(await state(own)).toEqual(before)
      const [delivery] = await receiver.received(1)
      expect(delivery?.fields).toEqual([['tran_id', 'kept']])
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
