import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  basic,
  FUNDING_CREDENTIALS,
  type FundingCalls,
  funding,
  fundingCalls,
  transactionId,
} from '@/lib/testing/funding-calls'
import { type SandboxCalls, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'

let sandbox: SandboxProcess
let calls: SandboxCalls
let partner: FundingCalls
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  calls = sandboxCalls(sandbox.url)
  partner = fundingCalls(sandbox.url)
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  await calls.control('POST', 'reset')
})

const journal = () => calls.journal('?endpoint=funding')
const setFault = (fault: Record<string, unknown>) =>
  calls.control('PUT', 'faults', { endpoint: 'funding', ...fault })
const amountsHeld = async (id: string) => (await partner.held(id))?.merchantFundingAmounts

const amount = (merchantId: string, digits: string) => ({ merchantId, amount: digits })
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => funding({ id: transactionId('C', index + 1) }))

async function expectBodiless(response: Response, status: number) {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBeNull()
  expect(await response.text()).toBe('')
}

describe('the first status that applies decides: 400, 401, 403, 500, 200', () => {
  const bodies = { 'a bad body': '{', 'a good body': JSON.stringify({ transactions: [funding()] }) }
  const profiles = {
    'an unknown profile': ['941000000009:key-active-1', 401],
    'a wrong key of a closed profile': ['941000000003:key-active-1', 401],
    'a suspended profile': [FUNDING_CREDENTIALS.suspended, 403],
    'a closed profile': [FUNDING_CREDENTIALS.closed, 403],
    'an active profile': [FUNDING_CREDENTIALS.active, null],
  } as const
  const cases = Object.entries(bodies).flatMap(([bodyTitle, body]) =>
    Object.entries(profiles).flatMap(([profileTitle, [credentials, refusal]]) =>
      [true, false].map((hasFault) => {
        const expected = body === '{' ? 400 : (refusal ?? (hasFault ? 500 : 200))
        return {
          bodyTitle,
          profileTitle,
          fault: hasFault ? 'a fault' : 'no fault',
          body,
          credentials,
          expected,
        }
      }),
    ),
  )

  test.each(cases)('$bodyTitle, $profileTitle, $fault: $expected', async (given) => {
    if (given.fault === 'a fault') await setFault({ mode: 'status', status: 500 })
    const response = await partner.send(given.body, { authorization: basic(given.credentials) })
    if (given.expected === 200) expect(response.status).toBe(200)
    else await expectBodiless(response, given.expected)
    const isApplied = given.expected === 200
    expect(await journal()).toMatchObject([{ status: given.expected, applied: isApplied }])
    expect(await amountsHeld('SBX-C-000001')).toHaveLength(isApplied ? 1 : 0)
    // A fault waits for a request that is allowed.
    const left = await (await calls.control('GET', 'faults')).json()
    expect(left).toHaveLength(given.fault === 'a fault' && given.expected !== 500 ? 1 : 0)
  })

  test.each(['', 'Bearer abc', 'Basic', 'Basic !!!', basic('941000000001'), basic(':key-active-1')])(
    'the header "%s" names no profile: 401',
    async (authorization) => {
      await expectBodiless(await partner.send({ transactions: [funding()] }, { authorization }), 401)
    },
  )

  test('a profile that is suspended now is refused now, and one that is active again is not', async () => {
    const send = () => partner.send({ transactions: [funding()] })
    await calls.control('PUT', 'profiles/941000000001', { status: 'suspended' })
    await expectBodiless(await send(), 403)
    await calls.control('PUT', 'profiles/941000000001', { status: 'active' })
    expect((await send()).status).toBe(200)
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

describe('a body that is not right is a 400, however little of it', () => {
  const good = funding()
  const withAmount = (fields: Record<string, unknown>) =>
    funding({ merchantFundingAmounts: [{ ...amount('MERCHANT-1', '100'), ...fields }] })

  test.each<[what: string, transactions: unknown]>([
    ['no transactions member', undefined],
    ['null for transactions', null],
    ['an object for transactions', { 0: good }],
    ['no transaction', []],
    ['a transaction that is null', [null]],
    ['a transaction that is a list', [[]]],
    ['an id that is null', [funding({ id: null })]],
    ['an id that is a number', [funding({ id: 1 })]],
    ['a reference number that is null', [funding({ id: 'A', retrievalReferenceNumber: null })]],
    ['a reference number that is a number', [funding({ retrievalReferenceNumber: 900000000001 })]],
    ['a reference number of 11 digits', [funding({ retrievalReferenceNumber: '90000000001' })]],
    ['a reference number of 13 digits', [funding({ retrievalReferenceNumber: '9000000000010' })]],
    ['a reference number with a letter', [funding({ retrievalReferenceNumber: '90000000000A' })]],
    ['a reference number with a line end', [funding({ retrievalReferenceNumber: '900000000001\n' })]],
    ['no funding amounts', [{ id: 'SBX-C-000001' }]],
    ['null for funding amounts', [funding({ merchantFundingAmounts: null })]],
    ['an empty list of funding amounts', [funding({ merchantFundingAmounts: [] })]],
    ['a funding amount that is null', [funding({ merchantFundingAmounts: [null] })]],
    ['a funding amount that is text', [funding({ merchantFundingAmounts: ['100'] })]],
    ['no merchant id', [withAmount({ merchantId: undefined })]],
    ['an empty merchant id', [withAmount({ merchantId: '' })]],
    ['a merchant id that is a number', [withAmount({ merchantId: 1 })]],
    ['a merchant id with a NUL', [withAmount({ merchantId: 'A\0' })]],
    ['a merchant id with half a character', [withAmount({ merchantId: '\ud800' })]],
    ['no amount', [withAmount({ amount: undefined })]],
    ['an amount that is a number', [withAmount({ amount: 100 })]],
    ['an amount that is null', [withAmount({ amount: null })]],
    ['an empty amount', [withAmount({ amount: '' })]],
    ['an amount with a sign', [withAmount({ amount: '-1' })]],
    ['an amount with a point', [withAmount({ amount: '1.00' })]],
    ['an amount with a space', [withAmount({ amount: ' 1' })]],
    ['an amount in other digits than 0 to 9', [withAmount({ amount: '١' })]],
    ['one that is wrong, the last of many', [...many(50), withAmount({ amount: '' })]],
    [
      'one wrong amount, the last of many',
      [funding({ merchantFundingAmounts: [...Array(50).fill(amount('A', '1')), {}] })],
    ],
    ['a wrong amount beside a request-level error', [good, good, withAmount({ amount: 1 })]],
  ])('%s', async (_, transactions) => {
    await expectBodiless(await partner.send({ transactions }), 400)
    expect(await amountsHeld('SBX-C-000001')).toEqual([])
  })

  test.each([
    ['no body', ''],
    ['no JSON', 'transactions'],
    ['no object', '[]'],
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
  ])('%s', async (_, body) => {
    await expectBodiless(await partner.send(body), 400)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/json-patch+json',
    '',
  ])('the content type "%s" is not supported', async (type) => {
    await expectBodiless(await partner.send({ transactions: [good] }, { 'content-type': type }), 400)
  })

  test.each(['application/json', 'Application/JSON; charset=utf-8'])(
    'the content type "%s" is',
    async (type) => {
      expect((await partner.send({ transactions: [good] }, { 'content-type': type })).status).toBe(200)
    },
  )
})

describe('each limit, on both sides', () => {
  test.each([1, 10_000])('%d transactions are taken', async (count) => {
    expect(await partner.fund(many(count))).toMatchObject({
      transactionCount: String(count),
      successfulTransactionCount: String(count),
      merchantFundingAmountCount: String(count),
    })
    expect(await amountsHeld(transactionId('C', count))).toHaveLength(1)
  })

  test('10,001 are not', async () => {
    await expectBodiless(await partner.send({ transactions: many(10_001) }), 400)
  })

  test.each<[what: string, fields: (text: string) => Record<string, unknown>, longest: string]>([
    ['an id has 40 characters', (id) => ({ id }), 'i'.repeat(40)],
    [
      'a merchant id has 40 characters',
      (id) => ({ merchantFundingAmounts: [amount(id, '1')] }),
      'm'.repeat(40),
    ],
    [
      'an amount has 12 digits',
      (digits) => ({ merchantFundingAmounts: [amount('A', digits)] }),
      '9'.repeat(12),
    ],
  ])('%s at most', async (_, fields, longest) => {
    expect((await partner.send({ transactions: [funding(fields(longest))] })).status).toBe(200)
    await expectBodiless(await partner.send({ transactions: [funding(fields(`${longest}9`))] }), 400)
  })

  test('a transaction may have far more funding amounts than most have', async () => {
    const amounts = Array.from({ length: 40 }, (_, index) => amount(`MERCHANT-${index}`, '1'))
    const transactions = many(10_000).map((transaction) => ({
      ...transaction,
      merchantFundingAmounts: amounts,
    }))
    expect(await partner.fund(transactions)).toMatchObject({
      successfulTransactionCount: '10000',
      merchantFundingAmountCount: '400000',
      amountsSum: '400000',
    })
    expect(await amountsHeld('SBX-C-010000')).toEqual(amounts)
  })

  test('members that the interface does not show are tolerated, and not kept', async () => {
    const more = { currency: '840', merchantFundingAmounts: [{ ...amount('A', '1'), note: 'x' }] }
    const response = await partner.send({ transactions: [funding(more)], batch: 1 })
    expect(response.status).toBe(200)
    expect(await amountsHeld('SBX-C-000001')).toEqual([amount('A', '1')])
  })

  test('amountsSum is of all amounts, those of failed transactions too, and has 15 digits at most', async () => {
    const transactions = [
      funding({ merchantFundingAmounts: Array(1_001).fill(amount('A', '999999999999')) }),
      funding({ id: 'nobody', merchantFundingAmounts: [amount('A', '1002')] }),
    ]
    // 1,001 × 999,999,999,999 + 1,002 = 1,001,000,000,000,001
    expect(await partner.fund(transactions)).toMatchObject({
      successfulTransactionCount: '1',
      amountsSum: '1000000000001',
    })
  })
})

describe('a request-level error', () => {
  const credit = funding({ id: 'SBX-C-000001' })
  const debitById = funding({ id: 'SBX-D-000001' })
  const debitByReference = funding({ retrievalReferenceNumber: '900000000001' })
  const both = funding({ id: 'SBX-D-000002', retrievalReferenceNumber: '900000000002' })
  const neither = funding({ id: undefined })

  test.each([
    ['1', 'both identifiers', [credit, both]],
    ['2', 'neither identifier', [credit, neither]],
    ['2', 'two empty identifiers', [credit, funding({ id: '', retrievalReferenceNumber: '' })]],
    ['3', 'an id twice', [credit, debitById, credit]],
    ['3', 'an unknown id twice', [credit, funding({ id: 'nobody' }), funding({ id: 'nobody' })]],
    ['3', 'a reference number twice', [credit, debitByReference, debitByReference]],
    ['3', 'a debit by its id and by its reference number', [credit, debitByReference, debitById]],
    [
      '3',
      'a PIN debit by its id and by its reference number',
      [credit, funding({ id: 'SBX-P-000001' }), funding({ retrievalReferenceNumber: '800000000001' })],
    ],
    ['1', 'all three, of which the lowest is given', [credit, credit, neither, both]],
    ['2', 'two of them, of which the lower is given', [credit, credit, neither]],
  ])('%s: %s, and nothing is stored', async (errorCode, _, transactions) => {
    const answer = await partner.fund(transactions)
    expect(answer).toEqual({
      transactionCount: String(transactions.length),
      successfulTransactionCount: '0',
      merchantFundingAmountCount: String(transactions.length),
      amountsSum: String(100 * transactions.length),
      errorCode,
      errorMessage: expect.stringMatching(/^.{1,200}$/),
      transactionLevelErrors: [],
    })
    expect(await amountsHeld('SBX-C-000001')).toEqual([])
    expect(await journal()).toMatchObject([{ status: 200, applied: false }])
  })

  test('is none where an empty identifier stands beside a given one', async () => {
    const answer = await partner.fund([
      funding({ id: 'SBX-C-000001', retrievalReferenceNumber: '' }),
      funding({ id: '', retrievalReferenceNumber: '900000000001' }),
    ])
    expect(answer).toEqual({
      transactionCount: '2',
      successfulTransactionCount: '2',
      merchantFundingAmountCount: '2',
      amountsSum: '200',
      transactionLevelErrors: [],
    })
  })
})

describe('each transaction is judged by itself', () => {
  test.each<[identifiers: Record<string, string>, code: string | null]>([
    [{ id: 'SBX-C-000001' }, null],
    [{ id: 'SBX-C-000007' }, null],
    [{ id: 'SBX-C-200000' }, null],
    [{ id: 'SBX-C-200001' }, '100'],
    [{ id: 'SBX-C-000000' }, '100'],
    [{ id: 'SBX-C-00001' }, '100'],
    [{ id: 'SBX-C-0000001' }, '100'],
    [{ id: 'sbx-c-000001' }, '100'],
    [{ id: ' SBX-C-000001' }, '100'],
    [{ id: 'SBX-E-000001' }, '100'],
    [{ id: 'SBX-D-000001' }, null],
    [{ id: 'SBX-D-000010' }, '902'],
    [{ id: 'SBX-D-200001' }, '100'],
    [{ id: 'SBX-P-000001' }, '903'],
    [{ id: 'SBX-P-200001' }, '100'],
    [{ id: 'SBX-X-000001' }, '904'],
    [{ id: 'SBX-X-200001' }, '100'],
    [{ id: '900000000001' }, '100'],
    [{ retrievalReferenceNumber: '900000000001' }, null],
    [{ retrievalReferenceNumber: '900000199999' }, null],
    [{ retrievalReferenceNumber: '900000200000' }, '902'],
    [{ retrievalReferenceNumber: '900000200001' }, '901'],
    [{ retrievalReferenceNumber: '900001000001' }, '901'],
    [{ retrievalReferenceNumber: '900000000000' }, '901'],
    [{ retrievalReferenceNumber: '800000000001' }, '903'],
    [{ retrievalReferenceNumber: '800000200001' }, '901'],
    [{ retrievalReferenceNumber: '700000000001' }, '901'],
    [{ retrievalReferenceNumber: '000000000001' }, '901'],
  ])('%j: %s', async (identifiers, code) => {
    const { id = '', retrievalReferenceNumber = '' } = identifiers
    const answer = await partner.fund([
      { ...identifiers, merchantFundingAmounts: [amount('A', '1')] },
      funding({ id: 'SBX-C-100001' }),
    ])
    expect(answer).toMatchObject({
      transactionCount: '2',
      successfulTransactionCount: code === null ? '2' : '1',
      transactionLevelErrors:
        code === null
          ? []
          : [
              {
                transactionId: id,
                retrievalReferenceNumber,
                errorCode: code,
                errorMessage: expect.any(String),
              },
            ],
    })
    expect(answer).not.toHaveProperty('errorCode')
    expect(await amountsHeld('SBX-C-100001')).toHaveLength(1)
    expect((await amountsHeld(id || retrievalReferenceNumber)) ?? []).toHaveLength(code === null ? 1 : 0)
  })

  test.each([
    ['UNKNOWN', '905'],
    ['UNKNOWN-1', '905'],
    ['unknown', null],
    ['AN UNKNOWN', null],
  ])(
    'the merchant id "%s" among others: %s, and then none of its amounts is stored',
    async (merchantId, code) => {
      const answer = await partner.fund([
        funding({ merchantFundingAmounts: [amount('A', '1'), amount(merchantId, '1')] }),
      ])
      expect(answer.transactionLevelErrors).toMatchObject(code === null ? [] : [{ errorCode: code }])
      expect(await amountsHeld('SBX-C-000001')).toHaveLength(code === null ? 2 : 0)
    },
  )

  test('what is wrong with the transaction is told before what is wrong with its merchants', async () => {
    const merchantFundingAmounts = [amount('UNKNOWN', '1')]
    const ids = ['nobody', 'SBX-X-000001', 'SBX-P-000001', 'SBX-D-000010']
    const answer = await partner.fund(ids.map((id) => ({ id, merchantFundingAmounts })))
    expect(answer.transactionLevelErrors).toMatchObject(
      ['100', '904', '903', '902'].map((errorCode) => ({ errorCode })),
    )
    expect(await journal()).toMatchObject([{ status: 200, applied: false }])
  })
})

describe('what is stored', () => {
  test.each<[what: string, requests: ReturnType<typeof amount>[][], held: ReturnType<typeof amount>[]]>([
    [
      'amounts as they were given',
      [[amount('A', '007'), amount('B', '2')]],
      [amount('A', '007'), amount('B', '2')],
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
    for (const merchantFundingAmounts of requests) await partner.fund([funding({ merchantFundingAmounts })])
    expect(await amountsHeld('SBX-C-000001')).toEqual(held)
  })

  test('a debit is the same transaction under both its names', async () => {
    await partner.fund([funding({ id: 'SBX-D-000001', merchantFundingAmounts: [amount('A', '1')] })])
    const byReference = {
      retrievalReferenceNumber: '900000000001',
      merchantFundingAmounts: [amount('B', '2')],
    }
    await partner.fund([byReference])
    const expected = {
      id: 'SBX-D-000001',
      retrievalReferenceNumber: '900000000001',
      kind: 'debit',
      settled: false,
      merchantFundingAmounts: [amount('A', '1'), amount('B', '2')],
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    }
    expect(await partner.held('SBX-D-000001')).toEqual(expected)
    expect(await partner.held('900000000001')).toEqual(expected)
  })

  test('is the same for every profile', async () => {
    await partner.fund([funding()])
    await partner.fund([funding({ merchantFundingAmounts: [amount('MERCHANT-1', '5')] })], {
      authorization: basic(FUNDING_CREDENTIALS.otherActive),
    })
    expect(await amountsHeld('SBX-C-000001')).toEqual([amount('MERCHANT-1', '5')])
  })

  test('of a transaction that shares its row with thousands is its own', async () => {
    await partner.fund(
      many(10_000).map((transaction, index) => ({
        ...transaction,
        merchantFundingAmounts: [amount(`MERCHANT-${index}`, String(index))],
      })),
    )
    for (const index of [0, 1, 511, 512, 4_999, 9_999]) {
      const held = await amountsHeld(transactionId('C', index + 1))
      expect(held).toEqual([amount(`MERCHANT-${index}`, String(index))])
    }
    expect(await amountsHeld('SBX-C-010001')).toEqual([])
  })
})

describe('control/transactions', () => {
  test.each([
    ['SBX-C-000007', { retrievalReferenceNumber: null, kind: 'credit', settled: true }],
    ['SBX-C-000008', { retrievalReferenceNumber: null, kind: 'credit', settled: false }],
    ['SBX-D-000010', { retrievalReferenceNumber: '900000000010', kind: 'debit', settled: true }],
    ['SBX-P-200000', { retrievalReferenceNumber: '800000200000', kind: 'pin-debit', settled: false }],
    ['SBX-X-000001', { retrievalReferenceNumber: null, kind: 'declined', settled: false }],
  ])('%s is known before anything is stored of it', async (id, known) => {
    expect(await partner.held(id)).toEqual({ id, ...known, merchantFundingAmounts: [], updatedAt: null })
  })

  test.each(['nobody', 'SBX-C-200001', '700000000001', '%00', '__proto__'])('%s is unknown', async (id) => {
    expect(await partner.held(id)).toBeNull()
  })
})

describe('a fault', () => {
  const three = () => [1, 2, 3].map((number) => funding({ id: transactionId('C', number) }))

  test('partial: the first, the third and so on fail, with a code that no document lists', async () => {
    await setFault({ mode: 'partial' })
    const answer = await partner.fund(three())
    expect(answer).toMatchObject({
      successfulTransactionCount: '1',
      transactionLevelErrors: [
        { transactionId: 'SBX-C-000001', errorCode: '999' },
        { transactionId: 'SBX-C-000003', errorCode: '999' },
      ],
    })
    const held = await Promise.all(three().map(({ id }) => amountsHeld(String(id))))
    expect(held).toEqual([[], [amount('MERCHANT-1', '100')], []])
  })

  test('partial leaves a transaction its own error, and one alone fails', async () => {
    await setFault({ mode: 'partial', times: 2 })
    expect(await partner.fund([funding({ id: 'nobody' })])).toMatchObject({
      transactionLevelErrors: [{ errorCode: '100' }],
    })
    expect(await partner.fund([funding()])).toMatchObject({ successfulTransactionCount: '0' })
    expect((await journal()).map(({ applied }) => applied)).toEqual([false, false])
  })

  test('status is answered without a body, unless one is set', async () => {
    await setFault({ mode: 'status', status: 503 })
    await expectBodiless(await partner.send({ transactions: three() }), 503)
    await setFault({ mode: 'status', status: 200, body: { transactionCount: '3' } })
    expect(await partner.fund(three())).toEqual({ transactionCount: '3' })
    expect(await amountsHeld('SBX-C-000001')).toEqual([])
  })

  test('status-after: stored, and then answered without a body', async () => {
    await setFault({ mode: 'status-after', status: 500 })
    await expectBodiless(await partner.send({ transactions: three() }), 500)
    expect(await amountsHeld('SBX-C-000003')).toHaveLength(1)
    expect(await journal()).toMatchObject([{ status: 500, applied: true }])
  })

  test('cut-after: stored, and nothing answered', async () => {
    await setFault({ mode: 'cut-after' })
    await expect(partner.send({ transactions: three() })).rejects.toThrow('fetch failed')
    expect(await amountsHeld('SBX-C-000003')).toHaveLength(1)
    expect(await journal()).toMatchObject([{ status: null, applied: true }])
  })

  test('malformed: stored, and answered with broken JSON', async () => {
    await setFault({ mode: 'malformed' })
    const response = await partner.send({ transactions: three() })
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(() => JSON.parse(text)).toThrow()
    expect(await amountsHeld('SBX-C-000003')).toHaveLength(1)
  })
})
