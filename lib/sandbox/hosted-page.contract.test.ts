import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { wireCallbackSchema } from '@/lib/partner/wire/callback'
import { type CallbackReceiver, startCallbackReceiver } from '@/lib/testing/callback-receiver'
import { fundingCalls, transaction } from '@/lib/testing/interface/funding-requests'
import { CARDS, pay as payByForm } from '@/lib/testing/interface/hosted-page'
import { readObject, readObjects, type SandboxCalls, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'

const CREDIT = '4111 1111 1111 1111'
const DEBIT = '4000 0566 5566 5556'
const DECLINED = '4000 0000 0000 0002'
const FORM_TYPE = 'application/x-www-form-urlencoded'

const payment = {
  profile_id: '941000000001',
  payment_amount: '1250.05',
  invoice_number: 'INV-7 & Co.',
  client_reference_number: 'Café +1',
}
const card = {
  card_number: CREDIT,
  exp_date: '1299',
  billing_address: '12 Example Street',
  billing_zip: '43004',
}

let sandbox: SandboxProcess
let calls: SandboxCalls
let receiver: CallbackReceiver
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  calls = sandboxCalls(sandbox.url)
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  receiver = await startCallbackReceiver()
  await calls.control('POST', 'reset')
  await calls.control('PUT', `profiles/${payment.profile_id}`, { responseUrl: receiver.url })
})
afterEach(() => receiver.stop())

const open = (fields: Record<string, string> = payment) =>
  fetch(`${sandbox.url}/hpp/pay?${new URLSearchParams(fields)}`)
const send = (fields: Record<string, string>, init: RequestInit = {}) =>
  fetch(`${sandbox.url}/hpp/pay`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    ...init,
  })
/** Sends a form with card fields, and gives the address of the result. */
async function pay(fields: Record<string, string> = {}): Promise<string> {
  const response = await send({ ...payment, ...card, ...fields })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '', sandbox.url).href
}
const listCallbacks = async () => readObjects(await calls.control('GET', 'callbacks'))

/** The value of a hidden or visible field of a page, as a browser reads it. */
function fieldValue(page: string, name: string): string | undefined {
  const value = new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1]
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return value?.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
}

describe('the card form', () => {
  test('is opened by a link and by a form with the four fields, and carries them', async () => {
    for (const response of [await open(), await send(payment)]) {
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      const page = await response.text()
      expect(page).toContain('<h1>Pay $1,250.05</h1>')
      for (const [name, value] of Object.entries(payment)) expect(fieldValue(page, name)).toBe(value)
      expect(fieldValue(page, 'hpp_tran_id')).toMatch(/^[\w-]{22}$/)
      for (const name of Object.keys(card)) expect(fieldValue(page, name)).toBe('')
      for (const number of [CREDIT, DEBIT, DECLINED]) expect(page).toContain(number)
      expect(page).toContain('This is a simulation.')
    }
  })

  test('has another hpp_tran_id each time that it is opened', async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => fieldValue(await (await open()).text(), 'hpp_tran_id')),
    )
    expect(ids[0]).not.toBe(ids[1])
  })

  test('has a label for every field, no script, and a policy that allows its own style and form only', async () => {
    const response = await open()
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const page = await response.text()
    expect(page).not.toMatch(/<script|javascript:|\son\w+=|style=/i)
    for (const name of Object.keys(card)) {
      expect(page).toContain(`<label for="${name}">`)
      expect(page).toMatch(new RegExp(`<input id="${name}" [^>]*autocomplete="`))
    }
  })

  test.each(['', '/'])('works at an address ending in "%s"', async (end) => {
    const response = await fetch(`${sandbox.url}/hpp/pay${end}?${new URLSearchParams(payment)}`, {
      redirect: 'manual',
    })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('action="/sandbox/hpp/pay"')
  })

  test('needs neither an invoice nor a reference', async () => {
    const { profile_id, payment_amount } = payment
    const page = await (await open({ profile_id, payment_amount })).text()
    expect(fieldValue(page, 'invoice_number')).toBeUndefined()
    expect(page).not.toContain('Invoice')
  })

  test.each([
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `' onfocus='alert(1)`,
    `İstanbul ışık 🧾 ‮abc`,
    `&lt;b&gt; &amp;amp;`,
    'x'.repeat(255),
    'ü &=+%"<\'>',
  ])('shows %j as text, and takes it along unchanged', async (text) => {
    const fields = { ...payment, invoice_number: text, client_reference_number: text }
    const page = await (await open(fields)).text()
    expect(page).not.toContain(text.includes('<') ? text : '<script')
    expect(fieldValue(page, 'invoice_number')).toBe(text)
    const result = await (await fetch(await pay({ ...fields, billing_address: text }))).text()
    expect(result).not.toMatch(/<script|<img/)
    await receiver.until(1)
    expect(receiver.events()[0]).toMatchObject({
      invoice_number: text,
      client_ref_number: text,
      billing_address: text,
    })
  })
})

describe('a link that cannot be used is refused in words, and there is no form', () => {
  test.each<[string, Record<string, string>, number, string]>([
    ['no profile', { profile_id: '' }, 400, 'profile_id: needs at least 1'],
    ['an unknown profile', { profile_id: '941000000009' }, 404, 'there is no such profile'],
    ['a suspended profile', { profile_id: '941000000002' }, 403, '941000000002 is suspended'],
    ['a closed profile', { profile_id: '941000000003' }, 403, '941000000003 is closed'],
    ['no amount', { payment_amount: '' }, 400, 'payment_amount: must be an amount in US dollars'],
    ['an amount of nothing', { payment_amount: '0.00' }, 400, 'payment_amount: must be'],
    ['half a cent', { payment_amount: '1.005' }, 400, 'payment_amount: must be'],
    ['a long invoice', { invoice_number: 'x'.repeat(256) }, 400, 'invoice_number: has more than 255'],
    ['a NUL', { client_reference_number: 'a\0b' }, 400, 'client_reference_number: must be one line'],
    ['markup', { profile_id: '<script>alert(1)</script>' }, 404, 'there is no such profile'],
  ])('%s', async (_, change, status, words) => {
    for (const response of [
      await open({ ...payment, ...change }),
      await send({ ...payment, ...change, ...card }),
    ]) {
      expect(response.status).toBe(status)
      const page = await response.text()
      expect(page).toContain(words)
      expect(page).toContain('Nothing was paid.')
      expect(page).not.toMatch(/<form|<script/)
    }
    expect(await listCallbacks()).toEqual([])
  })

  test('an invoice of 32,000 characters', async () => {
    const response = await send({ ...payment, ...card, invoice_number: 'é'.repeat(5_000) })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('invoice_number: has more than 255 characters')
    expect((await send({ ...payment, ...card, invoice_number: 'x'.repeat(70_000) })).status).toBe(413)
  })

  test('card details in an address', async () => {
    for (const method of ['GET', 'POST']) {
      const query = new URLSearchParams({ ...payment, ...card })
      const body = method === 'POST' ? { body: new URLSearchParams(payment) } : {}
      const response = await fetch(`${sandbox.url}/hpp/pay?${query}`, { method, ...body })
      expect(response.status).toBe(400)
      const page = await response.text()
      expect(page).toContain('Card details do not belong in an address')
      expect(page).not.toContain(CREDIT)
    }
    expect(await listCallbacks()).toEqual([])
  })
})

describe('card fields', () => {
  test.each<[string, Record<string, string>, string]>([
    ['card_number', { card_number: '' }, 'Enter a card number.'],
    ['card_number', { card_number: '4111 1111 1111 1112' }, 'does not know that card'],
    ['card_number', { card_number: '5555 5555 5555 4444' }, 'does not know that card'],
    ['card_number', { card_number: '４１１１ 1111 1111 1111' }, 'does not know that card'],
    ['exp_date', { exp_date: '' }, 'Enter the expiry date'],
    ['exp_date', { exp_date: '1399' }, 'Enter the expiry date'],
    ['exp_date', { exp_date: '0099' }, 'Enter the expiry date'],
    ['exp_date', { exp_date: '12/9' }, 'Enter the expiry date'],
    ['exp_date', { exp_date: 'soon' }, 'Enter the expiry date'],
    ['exp_date', { exp_date: '0120' }, 'This date has passed.'],
    ['billing_zip', { billing_zip: 'SW1A' }, 'Enter a ZIP code of 5 digits'],
    ['billing_address', { billing_address: 'x'.repeat(256) }, 'at most 255 characters'],
    ['billing_address', { billing_address: 'a\u0007b' }, 'in one line'],
  ])('a bad %s (%j) is told at the field, and what was typed stays', async (field, change, words) => {
    const typed: Record<string, string> = { ...card, ...change }
    const response = await send({ ...payment, ...typed, hpp_tran_id: 'form-1' })
    expect(response.status).toBe(400)
    const page = await response.text()
    expect(page).toContain(`<a href="#${field}">`)
    expect(page).toMatch(new RegExp(`aria-describedby="[^"]*${field}-problem" aria-invalid="true">`))
    expect(page.split(`id="${field}-problem">`)[1]).toContain(words)
    for (const name of Object.keys(card)) expect(fieldValue(page, name)).toBe(typed[name])
    expect(fieldValue(page, 'hpp_tran_id')).toBe('form-1')
    expect(await listCallbacks()).toEqual([])
  })

  test('are told all at once', async () => {
    const page = await (await send({ ...payment, card_number: '', exp_date: '', billing_zip: '1' })).text()
    expect(page.match(/aria-invalid="true"/g)).toHaveLength(3)
    expect(page.match(/<li><a href="#/g)).toHaveLength(3)
  })

  test.each(['1299', '12/99', '12 / 2099'])('an expiry date may be written %s', async (expDate) => {
    await pay({ exp_date: expDate })
    await receiver.until(1)
    expect(receiver.events()[0]?.exp_date).toBe('1299')
  })

  test('the present month is not over', async () => {
    const now = new Date()
    const month = String(now.getUTCMonth() + 1).padStart(2, '0')
    await pay({ exp_date: month + String(now.getUTCFullYear()).slice(-2) })
  })
})

describe('an approved sale', () => {
  test.each([
    ['credit', CREDIT, '1111'],
    ['debit', DEBIT.replaceAll(' ', ''), '5556'],
    ['debit', DEBIT.replaceAll(' ', '-'), '5556'],
  ])('%s with %s: is shown, and posted as the event of the interface', async (kind, number, lastFour) => {
    const before = Date.now()
    const result = await fetch(await pay({ card_number: number }))
    expect(result.status).toBe(200)
    await receiver.until(1)
    const [event = {}] = receiver.events()
    const [delivery] = receiver.received
    expect(delivery).toMatchObject({
      method: 'POST',
      path: '/response',
      headers: { 'content-type': expect.stringMatching(/^application\/x-www-form-urlencoded\b/) },
    })
    const names = [...new URLSearchParams(delivery?.body).keys()]
    expect(names.toSorted()).toEqual(Object.keys(event).toSorted())
    expect(wireCallbackSchema.parse(event)).toEqual({
      resp_code: '000',
      resp_text: 'APPROVED',
      tran_id: expect.stringMatching(/^HPP-\d{11}$/),
      tran_amount: '1250.05',
      tran_date: expect.any(String),
      auth_code: expect.stringMatching(/^\d{6}$/),
      card_id: expect.stringMatching(/^card-/),
      hpp_tran_id: expect.stringMatching(/^[\w-]{22}$/),
      invoice_number: payment.invoice_number,
      client_ref_number: payment.client_reference_number,
      acct_number: `************${lastFour}`,
      exp_date: '1299',
      billing_address: card.billing_address,
      billing_zip: card.billing_zip,
      currency_code: '840',
      tran_type: 'SALE',
      retrieval_ref_number: expect.stringMatching(/^7\d{11}$/),
    })
    // In UTC, to the second.
    const at = Date.parse(`${event.tran_date} UTC`)
    expect(at).toBeGreaterThan(before - 1_000)
    expect(at).toBeLessThanOrEqual(Date.now())

    const page = await result.text()
    expect(page).toContain('<h1>Payment approved</h1>')
    for (const shown of ['$1,250.05', event.tran_id, event.auth_code, `ending in ${lastFour}`]) {
      expect(page).toContain(shown)
    }
    expect(page.toLowerCase()).toContain(kind)
  })

  test('without the optional fields is posted without them', async () => {
    const { profile_id, payment_amount } = payment
    const response = await send({ profile_id, payment_amount, card_number: CREDIT, exp_date: '1299' })
    expect(response.status).toBe(303)
    await receiver.until(1)
    const names = Object.keys(receiver.events()[0] ?? {})
    for (const name of ['invoice_number', 'client_ref_number', 'billing_address', 'billing_zip']) {
      expect(names).not.toContain(name)
    }
  })

  test('leaves the whole card number nowhere', async () => {
    const address = await pay()
    await receiver.until(1)
    const texts = [
      address,
      await (await fetch(address)).text(),
      await (await calls.control('GET', 'callbacks')).text(),
      receiver.received[0]?.body ?? '',
    ]
    for (const text of texts) {
      expect(text).not.toContain(CREDIT)
      expect(text).not.toContain(CREDIT.replaceAll(' ', ''))
      expect(text).not.toContain(encodeURIComponent(CREDIT))
      expect(text).not.toContain('key-active-1')
    }
  })

  test('has numbers of its own', async () => {
    await Promise.all(Array.from({ length: 20 }, () => pay()))
    await receiver.until(20)
    for (const name of ['tran_id', 'hpp_tran_id', 'retrieval_ref_number']) {
      expect(new Set(receiver.events().map((event) => event[name])).size).toBe(20)
    }
  })
})

describe('an approved sale can be funded', () => {
  /** Pays as a browser would, by the form of the page, and gives the event that this brings. */
  const sale = async (cardNumber: string, method?: 'GET' | 'POST'): Promise<Record<string, string>> => {
    expect((await payByForm(sandbox.url, payment, cardNumber, method)).status).toBe(200)
    await receiver.until(1)
    return receiver.events()[0] ?? {}
  }
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
    const event = await sale(CARDS.credit)
    expect(await fund([{ id: event.tran_id }])).toEqual(funded)
    expect(await fund([{ retrievalReferenceNumber: event.retrieval_ref_number }])).toEqual(failedWith('901'))
    expect(await readObject(await calls.control('GET', `transactions/${event.tran_id}`))).toMatchObject({
      id: event.tran_id,
      kind: 'credit',
      merchantFundingAmounts: [{ amount: '100' }],
    })
  })

  test('debit: by either, which are one transaction', async () => {
    const event = await sale(CARDS.debit, 'POST')
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
    receiver.script.answer = (index) => (index === 0 ? 503 : 200)
    const event = await sale(CARDS.credit)
    expect(await fund([{ id: event.tran_id }])).toEqual(funded)
  })
})

describe('a declined sale', () => {
  test('is shown, can be tried with another card, and sends no event', async () => {
    const page = await (await fetch(await pay({ card_number: DECLINED }))).text()
    expect(page).toContain('<h1>Payment declined</h1>')
    expect(page).toContain('ending in 0002')
    expect(page).not.toContain('Authorization code')
    expect(await listCallbacks()).toEqual([])

    const retry = /href="([^"]*hpp\/pay[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const form = await (await fetch(new URL(retry, sandbox.url))).text()
    for (const [name, value] of Object.entries(payment)) expect(fieldValue(form, name)).toBe(value)
    await pay({ hpp_tran_id: fieldValue(form, 'hpp_tran_id') ?? '' })
    await receiver.until(1)
    expect(receiver.events()).toMatchObject([{ resp_code: '000' }])
  })
})

describe('a form that is sent again', () => {
  test('at the same time and later is one sale with one event, and shows the same result', async () => {
    const hppTranId = fieldValue(await (await open()).text(), 'hpp_tran_id') ?? ''
    const addresses = await Promise.all(Array.from({ length: 10 }, () => pay({ hpp_tran_id: hppTranId })))
    addresses.push(await pay({ hpp_tran_id: hppTranId }))
    expect(new Set(addresses).size).toBe(1)
    expect(addresses[0]).toBe(`${sandbox.url}/hpp/result/${hppTranId}`)
    expect(await listCallbacks()).toHaveLength(1)
    await receiver.until(1)
    expect(receiver.events()).toMatchObject([{ hpp_tran_id: hppTranId }])
  })

  test('with another card, amount or profile, or with mistakes, still shows the first result', async () => {
    const first = await pay({ hpp_tran_id: 'form-1', card_number: DECLINED })
    const changes: Record<string, string>[] = [
      { card_number: CREDIT },
      { payment_amount: '1.00' },
      { profile_id: '941000000002' },
      { exp_date: '' },
    ]
    for (const change of changes) {
      expect(await pay({ ...change, hpp_tran_id: 'form-1' })).toBe(first)
    }
    expect(await (await fetch(first)).text()).toContain('Payment declined')
    expect(await listCallbacks()).toEqual([])
  })

  test.each(['../x', 'a b', 'x'.repeat(65), '<script>'])('with the id %j is refused', async (id) => {
    const response = await send({ ...payment, ...card, hpp_tran_id: id })
    expect(response.status).toBe(400)
    expect(await response.text()).not.toContain('<script')
  })
})

describe('methods and media types', () => {
  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is not allowed', async (method) => {
    for (const [path, allow] of [
      ['/hpp/pay', 'GET, HEAD, POST'],
      ['/hpp/result/form-1', 'GET, HEAD'],
    ]) {
      const response = await fetch(sandbox.url + path, { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe(allow)
      expect(await response.text()).toContain('Allowed here')
    }
    expect((await fetch(`${sandbox.url}/hpp/result/form-1`, { method: 'POST' })).status).toBe(405)
  })

  test('HEAD is a GET without a body', async () => {
    const response = await fetch(`${sandbox.url}/hpp/pay?${new URLSearchParams(payment)}`, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  test.each(['application/json', 'multipart/form-data; boundary=x', 'text/plain', ''])(
    '"%s" is no form',
    async (type) => {
      const response = await send(
        {},
        {
          body: new TextEncoder().encode(String(new URLSearchParams({ ...payment, ...card }))),
          headers: { 'content-type': type },
        },
      )
      expect(response.status).toBe(415)
      expect(await response.text()).toContain(FORM_TYPE)
    },
  )

  test('a charset is no other type', async () => {
    const response = await send(payment, { headers: { 'content-type': `${FORM_TYPE}; charset=UTF-8` } })
    expect(response.status).toBe(200)
  })

  test('a result that is not there', async () => {
    const response = await fetch(`${sandbox.url}/hpp/result/nothing`)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('There is no such payment')
  })
})
