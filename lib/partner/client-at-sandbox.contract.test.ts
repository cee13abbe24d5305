import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseEnv } from '@/lib/env'
import { fundingProfiles, partnerConfig } from '@/lib/server/partner-config'
import { failureOf } from '@/lib/testing/call-checks'
import { newFullApplication } from '@/lib/testing/full-application'
import { newApplication, type SandboxCalls, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { createPartnerClient, type PartnerClient, type PartnerConfig } from './client'

/** The client against the simulated partner in a process of its own, with the configuration that the desk has. */

let sandbox: SandboxProcess
let calls: SandboxCalls
let opportunityId: string
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  calls = sandboxCalls(sandbox.url)
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  await calls.control('DELETE', 'faults')
  calls.forgetToken()
  opportunityId = (await calls.createApplication()).opportunityId
})

const env = () => parseEnv({ PARTNER_AUTH_URL: sandbox.url })
const clientOf = (changes: Partial<PartnerConfig> = {}) =>
  createPartnerClient({ ...partnerConfig(env()), ...changes })
const profile = () => {
  const [first] = fundingProfiles(env())
  if (!first) throw new Error('There is no funding profile.')
  return first
}

const fundingOf = (ids: readonly string[], amount = '1000') => ({
  transactions: ids.map((id) => ({ id, merchantFundingAmounts: [{ merchantId: 'M-1', amount }] })),
})
const fund = (body: unknown, by = profile()) => clientOf().sendFunding(by, JSON.stringify(body))
const pdf = Buffer.from('%PDF-1.7 a voided check')

/** One good call of each endpoint that changes something. */
const SENDERS: Record<string, (client: PartnerClient) => Promise<{ httpStatus: number }>> = {
  application: (client) => client.sendApplication(JSON.stringify(newApplication())),
  alias: (client) => client.sendFullApplication(JSON.stringify(newFullApplication())),
  attachment: (client) =>
    client.uploadAttachment({
      parentId: opportunityId,
      referenceId: 'document_1',
      name: 'check.pdf',
      sizeBytes: pdf.length,
      async *open() {
        yield pdf
      },
    }),
  funding: (client) => client.sendFunding(profile(), JSON.stringify(fundingOf(['SBX-C-000001']))),
}
const SENDS = Object.entries(SENDERS)

async function lastOfJournal(): Promise<number> {
  return Number((await calls.journal('?last=1'))[0]?.n ?? 0)
}

describe.each(SENDS)('the %s endpoint', (endpoint, send) => {
  const fault = async (settings: Record<string, unknown>) => {
    const response = await calls.control('PUT', 'faults', { endpoint, ...settings })
    expect(response.status).toBe(200)
  }

  it('takes what is sent, once', async () => {
    const since = await lastOfJournal()
    expect(await send(clientOf())).toMatchObject({ httpStatus: 200 })
    expect(await calls.journal(`?since=${since}&endpoint=${endpoint}`)).toMatchObject([
      { status: 200, applied: true },
    ])
  })

  it.each<[string, Record<string, unknown>, string, string, boolean]>([
    ['fails before it applied it', { mode: 'status', status: 503 }, 'server', 'unknown', false],
    ['fails after it applied it', { mode: 'status-after', status: 500 }, 'server', 'unknown', true],
    ['takes no more requests', { mode: 'status', status: 429 }, 'server', 'not-applied', false],
    ['hangs before it', { mode: 'hang', delayMs: 20_000 }, 'timeout', 'unknown', false],
    ['hangs after it', { mode: 'hang-after', delayMs: 20_000 }, 'timeout', 'unknown', true],
    ['cuts the connection after it', { mode: 'cut-after' }, 'connection', 'unknown', true],
    ['answers with broken JSON', { mode: 'malformed' }, 'unreadable', 'unknown', true],
    ['answers a byte a second', { mode: 'slow', delayMs: 1_000 }, 'timeout', 'unknown', true],
  ])('that %s hears of it once', async (_what, settings, kind, outcome, applied) => {
    await fault({ times: 3, ...settings })
    const since = await lastOfJournal()
    const short = { applicationMs: 1_000, attachmentMs: 1_000, fundingMs: 1_000 }
    const timeouts = kind === 'timeout' ? short : {}
    expect(await failureOf(send(clientOf({ timeouts })))).toMatchObject({ kind, outcome })
    await expect
      .poll(() => calls.journal(`?since=${since}&endpoint=${endpoint}`))
      .toMatchObject([{ applied }])
  })

  it('is understood one byte at a time, where that ends in time', async () => {
    await fault({ mode: 'slow', delayMs: 0 })
    expect(await send(clientOf())).toMatchObject({ httpStatus: 200 })
  })
})

describe.each(SENDS.filter(([endpoint]) => endpoint !== 'funding'))(
  'a revoked token at %s',
  (endpoint, send) => {
    it('is replaced once for 50 calls at the same time', async () => {
      const client = clientOf()
      await send(client)
      await calls.control('POST', 'tokens/revoke')
      const since = await lastOfJournal()
      await Promise.all(Array.from({ length: 50 }, () => send(client)))
      expect(await calls.journal(`?since=${since}&endpoint=token`)).toHaveLength(1)
      const journal = await calls.journal(`?since=${since}&endpoint=${endpoint}`)
      expect(journal.filter(({ applied }) => applied)).toHaveLength(50)
      expect(journal.filter(({ status }) => status === 401)).toHaveLength(50)
    })
  },
)

describe('the token endpoint', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ mode: 'status', status: 503 }, 'server'],
    [{ mode: 'status-after', status: 400 }, 'authentication'],
    [{ mode: 'hang', delayMs: 20_000 }, 'timeout'],
    [{ mode: 'cut-after' }, 'connection'],
    [{ mode: 'malformed' }, 'unreadable'],
  ])('that fails with %j leaves nothing unknown, and nothing is sent', async (settings, kind) => {
    await calls.control('PUT', 'faults', { endpoint: 'token', times: 1, ...settings })
    const since = await lastOfJournal()
    const asking = clientOf({ timeouts: { tokenMs: 1_000 } }).ready()
    expect(await failureOf(asking)).toMatchObject({ kind, outcome: 'not-applied' })
    expect(await calls.journal(`?since=${since}`)).toHaveLength(1)
  })

  it('may leave out what it gives only sometimes', async () => {
    await calls.control('PUT', 'faults', { endpoint: 'token', mode: 'partial' })
    expect(await clientOf().checkToken()).toEqual({
      instanceUrl: sandbox.url,
      lifetimeMs: 86_400_000,
      issuedAt: null,
      signature: 'not-sent',
    })
  })
})

describe('what fails in part', () => {
  const somePartFails = (endpoint: string) => calls.control('PUT', 'faults', { endpoint, mode: 'partial' })

  it.each([
    ['application', 'sendApplication', newApplication],
    ['alias', 'sendFullApplication', newFullApplication],
  ] as const)('of the %s endpoint is an answer, record by record', async (endpoint, method, body) => {
    await somePartFails(endpoint)
    const { entries } = await clientOf()[method](JSON.stringify(body()))
    const failed = entries.filter(({ success }) => !success)
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.length).toBeLessThan(entries.length)
    expect(failed.every(({ message, recordId }) => message !== '' && recordId === null)).toBe(true)
  })

  it('of the funding endpoint is an answer, transaction by transaction', async () => {
    await somePartFails('funding')
    const answer = await fund(fundingOf(['SBX-C-000008', 'SBX-C-000009', 'SBX-C-000010']))
    expect(answer.transactionErrors.length).toBeGreaterThan(0)
    expect(answer.transactionErrors).toHaveLength(3 - answer.successfulTransactionCount)
  })

  it('of the attachment endpoint is that file’s refusal', async () => {
    await somePartFails('attachment')
    const sending = SENDERS.attachment?.(clientOf()) ?? Promise.resolve()
    expect(await failureOf(sending)).toMatchObject({ kind: 'refused', outcome: 'not-applied' })
  })
})

describe('a full application', () => {
  it.each(['', '/applications'])('goes to the alias at "%s", and every record is found', async (path) => {
    const client = clientOf({ aliasUrl: path && sandbox.url + path })
    const answer = await client.sendFullApplication(JSON.stringify(newFullApplication()))
    expect(answer.entries.map(({ objectType, sourceId }) => [objectType, sourceId])).toEqual(
      expect.arrayContaining([
        ['Account', null],
        ['Contact', 'owner-1'],
        ['Business Checking Account', 'account-1'],
        ['Opportunity', null],
        ['Quote', null],
        ['QuoteLineItem', 'fee-1'],
        ['QuoteLineItem', 'terminal-1'],
      ]),
    )
    expect(answer.entries).toHaveLength(7)
    expect(answer.opportunityId).toMatch(/^006/)
    expect(answer.accountId).toMatch(/^001/)
  })

  it('that is wrong is refused with every problem and its field', async () => {
    const body = newFullApplication({ Tax_ID__c: '12-345', Fax: '555' })
    const error = await failureOf(clientOf().sendFullApplication(JSON.stringify(body)))
    expect(error).toMatchObject({ kind: 'refused', outcome: 'not-applied', httpStatus: 400 })
    expect(error.problems.map(({ fields }) => fields).sort()).toEqual([['Mer.Fax'], ['Mer.Tax_ID__c']])
  })
})

describe('a stage', () => {
  it('is what the partner holds', async () => {
    const client = clientOf()
    await calls.control('PUT', `opportunities/${opportunityId}`, { stage: 'Closed Won' })
    expect(await client.readStage(opportunityId)).toMatchObject({ found: 'stage', stage: 'Closed Won' })
    expect(await client.readStage(opportunityId.slice(0, 15))).toMatchObject({ stage: 'Closed Won' })
  })

  it('of an opportunity that is not there is told so', async () => {
    expect(await clientOf().readStage('006000000000000AAA')).toMatchObject({ found: 'no-opportunity' })
  })

  it('is read with a new token where the old one was revoked', async () => {
    const client = clientOf()
    await client.checkToken()
    await calls.control('POST', 'tokens/revoke')
    expect(await client.readStage(opportunityId)).toMatchObject({ found: 'stage' })
  })

  it('that is asked for by a wrong path is refused, and says why', async () => {
    const statusPath = '/services/data/v54.0/sobjects/Opportunity/{opportunityId}?fields=Stage'
    const error = await failureOf(clientOf({ statusPath }).readStage(opportunityId))
    expect(error).toMatchObject({ kind: 'refused', outcome: 'not-applied' })
    expect(error.problems[0]?.code).toBe('INVALID_FIELD')
  })
})

describe('funding amounts', () => {
  it('are counted and summed', async () => {
    expect(await fund(fundingOf(['SBX-C-000002', 'SBX-D-000003'], '000000000250'))).toMatchObject({
      transactionCount: 2,
      successfulTransactionCount: 2,
      merchantFundingAmountCount: 2,
      amountsSum: '500',
      errorCode: null,
      transactionErrors: [],
    })
  })

  it('fail one by one', async () => {
    const answer = await fund(fundingOf(['SBX-C-000004', 'nobody-knows', 'SBX-P-000001']))
    expect(answer).toMatchObject({ transactionCount: 3, successfulTransactionCount: 1 })
    expect(
      answer.transactionErrors.map(({ transactionId, errorCode }) => [transactionId, errorCode]),
    ).toEqual([
      ['nobody-knows', '100'],
      ['SBX-P-000001', '903'],
    ])
  })

  it.each<[string, Record<string, unknown>[]]>([
    ['1', [{ id: 'SBX-D-000001', retrievalReferenceNumber: '900000000001' }]],
    ['2', [{}]],
    ['3', [{ id: 'SBX-C-000001' }, { id: 'SBX-C-000001' }]],
  ])('are refused as a whole by code %s', async (errorCode, names) => {
    const transactions = names.map((name) => ({
      ...name,
      merchantFundingAmounts: [{ merchantId: 'M-1', amount: '1' }],
    }))
    expect(await fund({ transactions })).toMatchObject({ errorCode, successfulTransactionCount: 0 })
  })

  it('are taken 10,000 at a time, and no more', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, n) => `unknown-${n}`)
    const answer = await fund(fundingOf(ids(10_000)))
    expect(answer).toMatchObject({ transactionCount: 10_000, successfulTransactionCount: 0 })
    expect(answer.transactionErrors).toHaveLength(10_000)
    expect(await failureOf(fund(fundingOf(ids(10_001))))).toMatchObject({
      kind: 'refused',
      outcome: 'not-applied',
      httpStatus: 400,
    })
  })

  it.each<[string, string, string, string]>([
    ['an unknown profile', '941999999999', 'key-active-1', 'authentication'],
    ['a wrong key', '941000000001', 'key-active-2', 'authentication'],
    ['a suspended profile', '941000000002', 'key-suspended', 'suspended'],
    ['a closed profile', '941000000003', 'key-closed', 'suspended'],
  ])('of %s are turned away', async (_what, profileId, profileKey, kind) => {
    const since = await lastOfJournal()
    const by = { ...profile(), profileId, profileKey }
    const error = await failureOf(fund(fundingOf(['SBX-C-000005']), by))
    expect(error).toMatchObject({ kind, outcome: 'not-applied', problems: [] })
    expect(error.message).not.toContain(profileKey)
    expect(await calls.journal(`?since=${since}`)).toMatchObject([{ endpoint: 'funding', applied: false }])
  })

  it('of every profile that the desk has by itself are taken', async () => {
    for (const by of fundingProfiles(env())) {
      expect(await fund(fundingOf(['SBX-C-000006']), by)).toMatchObject({ successfulTransactionCount: 1 })
    }
  })
})
