import { request } from 'node:http'
import zlib from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAdoptedId } from '@/lib/domain/application/adopted'
import { checkApplication, checkFullApplication } from '@/lib/domain/application/check'
import { CONTROL_PRONG, PRINCIPAL } from '@/lib/domain/application/contact-roles'
import { cleanValue, payfacFields } from '@/lib/domain/application/fields'
import type { Draft } from '@/lib/domain/application/sections'
import { isLockedStage, stageOfRefusal } from '@/lib/domain/application/status'
import { checkUpdatePlan, planUpdate } from '@/lib/domain/application/update-plan'
import { CHECK_ADVICE } from '@/lib/domain/connections/advice'
import { checkBatch } from '@/lib/domain/funding/check-batch'
import { FREE_LIMITS } from '@/lib/domain/funding/limits'
import { isUri } from '@/lib/domain/values/uri'
import { isBlocking, type Violation } from '@/lib/domain/values/violation'
import { EnvError, parseEnv } from '@/lib/env'
import { createPartnerClient, type PartnerConfig } from '@/lib/partner/client'
import { PartnerError } from '@/lib/partner/errors'
import { toWireApplication } from '@/lib/partner/mapping/application'
import { judgeAttachmentAnswer } from '@/lib/partner/mapping/attachment-answer'
import { readFundingAnswer } from '@/lib/partner/mapping/funding-answer'
import { judgeApplicationAnswer } from '@/lib/partner/mapping/judge-application-answer'
import { wireHostedPaymentSchema } from '@/lib/partner/wire/hosted-payment'
import { detectMediaType } from '@/lib/server/documents/media-type'
import { fundingProfiles } from '@/lib/server/partner-config'
import { failureOf } from '@/lib/testing/call-checks'
import { exampleAccount, exampleContact, exampleDraft, exampleLists } from '@/lib/testing/example-draft'
import { plainFullDraft } from '@/lib/testing/full-drafts'
import {
  application,
  bankAccount,
  controlProng,
  fullApplication,
  type Json,
  person,
  principal,
  withValue,
} from '@/lib/testing/interface/application-bodies'
import { SANDBOX_CREDENTIALS, type SandboxCalls, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { type ScriptedPartner, startScriptedPartner } from '@/lib/testing/scripted-partner'

/**
 * 279 requirements of the interface were checked one by one. This is every one that the desk or its simulation did not
 * keep, under the number that it was found by (W: wrong, L: laxer than the document, S: stricter), with what was
 * decided, in its order. Each is looked at once here, so that the whole can be read in one go; the tests of each part
 * go further, `lib/sandbox/by-the-document.contract.test.ts` above all, which has the interface sentence by sentence.
 * No finding has the numbers L8, L9 and S6.
 */

let sandbox: SandboxProcess
let calls: SandboxCalls
let partner: ScriptedPartner
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  calls = sandboxCalls(sandbox.url)
  partner = await startScriptedPartner()
})
afterAll(async () => {
  await partner?.stop()
  await sandbox?.stop()
})
beforeEach(() => {
  partner.scripts.token = (_request, response) => response.end(tokenAnswer())
})

const tokenAnswer = (members: Json = {}) =>
  JSON.stringify({
    access_token: 'test!token',
    instance_url: partner.address,
    token_type: 'Bearer',
    ...members,
  })
const clientOf = (changes: Partial<PartnerConfig> = {}) =>
  createPartnerClient({ ...partner.config, ...changes })

/** What the simulated partner answers to an application, or to the alias. */
const post = async (body: unknown) => (await calls.sendApplication(body)).status
const alias = async (body: unknown) => (await calls.send('/applications', body)).status
const x = (length: number) => 'x'.repeat(length)

const today = '2026-11-20'
const context = { lists: exampleLists, today }
const short = ({ severity, code, path }: Violation) => `${severity} ${code} ${path}`
const judged = (change: (draft: Draft) => void) => {
  const draft = exampleDraft()
  change(draft)
  const { value, violations } = checkApplication(draft, context)
  return { sent: value !== null, found: violations.map(short) }
}
const typed = (section: string, name: string, value: string) => {
  const field = payfacFields.fieldOf(section, name)
  if (!field) throw new Error(`No such field: ${section}.${name}`)
  return cleanValue(field.schema, value)
}

const ids = { opportunityId: '006000000000001AAA', accountId: '001000000000001AAA' }
const verdict = (body: unknown) =>
  judgeApplicationAnswer({ status: 200, text: typeof body === 'string' ? body : JSON.stringify(body) })
    .verdict

describe('Wrong', () => {
  test.each<[string, unknown, string]>([
    ['success false beside ids', { success: false, ...ids }, 'unknown'],
    ['errors beside ids', { errors: [{ message: 'no' }], ...ids }, 'unknown'],
    ['Success "false"', { Success: 'false' }, 'refused'],
    ['isSuccess false', { isSuccess: false }, 'refused'],
    ['status error', { status: 'error' }, 'refused'],
    ['errors as a text', { errors: 'Tax id is wrong' }, 'refused'],
    ['errors as an object', { errors: { Tax_ID__c: ['is wrong'] } }, 'refused'],
    ['errorMessage', { errorMessage: 'Tax id is wrong' }, 'refused'],
    ['error as an object', { error: { message: 'Tax id is wrong' } }, 'refused'],
    ['errors inside of data', { data: { errors: [{ message: 'no' }] } }, 'refused'],
    ['ids, and nothing of a failure', ids, 'accepted'],
    ['neither ids nor a failure', { message: 'Accepted' }, 'ids-needed'],
    [
      'one record of two',
      [
        { Success: true, SFId: ids.opportunityId, ObjectType: 'Opportunity' },
        { Success: false, SFId: null, ObjectType: 'Contact' },
      ],
      'partial',
    ],
  ])('W1 a failure that is told inside of a 200 is never success: %s', (_what, body, expected) => {
    expect(verdict(body)).toBe(expected)
  })

  test.each<[unknown, string]>([
    [{ hasErrors: false }, 'stored'],
    [{ hasErrors: false, results: null }, 'stored'],
    [{ hasErrors: false, results: ['00P000000000001AAA'] }, 'stored'],
    [{ hasErrors: false, results: [{ id: null, errors: null }] }, 'stored'],
    [{ hasErrors: true, results: [{ errors: 'Too large' }] }, 'refused'],
    [{ hasErrors: true, results: [{ errors: [{ statusCode: 413 }] }] }, 'refused'],
  ])('W2 hasErrors of an upload decides, and results is read as it comes: %j', (body, expected) => {
    expect(judgeAttachmentAnswer(JSON.stringify(body)).verdict).toBe(expected)
  })

  test('W3 funding answers 400 to a body that is too long, and not 413', async () => {
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${sandbox.url}/funding-amounts`, {
        method: 'POST',
        headers: { 'content-length': 160_000_000, 'content-type': 'application/json' },
      })
      sent.once('error', reject)
      sent.once('response', (response) => resolve(response.resume().statusCode))
      sent.flushHeaders()
    })
    expect(status).toBe(400)
  })

  test('W4 a text of nine million characters beside a figure that is a number is read', () => {
    const text = `{"transactionCount":1,"successfulTransactionCount":"1","errorMessage":"${x(9_000_000)}"}`
    expect(readFundingAnswer(text)?.transactionCount).toBe(1)
  })

  test.each([
    '{"accessToken":"test!token.Ab1"}',
    '{"token":"test!token.Ab1"}',
    '<loginResponse><sessionId>test!token.Ab1</sessionId></loginResponse>',
  ])('W5 a token under another name is not in the text that is kept: %s', async (text) => {
    partner.scripts.token = (_request, response) => response.end(text)
    const error = await failureOf(clientOf().checkToken())
    expect(error.rawText).not.toBeNull()
    expect(error.rawText).not.toContain('test!token')
  })

  test('W6 the connection check that errors name is there, and asks for a token', async () => {
    const { message } = new PartnerError({ kind: 'authentication', outcome: 'not-applied', what: 'No.' })
    expect(message.toLowerCase()).toContain(CHECK_ADVICE)
    expect(await clientOf().checkToken()).toMatchObject({
      instanceUrl: partner.address,
      lifetimeMs: 86_400_000,
    })
  })

  test.each<[string, (text: string) => Buffer]>([
    ['gzip', (text) => zlib.gzipSync(text)],
    ['br', (text) => zlib.brotliCompressSync(text)],
    ['deflate', (text) => zlib.deflateSync(text)],
  ])('W7 plain answers are asked for, and %s is read all the same, up to 5 MB', async (encoding, pack) => {
    const send = (body: Buffer) => {
      partner.scripts.call = (_request, response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end(body)
      return clientOf().sendApplication(JSON.stringify(application()))
    }
    expect(await send(pack(JSON.stringify(ids)))).toMatchObject({ verdict: 'accepted', ...ids })
    expect(partner.calls().at(-1)?.headers['accept-encoding']).toBe('identity')
    expect(await failureOf(send(pack(`"${x(5_000_001)}"`)))).toMatchObject({ outcome: 'unknown' })
  })
})

describe('Laxer than the document', () => {
  test('L1 a principal without a percentage is refused, by the simulation at create and update, and by the desk', async () => {
    expect(await post(application([controlProng(), person('Principal')]))).toBe(400)
    const { opportunityId, accountId } = await calls.createApplication({ ...application() })
    const more = application([person('Principal')])
    expect(await post(withValue(withValue(more, 'Opp.Id', opportunityId), 'Mer.Id', accountId))).toBe(400)
    const { sent, found } = judged((draft) => {
      draft.contacts.items = [exampleContact('a', { roles: [PRINCIPAL, CONTROL_PRONG], percentageOwned: '' })]
    })
    expect([sent, found]).toEqual([false, ['error required contacts.items.0.percentageOwned']])
  })

  test.each<[string, Json[], Json[], number]>([
    ['2: a second Control Prong', [controlProng()], [controlProng()], 400],
    [
      '4: a fifth principal',
      [controlProng(), principal(25), principal(25), principal(25)],
      [principal(25), principal(25)],
      400,
    ],
    ['6: over a hundred percent', [controlProng(), principal(60)], [principal(41)], 400],
    ['6: a hundred percent', [controlProng(), principal(60)], [principal(40)], 200],
  ])('L2 rule %s, in the application as it would be after the update', async (_rule, first, then, status) => {
    const made = await calls.createApplication({ ...application(first) })
    const update = {
      Opp: { attributes: { type: 'Opportunity' }, Id: made.opportunityId },
      Mer: { attributes: { type: 'Account' }, Id: made.accountId },
      lstContact: then,
    }
    expect(await post(update)).toBe(status)
  })

  test('L3 an item that the partner has always goes with its id, and one whose id is not known does not go', () => {
    const draft = exampleDraft()
    const { value } = checkApplication(draft, context)
    const [item] = draft.contacts.items
    if (!value || !item) throw new Error('The example is complete.')
    const recordId = '003000000000001AAA'
    const wire = toWireApplication(value, { ...ids, contacts: { [item.id]: recordId }, accounts: {} })
    expect(wire.lstContact).toMatchObject([{ Id: recordId }])
    const plan = planUpdate(draft, draft, () => null)
    expect(checkUpdatePlan(plan).every(isBlocking)).toBe(true)
    expect(plan.map(({ effect }) => effect)).toEqual(['unclear', 'unclear'])
  })

  test('L4 percentages are 0 to 100, on the alias and in the desk', async () => {
    expect(await alias(fullApplication([controlProng(), principal(-1)]))).toBe(400)
    expect(await alias(fullApplication([controlProng(), principal(101)]))).toBe(400)
    expect(await alias(fullApplication([controlProng(), principal(0)]))).toBe(200)
    expect(typed('contacts', 'percentageOwned', '-1')).toBeNull()
    expect(typed('contacts', 'percentageOwned', '101')).toBeNull()
    expect(typed('contacts', 'percentageOwned', '0')).toBe('0')
  })

  test.each(['https://blue heron.test', 'https://a.test/\n', 'https://a.test/%zz', 'https://a.test/"'])(
    'L5 a website is an address by RFC 3986, by one function for both: %j is none',
    async (address) => {
      expect(isUri(address)).toBe(false)
      expect(await post(withValue(application(), 'Mer.Website', address))).toBe(400)
    },
  )

  test('L6 one DDA type twice is refused by both', async () => {
    expect(await post({ ...application(), lstbussCheckAcc: [bankAccount(), bankAccount()] })).toBe(400)
    const { sent } = judged((draft) => {
      draft.accounts.items = ['a', 'b'].map((id) => exampleAccount(id, { ddaType: 'Deposit' }))
    })
    expect(sent).toBe(false)
  })

  test('L7 a state of formation is one of the states and territories', () => {
    expect(['D', 'zz', 'ZZ', 'Ontario'].map((state) => typed('merchant', 'formationState', state))).toEqual(
      Array(4).fill(null),
    )
    expect(
      ['or', 'Oregon', 'Puerto Rico'].map((state) => typed('merchant', 'formationState', state)),
    ).toEqual(['OR', 'OR', 'PR'])
  })

  test('L10 a stage locks however it is typed', async () => {
    expect(['closed won', ' CLOSED  WON ', 'Pending underwriting'].every(isLockedStage)).toBe(true)
    const { opportunityId, accountId } = await calls.createApplication()
    await calls.control('PUT', `opportunities/${opportunityId}`, { stage: 'closed won' })
    const update = withValue(withValue(application(), 'Opp.Id', opportunityId), 'Mer.Id', accountId)
    expect(await post(update)).toBe(400)
  })

  test('L11 a blank is no name', async () => {
    expect(await post(withValue(application(), 'Mer.Legal_Name__c', ' '))).toBe(400)
    expect(typed('merchant', 'legalName', ' ')).toBeNull()
  })

  test('L12 a live partner’s alias and funding are https, and the alias is on an allowed host', () => {
    const problems = (more: Record<string, string>) => {
      try {
        parseEnv({ ...LIVE, ...more })
        return ''
      } catch (error) {
        return error instanceof EnvError ? error.problems.join('\n') : String(error)
      }
    }
    expect(problems({})).toBe('')
    expect(problems({ PARTNER_ALIAS_URL: 'http://one.partner.example/a' })).toContain('https')
    expect(problems({ FUNDING_BASE_URL: 'http://fund.partner.example' })).toContain('https')
    expect(problems({ PARTNER_ALIAS_URL: 'https://two.partner.example/a' })).toContain('must be on one of')
  })
})

const LIVE = {
  AUTH_SECRET_FILE: '/run/secrets/auth-secret',
  DATA_KEY_FILE: '/run/secrets/data-key',
  AUDIT_SIGNING_KEY_FILE: '/run/secrets/audit-key',
  PARTNER: 'live',
  PARTNER_AUTH_URL: 'https://login.partner.example',
  PARTNER_CLIENT_ID: 'client',
  PARTNER_CLIENT_SECRET: 'secret',
  PARTNER_USERNAME: 'api@desk.example',
  PARTNER_PASSWORD: 'password',
  PARTNER_INSTANCE_HOSTS: 'one.partner.example',
  FUNDING_BASE_URL: 'https://fund.partner.example',
}

describe('Stricter than the document', () => {
  test.each<[string, unknown]>([
    ['Lstqli', [{}]],
    ['Lstqli', [{ id: 7, Id: 'x', Taxed: false, attributes: null }]],
    ['lstBens[0].attributes', undefined],
    ['lstBens[0].attributes', { type: 'Owner__c' }],
    ['lstBens[0].Id', '003000000000001AAA'],
    ['lstbussCheckAcc[0].attributes', undefined],
  ])('S1 an alias item is taken without attributes, and with any: %s is %j', async (path, value) => {
    expect(await alias(withValue(fullApplication(), path, value))).toBe(200)
  })

  test('S2 a length that the interface does not show is the simulation’s to take, and the desk’s to warn of', async () => {
    expect(await post(withValue(application(), 'lstContact[0].FirstName', x(200)))).toBe(200)
    expect(await post(withValue(application(), 'lstbussCheckAcc[0].Bank_City__c', x(200)))).toBe(200)
    const { sent, found } = judged((draft) => {
      Object.assign(draft.contacts.items[0] ?? {}, { firstName: x(200) })
    })
    expect([sent, found]).toEqual([true, ['warning too-long contacts.items.0.firstName']])
  })

  test('S3 a percentage has as many decimals as it has', async () => {
    expect(await post(application([controlProng(), principal(33.3333333333)]))).toBe(200)
    expect(typed('contacts', 'percentageOwned', '33.3333333333')).toBe('33.3333333333')
  })

  test('S4 a state of formation has a limit on the alias only', async () => {
    const path = 'Mer.State_of_Entity_Formation_Incorporation__c'
    expect(await post(withValue(application(), path, 'Delaware'))).toBe(200)
    expect(await alias(withValue(fullApplication(), path, 'Delaware'))).toBe(400)
  })

  test.each(['Mer.Phone', 'lstContact[0].SSN__c', 'Opp.High_Ticket__c'])(
    'S5 null is as if left out: %s',
    async (path) => {
      expect(await post(withValue(application(), path, null))).toBe(200)
    },
  )

  test('S7 lengths of identifiers and amounts are the profile’s own: the simulation’s by default, free for a live one', () => {
    const FUNDING_PROFILES = JSON.stringify([{ profileId: '1', profileKey: 'key', label: 'Main' }])
    const limits = (variables: Record<string, string>) =>
      fundingProfiles(parseEnv({ ...variables, FUNDING_PROFILES })).map((profile) => profile.limits)
    expect(limits({})).toEqual([{ identifierLength: 40, amountDigits: 12 }])
    expect(limits(LIVE)).toEqual([FREE_LIMITS])
  })

  test('S8 one merchant twice in a transaction is a warning', () => {
    const line = { transactionId: 'A', retrievalReferenceNumber: '', merchantId: 'M' }
    const { problems } = checkBatch(
      [
        { ...line, row: 2, amount: '1' },
        { ...line, row: 3, amount: '2' },
      ],
      { amountUnit: 'minor' },
    )
    expect(problems).toMatchObject([{ code: 'merchant-twice', severity: 'warning' }])
  })

  test('S9 an id that is typed is 15 to 18 letters and digits; a prefix or suffix of another kind is a doubt', () => {
    expect(readAdoptedId('opportunity', '0Q0Ab0000000009')).toMatchObject({
      ok: true,
      doubts: [expect.anything()],
    })
    expect(readAdoptedId('opportunity', '006Ab00000000091')).toMatchObject({ ok: true })
    expect(readAdoptedId('opportunity', '006-').ok).toBe(false)
  })

  test('S10 the alias asks for no percentage, and the desk warns', async () => {
    expect(await alias(fullApplication([controlProng(), person('Principal')]))).toBe(200)
    const contacts = [exampleContact('a', { roles: [PRINCIPAL, CONTROL_PRONG], percentageOwned: '' })]
    const { value, violations } = checkFullApplication(plainFullDraft({ contacts }), context)
    expect(violations.map(short)).toContain('warning required contacts.items.0.percentageOwned')
    expect(value).not.toBeNull()
  })

  test.each<[string, string | null, string | null]>([
    ['The record is locked', 'ENTITY_IS_LOCKED', 'A locked stage'],
    ['An application in stage Closed Won cannot be updated.', null, 'Closed Won'],
    ['Contact 2: Closed Won is no role', 'INVALID_FIELD', null],
    ['Another application is Pending Underwriting', null, null],
  ])('S11 only a refusal that says so locks: “%s”', (message, code, stage) => {
    expect(stageOfRefusal([{ message, code }])).toBe(stage)
  })

  test.each<[Json]>([[{ issued_at: 1_760_000_000_000 }], [{ id: 17 }], [{ token_type: 'bearer' }]])(
    'S12 a token is taken with %j',
    async (members) => {
      partner.scripts.token = (_request, response) => response.end(tokenAnswer(members))
      expect(await clientOf().checkToken()).toMatchObject({ instanceUrl: partner.address })
    },
  )

  test.each(['', 'Accepted', '"Application received"'])(
    'S13 a 200 that says %j has accepted the application, and its record ids are needed',
    (text) => {
      expect(verdict(text)).toBe('ids-needed')
    },
  )

  test.each<[string, Buffer]>([
    ['Latin-1', Buffer.from('Café Müller, señor Núñez\r\n', 'latin1')],
    ['UTF-16', Buffer.from('\ufeffCafé Müller', 'utf16le')],
    ['begins with <', Buffer.from('<12 months: see below>\n')],
  ])('S14 a text document is taken: %s', async (_what, content) => {
    expect(await detectMediaType(content, 'a.txt')).toEqual({ ok: true, mediaType: 'text/plain' })
  })

  test('S15 a payment link may have no reference', () => {
    const fields = { profile_id: '941000000001', payment_amount: '1.00', invoice_number: '' }
    expect(wireHostedPaymentSchema.safeParse({ ...fields, client_reference_number: '' }).success).toBe(true)
  })

  test('S16 amounts are in cents where a profile does not say', () => {
    const FUNDING_PROFILES = JSON.stringify([{ profileId: '1', profileKey: 'key', label: 'Main' }])
    expect(fundingProfiles(parseEnv({ FUNDING_PROFILES }))).toMatchObject([{ amountUnit: 'minor' }])
  })
})

describe('What others checked, and holds', () => {
  test('an association id has 100 characters on the alias, and 10 else', async () => {
    const path = 'Mer.Association_ID_API_Field__c'
    expect(await alias(withValue(fullApplication(), path, x(100)))).toBe(200)
    expect(await alias(withValue(fullApplication(), path, x(101)))).toBe(400)
    expect(await post(withValue(application(), path, x(11)))).toBe(400)
  })

  test('0 percent is a percentage: of a person without a role, and of a share of the volume', async () => {
    expect(await post(application([controlProng(), person('', { Percentage_Owned__c: 0 })]))).toBe(200)
    expect(await alias(withValue(fullApplication(), 'Opp.Check_pct__c', 0))).toBe(200)
    expect(await post(application([controlProng(), principal(0)]))).toBe(400)
  })

  test('the simulation gives a token for what the desk is configured with, and for nothing else', async () => {
    expect((await calls.requestToken(SANDBOX_CREDENTIALS)).status).toBe(200)
    expect((await calls.requestToken({ ...SANDBOX_CREDENTIALS, client_secret: 'x' })).status).toBe(400)
  })
})
