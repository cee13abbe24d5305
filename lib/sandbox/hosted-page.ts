import type { Tx } from '@/lib/db/client'
import { parseDecimal } from '@/lib/domain/values/decimal'
import type { Problem } from '@/lib/domain/values/problem'
import { FORM_MEDIA_TYPE } from '@/lib/partner/wire/callback'
import { MAX_REFERENCE_LENGTH, wireHostedPaymentSchema } from '@/lib/partner/wire/hosted-payment'
import { wireIssues } from '@/lib/partner/wire/problem'
import { mediaTypeOf, wrongMediaType } from './call'
import type { SandboxServices } from './endpoints'
import {
  CARD_FIELDS,
  type CardField,
  HOSTED_PAGE_POLICY,
  type PayForm,
  type Payment,
  payPage,
  refusalPage,
  resultPage,
} from './hosted-page-html'
import { shareTables } from './locks'
import { findProfile } from './profiles'
import { receiveBody } from './received-body'
import { findSale, makeSale, newHppTranId, type SoldRow } from './sales'
import { findTestCard, type TestCard } from './test-cards'

/**
 * The hosted payment page (interface, "Hosted payment request fields"; contract.md, "Hosted page"): a card form
 * with four fields, the sale that it makes, and the result page.
 */

const RESULT = /^\/hpp\/result\/([\w-]{1,64})$/
const HPP_TRAN_ID = /^[\w-]{1,64}$/
const MAX_BYTES = 64 * 1024

export const isHostedPage = (path: string): boolean => path === '/hpp/pay' || RESULT.test(path)

export async function answerHostedPage(
  services: SandboxServices,
  path: string,
  request: Request,
): Promise<Response> {
  const hppTranId = RESULT.exec(path)?.[1]
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (hppTranId !== undefined) return reads ? showResult(services, hppTranId) : refuseMethod('GET, HEAD')
  const query = new URL(request.url).searchParams
  if (reads) return answerForm(services, query, new URLSearchParams())
  if (request.method !== 'POST') return refuseMethod('GET, HEAD, POST')

  if (mediaTypeOf(request.headers) !== FORM_MEDIA_TYPE) {
    return refuse(415, 'This is no form', [wrongMediaType(FORM_MEDIA_TYPE)], 'Send the fields as a form.')
  }
  const { bytes } = await receiveBody(request, MAX_BYTES)
  if (bytes === null) {
    const problems = [`The form has more than ${MAX_BYTES} bytes`]
    return refuse(413, 'This form is too large', problems, 'Send shorter texts.')
  }
  return answerForm(services, query, new URLSearchParams(new TextDecoder().decode(bytes)))
}

/** A form with card fields makes a sale; a form without them, or a link, opens the card form. */
async function answerForm(
  services: SandboxServices,
  query: URLSearchParams,
  form: URLSearchParams,
): Promise<Response> {
  if (CARD_FIELDS.some((name) => query.has(name))) return refuseCardInAddress()
  const hppTranId = form.get('hpp_tran_id') || newHppTranId()
  if (!HPP_TRAN_ID.test(hppTranId)) {
    const problems = ['hpp_tran_id: must have 1 to 64 letters, digits, hyphens and underscores']
    return refuse(400, CANNOT_BE_USED, problems, ASK_ANEW)
  }
  const payment = readPayment(query, form)
  return services.db.transaction(async (tx) => {
    await shareTables(tx)
    // Submitted twice, by a double click or a reload: show the same result, whatever has changed since.
    if (await findSale(tx, hppTranId)) return seeResult(services.baseUrl, hppTranId)
    const refusal = await checkPayment(tx, payment)
    if (refusal) return refusal
    const open: OpenForm = {
      action: pagePaths(services.baseUrl).pay,
      payment,
      amountMinor: Number((parseDecimal(payment.payment_amount) ?? 0n) / 10_000n),
      hppTranId,
      typed: readCard(form),
    }
    return CARD_FIELDS.some((name) => form.has(name))
      ? sell(tx, services, open)
      : showPage(200, payPage({ ...open, problems: [] }))
  })
}

type OpenForm = Omit<PayForm, 'problems'>

async function sell(tx: Tx, { baseUrl, now }: SandboxServices, open: OpenForm): Promise<Response> {
  const at = now()
  const { payment, typed, hppTranId, amountMinor } = open
  const { problems, card, expDate } = checkCard(typed, at)
  if (!card || problems.length > 0) return showPage(400, payPage({ ...open, problems }))
  await makeSale(tx, {
    hppTranId,
    profileId: payment.profile_id,
    card,
    amountMinor,
    at,
    expDate,
    billingAddress: typed.billing_address,
    billingZip: typed.billing_zip,
    invoiceNumber: payment.invoice_number,
    clientReferenceNumber: payment.client_reference_number,
  })
  return seeResult(baseUrl, hppTranId)
}

function readPayment(query: URLSearchParams, form: URLSearchParams): Payment {
  const given = (name: string) => form.get(name) ?? query.get(name) ?? ''
  return {
    profile_id: given('profile_id'),
    payment_amount: given('payment_amount'),
    invoice_number: given('invoice_number'),
    client_reference_number: given('client_reference_number'),
  }
}

const CANNOT_BE_USED = 'This payment link cannot be used'
const ASK_ANEW = 'Nothing was paid. Correct the link, or ask the sender for a new one.'

async function checkPayment(tx: Tx, payment: Payment): Promise<Response | null> {
  const { error } = wireHostedPaymentSchema.safeParse(payment)
  if (error) {
    const problems = wireIssues(error).map(({ message }) => message)
    return refuse(400, CANNOT_BE_USED, problems, ASK_ANEW)
  }
  const profile = await findProfile(tx, payment.profile_id)
  if (!profile) {
    return refuse(404, CANNOT_BE_USED, ['profile_id: there is no such profile'], ASK_ANEW)
  }
  if (profile.status !== 'active') {
    const problems = [`The profile ${profile.profileId} is ${profile.status} and takes no payments`]
    const advice = 'Nothing was paid. Use another profile, or make this one active in the sandbox.'
    return refuse(403, CANNOT_BE_USED, problems, advice)
  }
  return null
}

function readCard(form: URLSearchParams): Record<CardField, string> {
  const typed = (name: CardField) => form.get(name)?.trim() ?? ''
  return {
    card_number: typed('card_number'),
    exp_date: typed('exp_date'),
    billing_address: typed('billing_address'),
    billing_zip: typed('billing_zip'),
  }
}

type CheckedCard = { problems: Problem<CardField>[]; card: TestCard | undefined; expDate: string }

function checkCard(typed: Record<CardField, string>, at: Date): CheckedCard {
  const card = findTestCard(typed.card_number)
  const expiry = readExpiry(typed.exp_date)
  const messages: Record<CardField, string | false> = {
    card_number:
      !card &&
      (typed.card_number === ''
        ? 'Enter a card number.'
        : 'This page does not know that card. Enter one of the three test cards.'),
    exp_date: !expiry
      ? 'Enter the expiry date as month and year, such as 09/29.'
      : hasExpired(expiry, at) && 'This date has passed. Enter the present month or a later one.',
    billing_address:
      !/^\P{Cc}{0,255}$/u.test(typed.billing_address) &&
      `Enter the address in one line of at most ${MAX_REFERENCE_LENGTH} characters.`,
    billing_zip:
      !/^(?:\d{5}(?:-\d{4})?)?$/.test(typed.billing_zip) &&
      'Enter a ZIP code of 5 digits, or leave it empty.',
  }
  const problems = CARD_FIELDS.flatMap((field) => {
    const message = messages[field]
    return message === false ? [] : [{ path: field, message }]
  })
  return { problems, card, expDate: expiry ? `${expiry.month}${expiry.year}` : '' }
}

type Expiry = { month: string; year: string }

/** Accepts `0929`, `09/29` and `09 / 2029`, as people and browsers write it. Years are 20xx. */
function readExpiry(typed: string): Expiry | null {
  const [, month, year] = /^(0[1-9]|1[0-2])(?:20)?(\d\d)$/.exec(typed.replace(/[\s/-]/g, '')) ?? []
  return month && year ? { month, year } : null
}

/** A card is valid through the end of its expiry month. */
const hasExpired = ({ month, year }: Expiry, at: Date): boolean =>
  Number(`20${year}${month}`) < at.getUTCFullYear() * 100 + at.getUTCMonth() + 1

async function showResult({ db, baseUrl }: SandboxServices, hppTranId: string): Promise<Response> {
  const sale = await db.transaction((tx) => findSale(tx, hppTranId))
  if (sale) return showPage(200, resultPage(sale, retryUrl(baseUrl, sale)))
  const advice = 'The sandbox may have been reset since. Open the payment link again to pay.'
  return refuse(404, 'There is no such payment', [], advice)
}

function retryUrl(baseUrl: string, { profileId, event }: SoldRow): string {
  const query = new URLSearchParams({ profile_id: profileId, payment_amount: event.tran_amount ?? '' })
  if (event.invoice_number) query.set('invoice_number', event.invoice_number)
  if (event.client_ref_number) query.set('client_reference_number', event.client_ref_number)
  return `${pagePaths(baseUrl).pay}?${query}`
}

/** Paths without an origin, so that the page works under every name of the server. */
function pagePaths(baseUrl: string) {
  const below = new URL(baseUrl).pathname
  return { pay: `${below}/hpp/pay`, result: (hppTranId: string) => `${below}/hpp/result/${hppTranId}` }
}

/** Redirects to a GET, so that reloading the result does not submit the form again. */
const seeResult = (baseUrl: string, hppTranId: string): Response =>
  new Response(null, {
    status: 303,
    headers: { ...HEADERS, location: pagePaths(baseUrl).result(hppTranId) },
  })

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': HOSTED_PAGE_POLICY,
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

const showPage = (status: number, page: string, headers: Record<string, string> = {}): Response =>
  new Response(page, {
    status,
    headers: { ...HEADERS, 'content-type': 'text/html; charset=utf-8', ...headers },
  })

const refuse = (status: number, title: string, problems: readonly string[], advice: string): Response =>
  showPage(status, refusalPage(title, problems, advice))

const refuseMethod = (allow: string): Response =>
  showPage(
    405,
    refusalPage('This is not possible here', [`Allowed here: ${allow}`], 'Open the payment link again.'),
    {
      allow,
    },
  )

/** Browsers, servers and proxies store URLs, so card details in a URL are refused and not shown again. */
const refuseCardInAddress = (): Response =>
  refuse(
    400,
    'Card details do not belong in an address',
    ['The address of this page holds card fields'],
    'Nothing was paid. Send card fields in the body of a form; addresses are written down on their way.',
  )
