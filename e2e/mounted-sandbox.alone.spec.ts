import { startCallbackReceiver } from '@/lib/testing/callback-receiver'
import { newFullApplication } from '@/lib/testing/full-application'
import { basic, FUNDING_CREDENTIALS, funding, fundingCalls } from '@/lib/testing/funding-calls'
import { newApplication, readObject, readObjects, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { RECEIVER } from './callback-posts'
import { expect, test } from './desk-test'
import { credit } from './funding-batch'

/**
 * The simulated partner as the desk itself serves it. Next's server is in between, and must not change an answer, a
 * missing body or a cut connection. The sandbox's own tests run against the standalone server.
 */
test.describe.configure({ mode: 'serial' })

const sandboxAt = (baseURL: string | undefined) => `${baseURL}/sandbox`

test.afterEach(({ desk }) => desk.partner.clearFaults())

test('each endpoint answers in its own form, by both addresses where it has two', async ({ baseURL }) => {
  const url = sandboxAt(baseURL)
  const calls = sandboxCalls(url)
  expect((await calls.sendApplication(newApplication())).status).toBe(200)
  for (const path of ['/applications', '/services/data/v54.0/composite/sobjects/']) {
    const entries = await readObjects(await calls.send(path, newFullApplication()))
    expect(entries.map(({ ObjectType }) => ObjectType)).toContain('Quote')
    expect(await readObject(await calls.send(path, {}))).toHaveProperty('errors')
  }
  const { send } = fundingCalls(url)
  const statusOf = async (response: Promise<Response>) => {
    const { status, headers } = await response
    return [status, await (await response).text(), headers.get('content-type')]
  }
  const body = { transactions: [funding()] }
  expect(await statusOf(send('{'))).toEqual([400, '', null])
  expect(await statusOf(send(body, { authorization: basic('941000000001:wrong') }))).toEqual([401, '', null])
  expect(await statusOf(send(body, { authorization: basic(FUNDING_CREDENTIALS.closed) }))).toEqual([
    403,
    '',
    null,
  ])
  expect((await send(body)).status).toBe(200)
  expect((await (await fetch(`${url}/openapi.json`)).json()).openapi).toMatch(/^3\.1/)
})

test('each fault reaches the caller as it would from the one that stands alone', async ({
  baseURL,
  desk,
}) => {
  const url = sandboxAt(baseURL)
  const { fund, send, held } = fundingCalls(url)
  const transactions = [funding({ id: credit(101) }), funding({ id: credit(102) })]
  const cause = (mode: string, more: Record<string, unknown> = {}) =>
    desk.partner.fault({ endpoint: 'funding', mode, ...more })

  await cause('status', { status: 500 })
  expect((await send({ transactions })).status).toBe(500)
  expect((await held(credit(101)))?.merchantFundingAmounts).toEqual([])

  await cause('partial')
  expect(await fund(transactions)).toMatchObject({ transactionCount: '2', successfulTransactionCount: '1' })

  await cause('malformed')
  expect(await (await send({ transactions })).text()).not.toMatch(/\}$/)

  await cause('slow', { delayMs: 5 })
  expect(await fund(transactions)).toMatchObject({ successfulTransactionCount: '2' })

  for (const [index, mode] of ['cut-after', 'hang-after', 'hang'].entries()) {
    const id = credit(200 + index)
    await cause(mode, { delayMs: 300 })
    await expect(send({ transactions: [funding({ id })] })).rejects.toThrow()
    expect((await held(id))?.merchantFundingAmounts).toHaveLength(mode === 'hang' ? 0 : 1)
  }

  await cause('status-after', { status: 503 })
  expect((await send({ transactions: [funding({ id: credit(301) })] })).status).toBe(503)
  expect((await held(credit(301)))?.merchantFundingAmounts).toHaveLength(1)
})

test('a sale on the hosted page becomes an event at the response address, and a transaction that can be funded', async ({
  baseURL,
  desk,
}) => {
  const url = sandboxAt(baseURL)
  const receiver = await startCallbackReceiver()
  const profile = (responseUrl: string | null) =>
    sandboxCalls(url).control('PUT', 'profiles/941000000001', { responseUrl })
  await profile(receiver.url)
  try {
    // Refused once, the callback comes again a second later.
    receiver.script.answer = (index) => (index === 0 ? 503 : 200)
    const page = await desk.signIn('admin@demo.test')
    await page.goto(
      `${url}/hpp/pay?profile_id=941000000001&payment_amount=12.50&invoice_number=INV%20%26%20%C4%B0&client_reference_number=order-7`,
    )
    await desk.expectAccessible(page)
    await page.getByLabel('Card number').fill('4111 1111 1111 1111')
    await page.getByLabel(/Expir/).fill('1230')
    await page.getByRole('button', { name: /Pay/ }).dblclick()
    await expect(page.getByText('12.50').first()).toBeVisible()
    await expect.poll(() => receiver.events().length).toBe(2)
    const [first, again] = receiver.events()
    expect(again).toEqual(first)
    expect(first).toMatchObject({
      resp_code: '000',
      tran_amount: '12.50',
      invoice_number: 'INV & İ',
      client_ref_number: 'order-7',
    })
    const sale = String(first?.tran_id)
    expect(await fundingCalls(url).fund([funding({ id: sale })])).toMatchObject({
      successfulTransactionCount: '1',
    })
  } finally {
    await profile(`${baseURL}${RECEIVER}`)
    await receiver.stop()
  }
})
