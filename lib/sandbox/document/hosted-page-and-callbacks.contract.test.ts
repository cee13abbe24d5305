import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventOf, type Receiver, startReceiver } from '@/lib/testing/interface/callback-receiver'
import { ACTIVE, fundingCalls, OTHER_ACTIVE, transaction } from '@/lib/testing/interface/funding-requests'
import { CARDS, EXPIRY, openPage, type PaymentRequest, pay } from '@/lib/testing/interface/hosted-page'
import { readObject, readObjects, type SandboxCalls, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'

/** The hosted page, and endpoint 7 of the interface, "Response callback", held to the document. */

let sandbox: SandboxProcess
let calls: SandboxCalls
let receiver: Receiver
let otherReceiver: Receiver
beforeAll(async () => {
  ;[sandbox, receiver, otherReceiver] = await Promise.all([
    startSandboxProcess(),
    startReceiver(),
    startReceiver(),
  ])
  calls = sandboxCalls(sandbox.url)
})
afterAll(() => Promise.all([sandbox.stop(), receiver.stop(), otherReceiver.stop()]))
beforeEach(async () => {
  await calls.control('POST', 'reset')
  receiver.begin()
  otherReceiver.begin()
  await answerAt(ACTIVE.profileId, receiver.url)
})

const answerAt = async (profileId: string, responseUrl: string | null) => {
  expect((await calls.control('PUT', `profiles/${profileId}`, { responseUrl })).status).toBe(200)
}
const queue = async (fields: Record<string, string> | undefined, times?: number) =>
  calls.control('POST', 'callbacks', { profileId: ACTIVE.profileId, fields, times })
const callbacks = async (query = '') => readObjects(await calls.control('GET', `callbacks${query}`))
const request = (fields: Partial<PaymentRequest> = {}): PaymentRequest => ({
  profile_id: ACTIVE.profileId,
  payment_amount: '10.25',
  invoice_number: 'INV-1',
  client_reference_number: 'C-1',
  ...fields,
})
/** Pays with the card, and gives the event that this brings. */
async function sale(cardNumber: string, fields?: Partial<PaymentRequest>, method?: 'GET' | 'POST') {
  const before = receiver.deliveries.length
  expect((await pay(sandbox.url, request(fields), cardNumber, method)).status).toBe(200)
  const delivery = (await receiver.received(before + 1)).at(-1)
  if (delivery === undefined) throw new Error('No delivery.')
  return { delivery, event: eventOf(delivery) }
}

const ALWAYS = ['resp_code', 'resp_text', 'tran_id', 'tran_amount', 'tran_date']
const WHEN_PROVIDED = ['auth_code', 'card_id', 'hpp_tran_id', 'invoice_number', 'client_ref_number']
const OTHERS = [
  'acct_number',
  'exp_date',
  'billing_address',
  'billing_zip',
  'currency_code',
  'tran_type',
  'retrieval_ref_number',
]
const TRAN_DATE = /^(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01])\/\d{4} (0[1-9]|1[0-2]):[0-5]\d:[0-5]\d (AM|PM)$/

describe('an approved sale', () => {
  test.each(['GET', 'POST'] as const)('opened with %s shows a card form', async (method) => {
    const page = await openPage(sandbox.url, request(), method)
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/html\b/),
    ])
    expect(await page.text()).toMatch(/<form\b/)
  })

  test('is at the address with a trailing slash too, with no redirect', async () => {
    const address = `${sandbox.url}/hpp/pay/?${new URLSearchParams(request())}`
    expect((await fetch(address, { redirect: 'manual' })).status).toBe(200)
  })

  test.each([
    ['credit', CARDS.credit, 'GET'],
    ['credit, opened by a form', CARDS.credit, 'POST'],
    ['credit, typed without spaces', CARDS.credit.replaceAll(' ', ''), 'GET'],
    ['debit', CARDS.debit, 'GET'],
  ] as const)('is posted with every field in its format: %s', async (_, card, method) => {
    const { delivery, event } = await sale(card, {}, method)
    expect(delivery).toMatchObject({
      method: 'POST',
      path: '/receiver?merchant=1',
      contentType: expect.stringMatching(/^application\/x-www-form-urlencoded\b/),
    })
    expect(event).toEqual({
      resp_code: '000',
      resp_text: expect.stringMatching(/\S/),
      tran_id: expect.stringMatching(/^\S{1,40}$/),
      tran_amount: '10.25',
      tran_date: expect.stringMatching(TRAN_DATE),
      auth_code: expect.stringMatching(/\S/),
      card_id: expect.stringMatching(/\S/),
      hpp_tran_id: expect.stringMatching(/\S/),
      invoice_number: 'INV-1',
      client_ref_number: 'C-1',
      acct_number: expect.stringMatching(new RegExp(`${card.slice(-4)}$`)),
      exp_date: EXPIRY.replace('/', ''),
      billing_address: '1 Heron Way',
      billing_zip: '78701',
      currency_code: '840',
      tran_type: expect.stringMatching(/\S/),
      retrieval_ref_number: expect.stringMatching(/^\d{12}$/),
    })
    const names = delivery.fields.map(([name]) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  test('never carries the card number, the profile key or a field that is not in the table', async () => {
    const { delivery, event } = await sale(CARDS.credit)
    const sent = JSON.stringify(delivery)
    expect(sent).not.toMatch(/4111.?1111.?1111.?1111/)
    expect(sent).not.toContain(ACTIVE.profileKey)
    expect(event.acct_number?.replace(/\D/g, '').length).toBeLessThanOrEqual(10)
    for (const name of Object.keys(event)) expect([...ALWAYS, ...WHEN_PROVIDED, ...OTHERS]).toContain(name)
  })

  test('has the date of today, in some time zone', async () => {
    const { event } = await sale(CARDS.credit)
    const [month, day, year] = (event.tran_date ?? '').split(/[/ ]/).map(Number)
    const apart = Math.abs(Date.UTC(year ?? 0, (month ?? 0) - 1, day) - Date.now())
    expect(apart).toBeLessThan(48 * 3600 * 1000)
  })

  test('repeats invoice and client reference number as they were sent', async () => {
    const odd = 'ü &=+%"<\'>'
    const { event } = await sale(CARDS.credit, { invoice_number: odd, client_reference_number: `2 ${odd}` })
    expect([event.invoice_number, event.client_ref_number]).toEqual([odd, `2 ${odd}`])
  })

  test('has neither when they were not sent', async () => {
    const { profile_id, payment_amount } = request()
    await pay(sandbox.url, { profile_id, payment_amount }, CARDS.credit)
    const [delivery] = await receiver.received(1)
    const { invoice_number = '', client_ref_number = '' } = delivery ? eventOf(delivery) : {}
    expect([delivery?.fields.length !== 0, invoice_number, client_ref_number]).toEqual([true, '', ''])
  })

  test('is another transaction each time', async () => {
    const events = [await sale(CARDS.credit), await sale(CARDS.credit), await sale(CARDS.debit)]
    for (const name of ['tran_id', 'retrieval_ref_number'])
      expect(new Set(events.map(({ event }) => event[name])).size).toBe(3)
  })

  test('shows nothing of its request as markup', async () => {
    const page = await openPage(sandbox.url, request({ invoice_number: '"><script>alert(1)</script>' }))
    expect(await page.text()).not.toContain('<script>alert')
  })
})

describe('a declined sale', () => {
  test('sends no callback', async () => {
    expect(
      (await pay(sandbox.url, request({ invoice_number: 'declined' }), CARDS.declined)).status,
    ).toBeLessThan(500)
    const { event } = await sale(CARDS.credit, { invoice_number: 'approved' })
    expect(event.invoice_number).toBe('approved')
    expect(await callbacks()).toMatchObject([{ fields: { invoice_number: 'approved' } }])
  })
})

describe('an approved sale can be funded', () => {
  const fund = async (identifiers: Record<string, unknown>[]) => {
    const response = await fundingCalls(sandbox.url).send({
      transactions: identifiers.map((identifier) => transaction(identifier)),
    })
    return [response.status, await readObject(response)]
  }
  const funded = [200, expect.objectContaining({ successfulTransactionCount: '1' })]
  const failedWith = (errorCode: string) => [
    200,
    expect.objectContaining({
      successfulTransactionCount: '0',
      transactionLevelErrors: [expect.objectContaining({ errorCode })],
    }),
  ]

  test('credit: by its transaction id, and not by a reference number', async () => {
    const { event } = await sale(CARDS.credit)
    expect(await fund([{ id: event.tran_id }])).toEqual(funded)
    expect(await fund([{ retrievalReferenceNumber: event.retrieval_ref_number }])).toEqual(failedWith('901'))
    expect(await readObject(await calls.control('GET', `transactions/${event.tran_id}`))).toMatchObject({
      id: event.tran_id,
      kind: 'credit',
      merchantFundingAmounts: [{ amount: '100' }],
    })
  })

  test('debit: by either, which are one transaction', async () => {
    const { event } = await sale(CARDS.debit)
    const byId = { id: event.tran_id }
    const byNumber = { retrievalReferenceNumber: event.retrieval_ref_number }
    expect(await fund([byId])).toEqual(funded)
    expect(await fund([byNumber])).toEqual(funded)
    expect(await fund([byId, byNumber])).toEqual([
      200,
      expect.objectContaining({ errorCode: '3', successfulTransactionCount: '0' }),
    ])
  })

  test('and is known before its event was acknowledged', async () => {
    receiver.begin((_, earlierAlike) => (earlierAlike === 0 ? 503 : 200))
    const { event } = await sale(CARDS.credit)
    expect(await fund([{ id: event.tran_id }])).toEqual(funded)
  })
})

describe('a callback', () => {
  test.each([201, 202, 204, 302, 400, 401, 404, 410, 500, 503, null])(
    'is acknowledged by 200 only: after an answer of %s it waits for another attempt',
    async (status) => {
      receiver.begin(() => status)
      await queue({ tran_id: `answered ${status}` })
      await receiver.received(1)
      await expect
        .poll(() => callbacks())
        .toMatchObject([
          { state: 'waiting', attempts: 1, lastStatus: status, nextAttemptAt: expect.any(String) },
        ])
    },
  )

  test('comes again unchanged after 1 second, until it gets a 200', async () => {
    const answers = [201, 204, 302, 404, 500, null]
    receiver.begin((delivery, earlierAlike) =>
      earlierAlike === 0 ? (answers[Number(eventOf(delivery).tran_id)] ?? null) : 200,
    )
    for (const index of answers.keys()) await queue({ tran_id: String(index), odd: 'ü &=+%' })
    const deliveries = await receiver.received(2 * answers.length)
    const ids = deliveries.map((delivery) => eventOf(delivery).tran_id).sort()
    expect(ids).toEqual([...answers.keys(), ...answers.keys()].map(String).sort())
    expect(new Set(deliveries.map(({ fields }) => JSON.stringify(fields.slice(1)))).size).toBe(1)
    await expect
      .poll(() => callbacks())
      .toMatchObject(
        answers.map(() => ({ state: 'acknowledged', attempts: 2, lastStatus: 200, nextAttemptAt: null })),
      )
  })

  test('waits 1 second for its second attempt, and longer for its third', async () => {
    receiver.begin(() => 500)
    await queue({ tran_id: 'late' })
    const wait = async (attempts: number) => {
      await receiver.received(attempts)
      await expect.poll(() => callbacks()).toMatchObject([{ state: 'waiting', attempts }])
      const [callback = {}] = await callbacks()
      return Date.parse(String(callback.nextAttemptAt)) - Date.parse(String(callback.lastAttemptAt))
    }
    const [first, second] = [await wait(1), await wait(2)]
    expect(first).toBeGreaterThan(500)
    expect(first).toBeLessThanOrEqual(1_500)
    expect(second).toBeGreaterThan(3_000)
    expect(second).toBeLessThanOrEqual(6_000)
  })

  test('to an address where nobody listens waits for its next attempt', async () => {
    const nobody = createServer().listen(0, '127.0.0.1')
    await once(nobody, 'listening')
    const address = nobody.address()
    nobody.close()
    await answerAt(ACTIVE.profileId, `http://127.0.0.1:${Object(address).port}/`)
    await queue({ tran_id: 'lost' })
    await expect
      .poll(() => callbacks())
      .toMatchObject([{ state: 'waiting', lastStatus: null, lastProblem: expect.stringMatching(/\S/) }])
  })

  test('goes to the response address of its profile', async () => {
    await answerAt(OTHER_ACTIVE.profileId, otherReceiver.url)
    await sale(CARDS.credit, { invoice_number: 'mine' })
    await pay(
      sandbox.url,
      request({ profile_id: OTHER_ACTIVE.profileId, invoice_number: 'theirs' }),
      CARDS.credit,
    )
    const [theirs] = await otherReceiver.received(1)
    expect(theirs && eventOf(theirs).invoice_number).toBe('theirs')
    expect(receiver.deliveries.map((delivery) => eventOf(delivery).invoice_number)).toEqual(['mine'])
  })

  test('goes to a new response address as soon as that is set', async () => {
    await answerAt(ACTIVE.profileId, otherReceiver.url)
    await queue({ tran_id: 'moved' })
    const [moved] = await otherReceiver.received(1)
    expect(moved && eventOf(moved).tran_id).toBe('moved')
    expect(receiver.deliveries).toEqual([])
  })
})

describe('the listed callback path', () => {
  const event = {
    resp_code: '000',
    resp_text: 'Approved & ü',
    tran_id: 'by-hand-1',
    tran_amount: '1.00',
    tran_date: '01/31/2026 12:00:00 PM',
  }
  const post = (path: string, fields: Record<string, string>) =>
    fetch(sandbox.url + path, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
  const paths = ['/hpp/webhooks/response-credit-card', '/webhooks/response-credit-card']

  test.each(paths.flatMap((path) => [path, `${path}/`]))(
    '%s delivers the event to the response address of the profile',
    async (path) => {
      const response = await post(path, { ...event, profile_id: ACTIVE.profileId })
      expect(response.status).toBe(200)
      const [delivery] = await receiver.received(1)
      expect(delivery).toMatchObject({
        method: 'POST',
        contentType: expect.stringMatching(/^application\/x-www-form-urlencoded\b/),
      })
      expect(delivery && eventOf(delivery)).toMatchObject(event)
    },
  )

  test.each(paths)('%s refuses an unknown profile, and none', async (path) => {
    for (const fields of [{ ...event, profile_id: '941000000009' }, event]) {
      const { status } = await post(path, fields)
      expect([400, 404]).toContain(status)
    }
    expect(await callbacks()).toEqual([])
  })
})

describe('control: callbacks', () => {
  test('sends the fields exactly as given, so many times', async () => {
    const fields = {
      tran_id: 'x',
      resp_code: '999',
      'odd name': 'ü &=+%',
      empty: '',
      acct_number: 'x'.repeat(500),
    }
    const response = await queue(fields, 3)
    expect([response.status, await response.json()]).toEqual([200, { queued: 3, first: expect.any(Number) }])
    const deliveries = await receiver.received(3)
    for (const delivery of deliveries) {
      expect(delivery.fields.length).toBe(Object.keys(fields).length)
      expect(eventOf(delivery)).toEqual(fields)
    }
  })

  test('sends a plausible event without them', async () => {
    await queue(undefined)
    const [delivery] = await receiver.received(1)
    expect(delivery && eventOf(delivery)).toMatchObject({
      resp_code: '000',
      resp_text: expect.stringMatching(/\S/),
      tran_id: expect.stringMatching(/\S/),
      tran_amount: expect.stringMatching(/^\d+\.\d\d$/),
      tran_date: expect.stringMatching(TRAN_DATE),
    })
  })

  test('lists them, oldest first, after one and the last so many', async () => {
    await queue({ tran_id: 'a' }, 2)
    const { first } = await readObject(await queue({ tran_id: 'b' }, 2))
    await receiver.received(4)
    await expect
      .poll(async () => (await callbacks()).map(({ state }) => state))
      .toEqual(Array.from({ length: 4 }, () => 'acknowledged'))
    const all = await callbacks()
    expect(all[0]).toMatchObject({
      n: expect.any(Number),
      profileId: ACTIVE.profileId,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      state: 'acknowledged',
      attempts: 1,
      nextAttemptAt: null,
      responseUrl: receiver.url,
      lastStatus: 200,
      lastProblem: null,
      lastAttemptAt: expect.stringMatching(/^\d{4}-.*Z$/),
      fields: { tran_id: 'a' },
    })
    const numbers = all.map(({ n }) => Number(n))
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    expect(numbers[2]).toBe(first)
    expect((await callbacks(`?since=${numbers[1]}`)).map(({ n }) => n)).toEqual(numbers.slice(2))
    expect((await callbacks('?last=1')).map(({ n }) => n)).toEqual(numbers.slice(-1))
  })

  test.each([
    ['an unknown profile', { profileId: '941000000009' }, 404],
    ['no profile', {}, 400],
    ['0 times', { profileId: ACTIVE.profileId, times: 0 }, 400],
    ['times that are no number', { profileId: ACTIVE.profileId, times: 'x' }, 400],
    ['fields that are no object', { profileId: ACTIVE.profileId, fields: 'x' }, 400],
  ])('refuses %s', async (_, body, status) => {
    expect((await calls.control('POST', 'callbacks', body)).status).toBe(status)
    expect(await callbacks()).toEqual([])
  })
})
