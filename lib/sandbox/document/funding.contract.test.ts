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
    ...[null, 'text', 7, {}, true].map((value): [string, unknown] => [
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
    ...[7, true, {}, ['a']].map((id): [string, unknown] => [`id ${shown(id)}`, t({ ...good, id })]),
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
    ['no merchantFundingAmounts', t({ id: credit(1) })],
    ...[null, 'text', 7, {}, ['text'], [null], [[]]].map((value): [string, unknown] => [
      `merchantFundingAmounts ${shown(value)}`,
      withAmounts(value),
    ]),
    ['no merchantId', withAmounts([{ amount: '100' }])],
    ['no amount', withAmounts([{ merchantId: 'a' }])],
    ...[x(41), 7, null, {}].map((merchantId): [string, unknown] => [
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
      t({ ...good, merchantFundingAmounts: [AMOUNT, AMOUNT, { ...AMOUNT, amount: 'x' }] }),
    ],
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

  test('400: bytes that are not UTF-8', async () => {
    const text = Buffer.from(JSON.stringify({ transactions: [transaction({ id: 'SBX-#' })] }))
    text[text.indexOf('#')] = 0xff
    await expectBodiless(await funding.sendText(text), 400)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'application/jsonx', ''])(
    '400: content type %j',
    async (type) => {
      const body = Buffer.from(JSON.stringify({ transactions: [good] }))
      await expectBodiless(await funding.sendText(body, ACTIVE, { 'content-type': type }), 400)
    },
  )

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'accepted: content type %s',
    async (type) => {
      const body = JSON.stringify({ transactions: [good] })
      expect((await funding.sendText(body, ACTIVE, { 'content-type': type })).status).toBe(200)
    },
  )

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
    await expectSuccess(many(1))
  })

  test('may be 10,000, whose amounts sum to more than 15 digits: the lowest 15 are answered', async () => {
    const amounts = ['a', 'b', 'c'].map((merchantId) => ({ merchantId, amount: '999999999999' }))
    const answer = await expectSuccess(many(10_000, amounts))
    expect(answer.transactionCount).toBe('10000')
    expect(answer.merchantFundingAmountCount).toBe('30000')
    const sum = 30_000n * 999_999_999_999n
    expect(String(sum).length).toBeGreaterThan(15)
    expect(BigInt(String(answer.amountsSum))).toBe(sum % 10n ** 15n)
  })

  test('may not be 10,001', async () => {
    await expectBodiless(await funding.send({ transactions: many(10_001) }), 400)
    expect(await amountsHeld(credit(1))).toEqual([])
  })
})

describe('the evaluation order: 400, 401, 403, 500, 200', () => {
  const goodBody = { transactions: one(AMOUNT) }
  const badBody = { transactions: [] }
  const unknownProfile = { profileId: '941000000009', profileKey: 'key-active-1' }
  const wrongKeyOf = (profile: FundingProfile) => ({ ...profile, profileKey: 'wrong' })
  const causeFailure = () =>
    calls.control('PUT', 'faults', { endpoint: 'funding', mode: 'status', status: 500, times: 20 })

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
  })

  test.each(table)('%i comes before a caused 500: %s', async (status, _, body, profile) => {
    await causeFailure()
    await expectBodiless(await funding.send(body, profile ?? null), status)
  })

  test('500 comes before 200, with no body, and nothing applied', async () => {
    await causeFailure()
    await expectBodiless(await funding.send(goodBody), 500)
    expect(await amountsHeld(credit(1))).toEqual([])
  })

  test('401, 403 and 500 come before a request-level error, which is a 200', async () => {
    await expectBodiless(await funding.send(TWICE, wrongKeyOf(ACTIVE)), 401)
    await expectBodiless(await funding.send(TWICE, SUSPENDED), 403)
    await causeFailure()
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
    'Basic',
    'Basic !!!',
    `Basic ${Buffer.from('941000000001').toString('base64')}`,
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
    const answer = await expectAnswer(transactions)
    expect(answer).toMatchObject({
      transactionCount: String(transactions.length),
      successfulTransactionCount: '0',
      errorCode: code,
      errorMessage: expect.stringMatching(/\S/),
    })
    expect(await amountsHeld(credit(3))).toEqual([])
    const journal = await calls.journal('?endpoint=funding')
    expect(journal).toMatchObject([{ status: 200, applied: false }])
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
    ['a debit by its reference number', byReference(debit(1))],
    ['the last open debit by its reference number', byReference(debit(199_999))],
  ]
  test.each(accepted)('funded: %s %j', async (_, identifier) => {
    await expectSuccess([transaction(identifier)])
  })

  const refused: [code: string, what: string, identifier: Json][] = [
    ['100', 'an unknown id', { id: 'NOPE' }],
    ['100', 'a credit past the last', { id: credit(200_001) }],
    ['100', 'a credit before the first', { id: credit(0) }],
    ['100', 'a debit past the last', { id: debit(200_001) }],
    ['100', 'a PIN debit past the last', { id: pinDebit(200_001) }],
    ['100', 'a declined one past the last', { id: declined(200_001) }],
    ['100', 'a number in other digits', { id: 'SBX-C-1' }],
    ['100', 'a number in more digits', { id: 'SBX-C-0000001' }],
    ['100', 'an id in small letters', { id: 'sbx-c-000001' }],
    ['100', 'an id with a space', { id: 'SBX-C-000001 ' }],
    ['100', 'a reference number given as id', { id: referenceOf(debit(1)) }],
    ['901', 'an unknown reference number', { retrievalReferenceNumber: '700000000001' }],
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
    ['903', 'a PIN debit', { id: pinDebit(1) }],
    ['903', 'the last PIN debit', { id: pinDebit(200_000) }],
    ['903', 'a PIN debit by its reference number', byReference(pinDebit(1))],
    ['904', 'a declined one', { id: declined(1) }],
    ['904', 'the last declined one', { id: declined(200_000) }],
  ]

  function expectError(answer: Json, code: string, identifier: Json) {
    expect(errorsOf(answer)).toHaveLength(1)
    const [error = {}] = errorsOf(answer)
    expect(error).toMatchObject({ errorCode: code, errorMessage: expect.stringMatching(/\S/) })
    const names = ['transactionId', 'retrievalReferenceNumber', 'errorCode', 'errorMessage']
    for (const [name, value] of Object.entries(error)) {
      expect(names).toContain(name)
      expect(value).toEqual(expect.any(String))
    }
    // May be empty or absent when the other was given; what was given is always answered.
    if (identifier.id === undefined)
      expect(error.retrievalReferenceNumber).toBe(identifier.retrievalReferenceNumber)
    else expect(error.transactionId).toBe(identifier.id)
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
    expect(answer.errorCode ?? '').toBe('')
    expectError(answer, code, identifier)
    expect([await amountsHeld(credit(11)), await amountsHeld(debit(12))]).toEqual([[AMOUNT], [AMOUNT]])
  })

  test.each(['UNKNOWN', 'UNKNOWN-1', 'UNKNOWN000123'])('905: merchant id %s', async (merchantId) => {
    const identifier = { id: credit(1) }
    const answer = await expectAnswer([transaction(identifier, [AMOUNT, { merchantId, amount: '5' }])])
    expect(answer).toMatchObject({ successfulTransactionCount: '0', merchantFundingAmountCount: '2' })
    expectError(answer, '905', identifier)
    expect(await amountsHeld(credit(1))).toEqual([])
  })

  test.each(['unknown-1', 'X-UNKNOWN', ' UNKNOWN'])('%j does not start with UNKNOWN', async (merchantId) => {
    await expectSuccess(one({ merchantId, amount: '5' }))
  })

  test('one that fails for two reasons is one error', async () => {
    const amounts = [{ merchantId: 'UNKNOWN-1', amount: '5' }]
    const answer = await expectAnswer([
      transaction({ id: debit(10) }, amounts),
      transaction({ id: credit(1) }),
    ])
    expect(answer.successfulTransactionCount).toBe('1')
    expect(errorsOf(answer)).toHaveLength(1)
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
  test('an amount is kept as given, and a later one takes its place', async () => {
    await expectSuccess(one({ merchantId: '007', amount: '0950' }))
    expect(await amountsHeld(credit(1))).toEqual([{ merchantId: '007', amount: '0950' }])
    await expectSuccess(one({ merchantId: '007', amount: '1' }))
    expect(await amountsHeld(credit(1))).toEqual([{ merchantId: '007', amount: '1' }])
  })

  test('a debit is one transaction under its id and its reference number', async () => {
    await expectSuccess([transaction({ id: debit(1) }, [{ merchantId: 'a', amount: '1' }])])
    await expectSuccess([
      transaction({ retrievalReferenceNumber: referenceOf(debit(1)) }, [{ merchantId: 'a', amount: '2' }]),
    ])
    expect(await amountsHeld(debit(1))).toEqual([{ merchantId: 'a', amount: '2' }])
    expect(await amountsHeld(referenceOf(debit(1)))).toEqual([{ merchantId: 'a', amount: '2' }])
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
    [debit(1), { kind: 'debit', settled: false, retrievalReferenceNumber: '900000000001' }],
    [debit(123_450), { kind: 'debit', settled: true, retrievalReferenceNumber: '900000123450' }],
    [pinDebit(2), { kind: 'pin-debit', retrievalReferenceNumber: '800000000002' }],
    [declined(2), { kind: 'declined', retrievalReferenceNumber: null }],
  ])('%s', async (id, expected) => {
    const response = await calls.control('GET', `transactions/${id}`)
    expect(response.status).toBe(200)
    expect(await readObject(response)).toEqual({
      id,
      merchantFundingAmounts: [],
      settled: expect.any(Boolean),
      updatedAt: null,
      ...expected,
    })
  })

  test.each(['NOPE', credit(200_001), credit(0), '700000000001'])('%s is unknown: 404', async (id) => {
    expect((await calls.control('GET', `transactions/${id}`)).status).toBe(404)
  })

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
