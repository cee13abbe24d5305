import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json } from '@/lib/testing/interface/application-bodies'
import { shown } from '@/lib/testing/interface/field-cases'
import {
  ACTIVE,
  basic,
  CLOSED,
  credit,
  debit,
  declined,
  type FundingProfile,
  fundingCalls,
  OTHER_ACTIVE,
  pinDebit,
  referenceOf,
  SUSPENDED,
  transaction,
} from '@/lib/testing/interface/funding-requests'
import { readObject, readObjects, type SandboxCalls, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'

/** Endpoint 1 of the interface, "Create or modify funding amounts", held to the document. */

let sandbox: SandboxProcess
let calls: SandboxCalls
let funding: ReturnType<typeof fundingCalls>
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  calls = sandboxCalls(sandbox.url)
  funding = fundingCalls(sandbox.url)
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  await calls.control('POST', 'reset')
})

const DIGITS = (max: number) => expect.stringMatching(new RegExp(`^\\d{1,${max}}$`))

/** A 200 with the members of the Funding response and no other, each in its format. */
async function expectAnswer(transactions: unknown, profile?: FundingProfile): Promise<Json> {
  const response = await funding.send({ transactions }, profile)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^application\/json\b/)
  const answer = await readObject(response)
  expect(answer).toMatchObject({ transactionCount: DIGITS(6), successfulTransactionCount: DIGITS(6) })
  for (const [member, format] of Object.entries(answer)) {
    const known: Record<string, unknown> = {
      transactionCount: DIGITS(6),
      successfulTransactionCount: DIGITS(6),
      merchantFundingAmountCount: DIGITS(7),
      amountsSum: DIGITS(15),
      errorCode: expect.stringMatching(/^[123]?$/),
      errorMessage: expect.stringMatching(/^[\s\S]{0,200}$/),
      transactionLevelErrors: expect.any(Array),
    }
    expect([member, format]).toEqual([
      expect.stringMatching(`^(${Object.keys(known).join('|')})$`),
      known[member],
    ])
  }
  return answer
}

const errorsOf = (answer: Json): Json[] =>
  [answer.transactionLevelErrors ?? []].flat().map((item) => Object(item))

async function expectSuccess(transactions: Json[], profile?: FundingProfile) {
  const answer = await expectAnswer(transactions, profile)
  expect(answer).toMatchObject({
    transactionCount: String(transactions.length),
    successfulTransactionCount: String(transactions.length),
  })
  expect([answer.errorCode ?? '', errorsOf(answer)]).toEqual(['', []])
  return answer
}

/** Neither content nor a word of what it would be. */
async function expectBodiless(response: Response, status: number) {
  expect([response.status, await response.text()]).toEqual([status, ''])
  expect(response.headers.get('content-type')).toBeNull()
  expect(response.headers.get('content-length') ?? '0').toBe('0')
}

const amountsHeld = async (id: string) => {
  const { merchantFundingAmounts } = await readObject(await calls.control('GET', `transactions/${id}`))
  return merchantFundingAmounts
}
const one = (amount: Json) => [transaction({ id: credit(1) }, [amount])]
const AMOUNT = { merchantId: '000123456789', amount: '100' }
const amount = (merchantId: string, digits: string) => ({ merchantId, amount: digits })

const journal = () => calls.journal('?endpoint=funding')
const setFault = (fault: Json) => calls.control('PUT', 'faults', { endpoint: 'funding', ...fault })
const faultsLeft = async () => (await readObjects(await calls.control('GET', 'faults'))).length
/** The answer of a request with these transactions, whatever it holds. */
const fund = async (transactions: Json[], profile?: FundingProfile) =>
  readObject(await funding.send({ transactions }, profile))

describe('the fields of a request', () => {
  const x = (length: number) => 'x'.repeat(length)
  const accepted: [path: string, value: unknown, transactions: Json[]][] = [
    ['id of 40 characters', x(40), [transaction({ id: x(40) })]],
    ['id with any characters', 'ü "/" \\', [transaction({ id: 'ü "/" \\' })]],
    [
      'retrievalReferenceNumber of 12 digits',
      '000000000000',
      [transaction({ retrievalReferenceNumber: '000000000000' })],
    ],
    ['merchantId of 40 characters', x(40), one({ ...AMOUNT, merchantId: x(40) })],
    ['merchantId with a leading zero', '007', one({ ...AMOUNT, merchantId: '007' })],
    ['amount of 1 digit', '0', one({ ...AMOUNT, amount: '0' })],
    ['amount of 12 digits', '999999999999', one({ ...AMOUNT, amount: '999999999999' })],
    ['amount with leading zeros', '000000000001', one({ ...AMOUNT, amount: '000000000001' })],
    [
      'several amounts',
      3,
      [
        transaction({ id: credit(1) }, [
          AMOUNT,
          { ...AMOUNT, merchantId: 'b' },
          { ...AMOUNT, merchantId: 'c' },
        ]),
      ],
    ],
  ]
  test.each(accepted)('accepted: %s', async (_, __, transactions) => {
    await expectAnswer(transactions)
  })

  const t = (fields: unknown) => ({ transactions: [fields] })
  const good = transaction({ id: credit(1) })
  const withAmounts = (merchantFundingAmounts: unknown) => t({ id: credit(1), merchantFundingAmounts })
  const refused: [what: string, body: unknown][] = [
    ['no transactions', {}],
    ['0 transactions', { transactions: [] }],
    ...[null, 'text', 7, {}, { 0: good }, true].map((value): [string, unknown] => [
      `transactions ${shown(value)}`,
      { transactions: value },
    ]),
    ...[null, 'text', 7, [], true].map((value): [string, unknown] => [
      `a transaction ${shown(value)}`,
      t(value),
    ]),
    ...[null, 'text', 7, [], true, [good]].map((value): [string, unknown] => [
      `the body ${shown(value)}`,
      value,
    ]),
    ['an id of 41 characters', t({ ...good, id: x(41) })],
    ...[null, 7, true, {}, ['a']].map((id): [string, unknown] => [`id ${shown(id)}`, t({ ...good, id })]),
    ...[
      '1'.repeat(13),
      '1'.repeat(11),
      '90000000000a',
      '900000000001\n',
      '٣'.repeat(12),
      900000000001,
      true,
      {},
    ].map((retrievalReferenceNumber): [string, unknown] => [
      `retrievalReferenceNumber ${shown(retrievalReferenceNumber)}`,
      t({ retrievalReferenceNumber, merchantFundingAmounts: [AMOUNT] }),
    ]),
    ['a reference number that is null beside an id', t({ ...good, retrievalReferenceNumber: null })],
    ['no merchantFundingAmounts', t({ id: credit(1) })],
    ...[null, 'text', 7, {}, [], ['text'], [null], [[]]].map((value): [string, unknown] => [
      `merchantFundingAmounts ${shown(value)}`,
      withAmounts(value),
    ]),
    ['no merchantId', withAmounts([{ amount: '100' }])],
    ['no amount', withAmounts([{ merchantId: 'a' }])],
    ...[x(41), '', 'A\0', '\ud800', 7, null, {}].map((merchantId): [string, unknown] => [
      `merchantId ${shown(merchantId)}`,
      withAmounts([{ ...AMOUNT, merchantId }]),
    ]),
    ...[
      '1'.repeat(13),
      '',
      '1.00',
      '-1',
      '+1',
      ' 1',
      '1 ',
      '1e3',
      '1,000',
      '0x10',
      '١',
      '1\n',
      100,
      null,
      {},
    ].map((amount): [string, unknown] => [`amount ${shown(amount)}`, withAmounts([{ ...AMOUNT, amount }])]),
    [
      'a wrong amount in the last of many',
      t({ ...good, merchantFundingAmounts: [...Array(50).fill(AMOUNT), { ...AMOUNT, amount: 'x' }] }),
    ],
    [
      'a wrong transaction, the last of many',
      { transactions: [...Array.from({ length: 50 }, (_, n) => transaction({ id: credit(n + 1) })), {}] },
    ],
    ['a wrong amount beside a request-level error', { transactions: [good, good, ...one({ amount: 1 })] }],
  ]
  test.each(refused)('400: %s', async (_, body) => {
    await expectBodiless(await funding.send(body), 400)
    expect(await amountsHeld(credit(1))).toEqual([])
  })

  test.each(['', '{', '{"transactions":[}', 'transactions', '\u0000', '{"transactions":[]} x'])(
    '400: the text %j',
    async (text) => {
      await expectBodiless(await funding.sendText(text), 400)
    },
  )

  test.each([
    [
      'a member that is given twice',
      '{"transactions":[{"id":"SBX-C-000001","id":"SBX-C-000002","merchantFundingAmounts":[{"merchantId":"A","amount":"1"}]}]}',
    ],
    ['10 MB of brackets', '['.repeat(10_000_000)],
    ['a million values that are no transaction', `{"transactions":[${'0,'.repeat(1_000_000)}0]}`],
    [
      'a million values that are no funding amount',
      `{"transactions":[{"id":"SBX-C-000001","merchantFundingAmounts":[${'0,'.repeat(1_000_000)}0]}]}`,
    ],
  ])('400: %s', async (_, text) => {
    await expectBodiless(await funding.sendText(text), 400)
  })

  test('400: bytes that are not UTF-8', async () => {
    const text = Buffer.from(JSON.stringify({ transactions: [transaction({ id: 'SBX-#' })] }))
    text[text.indexOf('#')] = 0xff
    await expectBodiless(await funding.sendText(text), 400)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/jsonx',
    'application/jsonp',
    'application/json-patch+json',
    '',
  ])('400: content type %j', async (type) => {
    const body = Buffer.from(JSON.stringify({ transactions: [good] }))
    await expectBodiless(await funding.sendText(body, ACTIVE, { 'content-type': type }), 400)
  })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'Application/JSON; charset=utf-8',
  ])('accepted: content type %s', async (type) => {
    const body = JSON.stringify({ transactions: [good] })
    expect((await funding.sendText(body, ACTIVE, { 'content-type': type })).status).toBe(200)
  })

  test.each(['/funding-amounts', '/funding-amounts/'])(
    'accepted: path %s, with no redirect',
    async (path) => {
      const response = await funding.sendText(JSON.stringify({ transactions: [good] }), ACTIVE, {}, path)
      expect(response.status).toBe(200)
    },
  )
})

describe('the number of transactions', () => {
  const many = (count: number, amounts: Json[] = [AMOUNT]) =>
    Array.from({ length: count }, (_, index) => transaction({ id: credit(index + 1) }, amounts))

  test('may be 1', async () => {
    expect(await expectSuccess(many(1))).toMatchObject({ merchantFundingAmountCount: '1' })
    expect(await amountsHeld(credit(1))).toEqual([AMOUNT])
  })

  test('may be 10,000, whose amounts sum to more than 15 digits: the lowest 15 are answered', async () => {
    const amounts = ['a', 'b', 'c'].map((merchantId) => ({ merchantId, amount: '999999999999' }))
    const answer = await expectSuccess(many(10_000, amounts))
    expect(answer.transactionCount).toBe('10000')
    expect(answer.merchantFundingAmountCount).toBe('30000')
    const sum = 30_000n * 999_999_999_999n
    expect(String(sum).length).toBeGreaterThan(15)
    expect(BigInt(String(answer.amountsSum))).toBe(sum % 10n ** 15n)
    expect(await amountsHeld(credit(10_000))).toEqual(amounts)
  })

  test('may not be 10,001', async () => {
    await expectBodiless(await funding.send({ transactions: many(10_001) }), 400)
    expect(await amountsHeld(credit(1))).toEqual([])
  })

  test('a transaction may have far more funding amounts than most have', async () => {
    const amounts = Array.from({ length: 40 }, (_, index) => amount(`MERCHANT-${index}`, '1'))
    const transactions = many(10_000, amounts)
    expect(await fund(transactions)).toMatchObject({
      successfulTransactionCount: '10000',
      merchantFundingAmountCount: '400000',
      amountsSum: '400000',
    })
    expect(await amountsHeld(credit(10_000))).toEqual(amounts)
  })

  test('members that the interface does not show are tolerated, and not kept', async () => {
    const more = { currency: '840', merchantFundingAmounts: [{ ...amount('A', '1'), note: 'x' }] }
    const response = await funding.send({ transactions: [{ id: credit(1), ...more }], batch: 1 })
    expect(response.status).toBe(200)
    expect(await amountsHeld(credit(1))).toEqual([amount('A', '1')])
  })

  test('amountsSum is of all amounts, those of failed transactions too, and has 15 digits at most', async () => {
    const transactions = [
      transaction({ id: credit(1) }, Array(1_001).fill(amount('A', '999999999999'))),
      transaction({ id: 'nobody' }, [amount('A', '1002')]),
    ]
    // 1,001 × 999,999,999,999 + 1,002 = 1,001,000,000,000,001
    expect(await fund(transactions)).toMatchObject({
      successfulTransactionCount: '1',
      amountsSum: '1000000000001',
    })
  })
})

describe('what is no POST of at most 150 MiB', () => {
  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD'])('%s: 405 without a body', async (method) => {
    const response = await fetch(`${sandbox.url}/funding-amounts`, { method })
    expect(response.headers.get('allow')).toBe('POST')
    await expectBodiless(response, 405)
  })

  test.each([
    ['150 MiB are read, and then judged', 150 * 1024 * 1024, 400],
    ['one byte more: too long, 400 without a body', 150 * 1024 * 1024 + 1, 400],
  ])('%s', async (title, length, status) => {
    const answer = await new Promise<{ status: number | undefined; type: string | undefined; text: string }>(
      (resolve, reject) => {
        const sent = httpRequest(`${sandbox.url}/funding-amounts`, {
          method: 'POST',
          headers: { 'content-length': length, 'content-type': 'application/json' },
        })
        sent.once('error', reject)
        sent.once('response', (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (part: string) => {
            text += part
          })
          response.once('end', () =>
            resolve({ status: response.statusCode, type: response.headers['content-type'], text }),
          )
        })
        // Whether it is too long is told by the head alone.
        if (title.startsWith('one byte more')) sent.flushHeaders()
        else sent.end(Buffer.alloc(length, ' '))
      },
    )
    expect(answer).toEqual({ status, type: undefined, text: '' })
  })
})

describe('the evaluation order: 400, 401, 403, 500, 200', () => {
  const goodBody = { transactions: one(AMOUNT) }
  const badBody = { transactions: [] }
  const unknownProfile = { profileId: '941000000009', profileKey: 'key-active-1' }
  const wrongKeyOf = (profile: FundingProfile) => ({ ...profile, profileKey: 'wrong' })

  type Case = [status: number, what: string, body: unknown, profile: FundingProfile | undefined]
  const table: Case[] = [
    [400, 'a bad body', badBody, ACTIVE],
    [400, 'a bad body of an unknown profile', badBody, unknownProfile],
    [400, 'a bad body with a wrong key', badBody, wrongKeyOf(ACTIVE)],
    [400, 'a bad body without credentials', badBody, undefined],
    [400, 'a bad body of a suspended profile', badBody, SUSPENDED],
    [400, 'a bad body of a closed profile', badBody, CLOSED],
    [401, 'an unknown profile', goodBody, unknownProfile],
    [401, 'a wrong key', goodBody, wrongKeyOf(ACTIVE)],
    [401, "another profile's key", goodBody, { ...ACTIVE, profileKey: OTHER_ACTIVE.profileKey }],
    [401, 'no credentials', goodBody, undefined],
    [401, 'a wrong key of a suspended profile', goodBody, wrongKeyOf(SUSPENDED)],
    [401, 'a wrong key of a closed profile', goodBody, wrongKeyOf(CLOSED)],
    [403, 'a suspended profile', goodBody, SUSPENDED],
    [403, 'a closed profile', goodBody, CLOSED],
  ]
  const TWICE = { transactions: [...one(AMOUNT), ...one(AMOUNT)] }

  test.each(table)('%i: %s, and no body', async (status, _, body, profile) => {
    await expectBodiless(await funding.send(body, profile ?? null), status)
    expect(await amountsHeld(credit(1))).toEqual([])
    expect(await journal()).toMatchObject([{ status, applied: false }])
  })

  test.each(table)('%i comes before a caused 500: %s', async (status, _, body, profile) => {
    await setFault({ mode: 'status', status: 500 })
    await expectBodiless(await funding.send(body, profile ?? null), status)
    expect(await journal()).toMatchObject([{ status, applied: false }])
    // A fault waits for a request that is allowed.
    expect(await faultsLeft()).toBe(1)
  })

  test('500 comes before 200, with no body, and nothing applied', async () => {
    await setFault({ mode: 'status', status: 500 })
    await expectBodiless(await funding.send(goodBody), 500)
    expect(await amountsHeld(credit(1))).toEqual([])
    expect(await faultsLeft()).toBe(0)
    expect((await funding.send(goodBody)).status).toBe(200)
    expect(await amountsHeld(credit(1))).toEqual([AMOUNT])
    expect(await journal()).toMatchObject([
      { status: 500, applied: false },
      { status: 200, applied: true },
    ])
  })

  test('401, 403 and 500 come before a request-level error, which is a 200', async () => {
    await expectBodiless(await funding.send(TWICE, wrongKeyOf(ACTIVE)), 401)
    await expectBodiless(await funding.send(TWICE, SUSPENDED), 403)
    await setFault({ mode: 'status', status: 500 })
    await expectBodiless(await funding.send(TWICE), 500)
    await calls.control('DELETE', 'faults')
    expect((await funding.send(TWICE)).status).toBe(200)
  })

  test('a wrong content type is 400 before all others', async () => {
    const type = { 'content-type': 'text/plain' }
    for (const profile of [null, wrongKeyOf(SUSPENDED), SUSPENDED])
      await expectBodiless(await funding.sendText(JSON.stringify(goodBody), profile, type), 400)
  })

  test.each([
    '',
    'Bearer abc',
    'Basic',
    'Basic !!!',
    `Basic ${Buffer.from('941000000001').toString('base64')}`,
    `Basic ${Buffer.from(':key-active-1').toString('base64')}`,
    `Basic ${Buffer.from('941000000001:key-active-1:x').toString('base64')}`,
    `Basic ${Buffer.from(' 941000000001:key-active-1').toString('base64')}`,
    `Bearer ${Buffer.from('941000000001:key-active-1').toString('base64')}`,
    '941000000001:key-active-1',
  ])('401: Authorization %j', async (authorization) => {
    await expectBodiless(await funding.sendText(JSON.stringify(goodBody), null, { authorization }), 401)
  })

  test('a profile that is suspended, closed or made active again is answered so at once', async () => {
    const { profileId } = ACTIVE
    const expected = { suspended: 403, closed: 403, active: 200 }
    for (const [status, answer] of Object.entries(expected)) {
      await calls.control('PUT', `profiles/${profileId}`, { status })
      expect((await funding.send(goodBody)).status).toBe(answer)
    }
    expect((await funding.send(goodBody, OTHER_ACTIVE)).status).toBe(200)
  })
})

describe('request-level errors', () => {
  const neither = { merchantFundingAmounts: [AMOUNT] }
  const both = transaction({ id: debit(1), retrievalReferenceNumber: referenceOf(debit(1)) })
  const bothOfDifferentOnes = transaction({ id: credit(5), retrievalReferenceNumber: referenceOf(debit(6)) })
  const twice = [transaction({ id: credit(2) }), transaction({ id: credit(2) })]
  const fine = transaction({ id: credit(3) })

  const table: [code: string, what: string, transactions: Json[]][] = [
    ['1', 'both identifiers', [both]],
    ['1', 'both identifiers, of different transactions', [fine, bothOfDifferentOnes]],
    ['2', 'neither identifier', [fine, neither]],
    ['2', 'two empty identifiers', [fine, transaction({ id: '', retrievalReferenceNumber: '' })]],
    ['3', 'an id twice', [fine, ...twice]],
    ['3', 'an unknown id twice', [transaction({ id: 'NOPE' }), fine, transaction({ id: 'NOPE' })]],
    [
      '3',
      'a reference number twice',
      [referenceOf(debit(1)), referenceOf(debit(1))].map((number) =>
        transaction({ retrievalReferenceNumber: number }),
      ),
    ],
    [
      '3',
      'a debit by its id, and by its reference number',
      [transaction({ id: debit(1) }), fine, transaction({ retrievalReferenceNumber: referenceOf(debit(1)) })],
    ],
    [
      '3',
      'the same, the reference number first',
      [transaction({ retrievalReferenceNumber: referenceOf(debit(9)) }), transaction({ id: debit(9) })],
    ],
    [
      '3',
      'a PIN debit by its id, and by its reference number',
      [transaction({ id: pinDebit(1) }), transaction({ retrievalReferenceNumber: referenceOf(pinDebit(1)) })],
    ],
    ['1', '1, 2 and 3 together: the lowest', [...twice, neither, both]],
    ['1', '1 and 2', [neither, both]],
    ['1', '1 and 3', [...twice, both]],
    ['2', '2 and 3', [...twice, neither]],
    ['1', '1 and a transaction-level error', [transaction({ id: 'NOPE' }), both]],
    [
      '3',
      '3 and transaction-level errors',
      [transaction({ id: declined(1) }), transaction({ id: declined(1) })],
    ],
  ]

  test.each(table)('%s: %s', async (code, _, transactions) => {
    expect(await expectAnswer(transactions)).toEqual({
      transactionCount: String(transactions.length),
      successfulTransactionCount: '0',
      merchantFundingAmountCount: String(transactions.length),
      amountsSum: String(100 * transactions.length),
      errorCode: code,
      errorMessage: expect.stringMatching(/^.*\S.*$/),
      transactionLevelErrors: [],
    })
    expect(await amountsHeld(credit(3))).toEqual([])
    expect(await journal()).toMatchObject([{ status: 200, applied: false }])
  })

  test('is none where an empty identifier stands beside a given one', async () => {
    const answer = await expectAnswer([
      transaction({ id: credit(1), retrievalReferenceNumber: '' }),
      transaction({ id: '', retrievalReferenceNumber: referenceOf(debit(1)) }),
    ])
    expect(answer).toEqual({
      transactionCount: '2',
      successfulTransactionCount: '2',
      merchantFundingAmountCount: '2',
      amountsSum: '200',
      transactionLevelErrors: [],
    })
  })

  test('a debit by its id and another by its reference number are no duplicates', async () => {
    await expectSuccess([
      transaction({ id: debit(1) }),
      transaction({ retrievalReferenceNumber: referenceOf(debit(2)) }),
      transaction({ id: credit(1) }),
    ])
  })

  test('the same transaction in two requests is no duplicate', async () => {
    await expectSuccess([transaction({ id: credit(1) })])
    await expectSuccess([transaction({ id: credit(1) })])
  })
})

describe('transactions', () => {
  const byReference = (id: string) => ({ retrievalReferenceNumber: referenceOf(id) })
  const accepted: [what: string, identifier: Json][] = [
    ['the first credit', { id: credit(1) }],
    ['the last credit', { id: credit(200_000) }],
    ['a settled credit', { id: credit(7) }],
    ['a settled credit', { id: credit(199_997) }],
    ['a credit with a number ending in 0', { id: credit(10) }],
    ['the first debit', { id: debit(1) }],
    ['a debit with a number ending in 7', { id: debit(17) }],
    ['the last open debit', { id: debit(199_999) }],
    ['a credit in the middle', { id: credit(100_001) }],
    ['a debit by its reference number', byReference(debit(1))],
    ['the last open debit by its reference number', byReference(debit(199_999))],
  ]
  test.each(accepted)('funded: %s %j', async (_, identifier) => {
    const answer = await expectSuccess([transaction(identifier)])
    expect(answer).not.toHaveProperty('errorCode')
    expect(await amountsHeld(String(Object.values(identifier)[0]))).toEqual([AMOUNT])
  })

  const refused: [code: string, what: string, identifier: Json][] = [
    ['100', 'an unknown id', { id: 'NOPE' }],
    ['100', 'a credit past the last', { id: credit(200_001) }],
    ['100', 'a credit before the first', { id: credit(0) }],
    ['100', 'a debit past the last', { id: debit(200_001) }],
    ['100', 'a PIN debit past the last', { id: pinDebit(200_001) }],
    ['100', 'a declined one past the last', { id: declined(200_001) }],
    ['100', 'a number in other digits', { id: 'SBX-C-1' }],
    ['100', 'a number in fewer digits', { id: 'SBX-C-00001' }],
    ['100', 'a number in more digits', { id: 'SBX-C-0000001' }],
    ['100', 'another series', { id: 'SBX-E-000001' }],
    ['100', 'an id with a space before it', { id: ' SBX-C-000001' }],
    ['100', 'an id in small letters', { id: 'sbx-c-000001' }],
    ['100', 'an id with a space', { id: 'SBX-C-000001 ' }],
    ['100', 'a reference number given as id', { id: referenceOf(debit(1)) }],
    ['901', 'an unknown reference number', { retrievalReferenceNumber: '700000000001' }],
    ['901', 'one of zeros', { retrievalReferenceNumber: '000000000001' }],
    ['901', 'one far past the last', { retrievalReferenceNumber: '900001000001' }],
    ['901', 'the reference number of a debit past the last', { retrievalReferenceNumber: '900000200001' }],
    ['901', 'the reference number of a debit before the first', { retrievalReferenceNumber: '900000000000' }],
    [
      '901',
      'the reference number of a PIN debit past the last',
      { retrievalReferenceNumber: '800000200001' },
    ],
    ['902', 'a settled debit', { id: debit(10) }],
    ['902', 'the last debit, which is settled', { id: debit(200_000) }],
    ['902', 'a settled debit by its reference number', byReference(debit(10))],
    ['902', 'the last debit by its reference number', byReference(debit(200_000))],
    ['903', 'a PIN debit', { id: pinDebit(1) }],
    ['903', 'the last PIN debit', { id: pinDebit(200_000) }],
    ['903', 'a PIN debit by its reference number', byReference(pinDebit(1))],
    ['904', 'a declined one', { id: declined(1) }],
    ['904', 'the last declined one', { id: declined(200_000) }],
  ]

  function expectError(answer: Json, code: string, identifier: Json) {
    const { id = '', retrievalReferenceNumber = '' } = identifier
    expect(errorsOf(answer)).toEqual([
      {
        transactionId: id,
        retrievalReferenceNumber,
        errorCode: code,
        errorMessage: expect.stringMatching(/\S/),
      },
    ])
  }

  test.each(refused)('%s: %s %j, and no other fails', async (code, _, identifier) => {
    const answer = await expectAnswer([
      transaction({ id: credit(11) }),
      transaction(identifier),
      transaction({ id: debit(12) }),
    ])
    expect(answer).toMatchObject({
      transactionCount: '3',
      successfulTransactionCount: '2',
      merchantFundingAmountCount: '3',
    })
    expect(answer).not.toHaveProperty('errorCode')
    expectError(answer, code, identifier)
    expect((await amountsHeld(String(Object.values(identifier)[0]))) ?? []).toEqual([])
    expect([await amountsHeld(credit(11)), await amountsHeld(debit(12))]).toEqual([[AMOUNT], [AMOUNT]])
  })

  test.each(['UNKNOWN', 'UNKNOWN-1', 'UNKNOWN000123'])('905: merchant id %s', async (merchantId) => {
    const identifier = { id: credit(1) }
    const answer = await expectAnswer([transaction(identifier, [AMOUNT, { merchantId, amount: '5' }])])
    expect(answer).toMatchObject({ successfulTransactionCount: '0', merchantFundingAmountCount: '2' })
    expectError(answer, '905', identifier)
    expect(await amountsHeld(credit(1))).toEqual([])
  })

  test.each(['unknown', 'unknown-1', 'X-UNKNOWN', 'AN UNKNOWN', ' UNKNOWN'])(
    '%j does not start with UNKNOWN',
    async (merchantId) => {
      const amounts = [AMOUNT, amount(merchantId, '5')]
      await expectSuccess([transaction({ id: credit(1) }, amounts)])
      expect(await amountsHeld(credit(1))).toEqual(amounts)
    },
  )

  test('what is wrong with the transaction is told before what is wrong with its merchants', async () => {
    const ids = ['nobody', declined(1), pinDebit(1), debit(10)]
    const answer = await expectAnswer(ids.map((id) => transaction({ id }, [amount('UNKNOWN', '1')])))
    expect(errorsOf(answer)).toMatchObject(['100', '904', '903', '902'].map((errorCode) => ({ errorCode })))
    expect(await journal()).toMatchObject([{ status: 200, applied: false }])
  })

  test('all may fail, and the answer is still 200', async () => {
    const identifiers = refused.map(([, , identifier]) => identifier)
    const unique = [
      ...new Map(identifiers.map((identifier) => [JSON.stringify(identifier), identifier])).values(),
    ]
    // A settled debit stands there by its id and by its number: only one of the two can be in one request.
    const byId = unique.filter(({ id }) => id !== undefined)
    const answer = await expectAnswer(byId.map((identifier) => transaction(identifier)))
    expect(answer).toMatchObject({
      transactionCount: String(byId.length),
      successfulTransactionCount: '0',
    })
    expect(new Set(errorsOf(answer).map(({ transactionId }) => transactionId))).toEqual(
      new Set(byId.map(({ id }) => id)),
    )
  })

  test('the counts cover all of the request, the failed ones too', async () => {
    const amounts = (...values: string[]) =>
      values.map((amount, index) => ({ merchantId: `m${index}`, amount }))
    const answer = await expectAnswer([
      transaction({ id: credit(1) }, amounts('1', '20', '300')),
      transaction({ id: 'NOPE' }, amounts('4000')),
      transaction({ id: declined(1) }, amounts('50000', '600000')),
    ])
    expect(answer).toMatchObject({
      transactionCount: '3',
      successfulTransactionCount: '1',
      merchantFundingAmountCount: '6',
    })
    expect(BigInt(String(answer.amountsSum))).toBe(654_321n)
  })

  test('amounts are summed as integers of any size', async () => {
    const amounts = ['9', '999999999999', '000000000001'].map((amount) => ({ merchantId: amount, amount }))
    expect(BigInt(String((await expectSuccess([transaction({ id: credit(1) }, amounts)])).amountsSum))).toBe(
      1_000_000_000_009n,
    )
  })
})

describe('create, then modify', () => {
  test.each<[what: string, requests: ReturnType<typeof amount>[][], held: ReturnType<typeof amount>[]]>([
    [
      'amounts as they were given',
      [[amount('007', '0950'), amount('B', '2')]],
      [amount('007', '0950'), amount('B', '2')],
    ],
    [
      'one merchant twice, with both amounts',
      [[amount('A', '1'), amount('B', '2'), amount('A', '3')]],
      [amount('A', '1'), amount('B', '2'), amount('A', '3')],
    ],
    [
      'an amount given later takes the place of the earlier',
      [[amount('A', '1'), amount('B', '2')], [amount('A', '3')]],
      [amount('A', '3'), amount('B', '2')],
    ],
    [
      'a merchant given later comes last',
      [[amount('A', '1')], [amount('B', '2')]],
      [amount('A', '1'), amount('B', '2')],
    ],
    [
      'both amounts of a merchant are replaced by one',
      [[amount('A', '1'), amount('B', '2'), amount('A', '3')], [amount('A', '4')]],
      [amount('A', '4'), amount('B', '2')],
    ],
    [
      'one is replaced by two',
      [
        [amount('A', '1'), amount('B', '2')],
        [amount('A', '3'), amount('A', '4')],
      ],
      [amount('A', '3'), amount('A', '4'), amount('B', '2')],
    ],
    ['an amount of nothing is an amount', [[amount('A', '1')], [amount('A', '0')]], [amount('A', '0')]],
    [
      'the last of three requests counts',
      [[amount('A', '1')], [amount('A', '2')], [amount('A', '3')]],
      [amount('A', '3')],
    ],
    [
      'a name that objects have by nature is a merchant like any other',
      [[amount('__proto__', '1')], [amount('constructor', '2')], [amount('__proto__', '3')]],
      [amount('__proto__', '3'), amount('constructor', '2')],
    ],
  ])('%s', async (_, requests, held) => {
    for (const amounts of requests) await expectSuccess([transaction({ id: credit(1) }, amounts)])
    expect(await amountsHeld(credit(1))).toEqual(held)
  })

  test('a debit is the same transaction under both its names', async () => {
    await expectSuccess([transaction({ id: debit(1) }, [amount('A', '1'), amount('C', '4')])])
    const again = [amount('A', '3'), amount('B', '2')]
    await expectSuccess([transaction({ retrievalReferenceNumber: referenceOf(debit(1)) }, again)])
    for (const name of [debit(1), referenceOf(debit(1))])
      expect(await readObject(await calls.control('GET', `transactions/${name}`))).toEqual({
        id: debit(1),
        retrievalReferenceNumber: referenceOf(debit(1)),
        kind: 'debit',
        settled: false,
        merchantFundingAmounts: [amount('A', '3'), amount('C', '4'), amount('B', '2')],
        updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      })
  })

  test('what is stored is the same for every profile', async () => {
    await expectSuccess(one(amount('A', '1')))
    await expectSuccess(one(amount('A', '5')), OTHER_ACTIVE)
    expect(await amountsHeld(credit(1))).toEqual([amount('A', '5')])
  })

  test('what is stored of a transaction that shares its row with thousands is its own', async () => {
    await expectSuccess(
      Array.from({ length: 10_000 }, (_, index) =>
        transaction({ id: credit(index + 1) }, [amount(`MERCHANT-${index}`, String(index))]),
      ),
    )
    for (const index of [0, 1, 511, 512, 4_999, 9_999])
      expect(await amountsHeld(credit(index + 1))).toEqual([amount(`MERCHANT-${index}`, String(index))])
    expect(await amountsHeld(credit(10_001))).toEqual([])
  })

  test('a failed transaction keeps what it had', async () => {
    await expectSuccess(one(AMOUNT))
    await expectAnswer(one({ merchantId: 'UNKNOWN', amount: '7' }))
    expect(await amountsHeld(credit(1))).toEqual([AMOUNT])
  })
})

describe('control: transactions', () => {
  test.each([
    [credit(1), { kind: 'credit', settled: false, retrievalReferenceNumber: null }],
    [credit(7), { kind: 'credit', settled: true, retrievalReferenceNumber: null }],
    [credit(8), { kind: 'credit', settled: false, retrievalReferenceNumber: null }],
    [debit(10), { kind: 'debit', settled: true, retrievalReferenceNumber: '900000000010' }],
    [debit(1), { kind: 'debit', settled: false, retrievalReferenceNumber: '900000000001' }],
    [debit(123_450), { kind: 'debit', settled: true, retrievalReferenceNumber: '900000123450' }],
    [pinDebit(2), { kind: 'pin-debit', settled: false, retrievalReferenceNumber: '800000000002' }],
    [pinDebit(200_000), { kind: 'pin-debit', settled: false, retrievalReferenceNumber: '800000200000' }],
    [declined(1), { kind: 'declined', settled: false, retrievalReferenceNumber: null }],
  ])('%s', async (id, expected) => {
    const response = await calls.control('GET', `transactions/${id}`)
    expect(response.status).toBe(200)
    expect(await readObject(response)).toEqual({
      id,
      merchantFundingAmounts: [],
      updatedAt: null,
      ...expected,
    })
  })

  test.each(['NOPE', credit(200_001), credit(0), '700000000001', '%00', '__proto__'])(
    '%s is unknown: 404',
    async (id) => {
      expect((await calls.control('GET', `transactions/${id}`)).status).toBe(404)
    },
  )

  test('the profiles are those of the document', async () => {
    const profiles = await readObjects(await calls.control('GET', 'profiles'))
    expect(Object.fromEntries(profiles.map(({ profileId, status }) => [profileId, status]))).toEqual({
      [ACTIVE.profileId]: 'active',
      [OTHER_ACTIVE.profileId]: 'active',
      [SUSPENDED.profileId]: 'suspended',
      [CLOSED.profileId]: 'closed',
    })
    expect(JSON.stringify(profiles)).not.toMatch(/key-/)
  })
})

describe('credentials', () => {
  test('are case-blind in their scheme only', async () => {
    const headers = (authorization: string) => ({ authorization })
    const body = JSON.stringify({ transactions: one(AMOUNT) })
    const right = basic(ACTIVE)
    expect((await funding.sendText(body, null, headers(right.replace('Basic', 'basic')))).status).toBe(200)
    const upper = basic({ ...ACTIVE, profileKey: ACTIVE.profileKey.toUpperCase() })
    expect((await funding.sendText(body, null, headers(upper))).status).toBe(401)
  })
})

describe('a fault', () => {
  const three = () => [1, 2, 3].map((number) => transaction({ id: credit(number) }))

  test('partial: the first, the third and so on fail, with a code that no document lists', async () => {
    await setFault({ mode: 'partial' })
    const answer = await fund(three())
    expect(answer).toMatchObject({
      transactionCount: '3',
      successfulTransactionCount: '1',
      merchantFundingAmountCount: '3',
      amountsSum: '300',
      transactionLevelErrors: [
        { transactionId: credit(1), errorCode: '999' },
        { transactionId: credit(3), errorCode: '999' },
      ],
    })
    const held = await Promise.all(three().map(({ id }) => amountsHeld(String(id))))
    expect(held).toEqual([[], [AMOUNT], []])
  })

  test('partial leaves a transaction its own error, and one alone fails', async () => {
    await setFault({ mode: 'partial', times: 2 })
    expect(await fund([transaction({ id: 'nobody' })])).toMatchObject({
      transactionLevelErrors: [{ errorCode: '100' }],
    })
    expect(await fund(one(AMOUNT))).toMatchObject({ successfulTransactionCount: '0' })
    expect((await journal()).map(({ applied }) => applied)).toEqual([false, false])
  })

  test('status is answered without a body, unless one is set', async () => {
    await setFault({ mode: 'status', status: 503 })
    await expectBodiless(await funding.send({ transactions: three() }), 503)
    await setFault({ mode: 'status', status: 200, body: { transactionCount: '3' } })
    expect(await fund(three())).toEqual({ transactionCount: '3' })
    expect(await amountsHeld(credit(1))).toEqual([])
  })

  test('status-after: stored, and then answered without a body', async () => {
    await setFault({ mode: 'status-after', status: 500 })
    await expectBodiless(await funding.send({ transactions: three() }), 500)
    expect(await amountsHeld(credit(3))).toHaveLength(1)
    expect(await journal()).toMatchObject([{ status: 500, applied: true }])
  })

  test('cut-after: stored, and nothing answered', async () => {
    await setFault({ mode: 'cut-after' })
    await expect(funding.send({ transactions: three() })).rejects.toThrow('fetch failed')
    expect(await amountsHeld(credit(3))).toHaveLength(1)
    expect(await journal()).toMatchObject([{ status: null, applied: true }])
  })

  test('malformed: stored, and answered with broken JSON', async () => {
    await setFault({ mode: 'malformed' })
    const response = await funding.send({ transactions: three() })
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(() => JSON.parse(text)).toThrow()
    expect(await amountsHeld(credit(3))).toHaveLength(1)
  })
})
