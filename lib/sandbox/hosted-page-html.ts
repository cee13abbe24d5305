import { createHash } from 'node:crypto'
import type { Problem } from '@/lib/domain/values/problem'
import { HOSTED_PAGE_STYLE } from './hosted-page-style'
import { type Html, html, ownMarkup } from './html'
import type { SoldRow } from './sales'
import { TEST_CARDS } from './test-cards'

/** The HTML of the hosted payment page: complete documents without scripts. */

/** The page may only use its own style sheet and submit its form to its own origin. */
export const HOSTED_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(HOSTED_PAGE_STYLE).digest('base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const CARD_FIELDS = ['card_number', 'exp_date', 'billing_address', 'billing_zip'] as const
export type CardField = (typeof CARD_FIELDS)[number]

/** The request to the page: the interface's four fields as given; missing ones are empty. */
export type Payment = {
  profile_id: string
  payment_amount: string
  invoice_number: string
  client_reference_number: string
}

export type PayForm = {
  action: string
  payment: Payment
  amountMinor: number
  hppTranId: string
  typed: Record<CardField, string>
  problems: Problem<CardField>[]
}

/** The card form. If there are problems, it keeps the input and shows each problem above the form and at its field. */
export function payPage({ action, payment, amountMinor, hppTranId, typed, problems }: PayForm): string {
  const amount = usDollars(amountMinor)
  const field = (name: CardField, label: string, hint: string | null, attributes: Html) =>
    textField({ name, label, hint, attributes, value: typed[name], problem: messageFor(name, problems) })
  const hidden = Object.entries({ ...payment, hpp_tran_id: hppTranId }).filter(([, value]) => value !== '')
  return document(
    problems.length > 0 ? `Problem: pay ${amount}` : `Pay ${amount}`,
    html`<main class="pay">
<div class="about">
<div class="stack">
<h1>Pay ${amount}</h1>
${detailList([
  ['Profile', payment.profile_id],
  ['Invoice', payment.invoice_number],
  ['Reference', payment.client_reference_number],
])}
</div>
${testCards}
</div>
<form class="panel stack" method="post" action="${action}" novalidate>
<h2>Card details</h2>
${problems.length > 0 ? problemSummary(problems) : null}
${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${field('card_number', 'Card number', 'One of the test cards', html`inputmode="numeric" autocomplete="cc-number"`)}
${field('exp_date', 'Expiry date', 'Month and year, such as 09/29', html`class="short" inputmode="numeric" autocomplete="cc-exp"`)}
${field('billing_address', 'Street address (optional)', null, html`autocomplete="billing address-line1"`)}
${field('billing_zip', 'ZIP code (optional)', null, html`class="short" inputmode="numeric" autocomplete="billing postal-code"`)}
<button>Pay ${amount}</button>
</form>
</main>`,
  )
}

/** The result of a sale. `retryUrl` reopens the form for the same payment. */
export function resultPage(sale: SoldRow, retryUrl: string): string {
  const { event, approved } = sale
  const amount = usDollars(sale.amountMinor)
  return document(
    approved ? 'Payment approved' : 'Payment declined',
    html`<main class="narrow">
<div class="panel stack">
${
  approved
    ? html`<h1>Payment approved</h1>
<p class="notice good" role="status">${amount} was paid with the test card ending in ${lastFour(event)}.</p>`
    : html`<h1>Payment declined</h1>
<p class="notice bad" role="status">The test card ending in ${lastFour(event)} was declined. Nothing was paid.</p>`
}
${detailList([
  ['Amount', amount],
  ['Transaction id', event.tran_id],
  ['Authorization code', event.auth_code],
  ['Reference number', event.retrieval_ref_number],
  ['Card', `${sale.kind === 'debit' ? 'Debit' : 'Credit'}, ending in ${lastFour(event)}`],
  ['Date', `${event.tran_date} UTC`],
  ['Profile', sale.profileId],
  ['Invoice', event.invoice_number],
  ['Reference', event.client_ref_number],
])}
${
  approved
    ? html`<p class="muted">The result is posted to the profile’s response address. You can close this page.</p>`
    : html`<p><a class="button" href="${retryUrl}">Try another card</a></p>`
}
</div>
</main>`,
  )
}

/** Shown instead of the form: what is wrong and what to do about it. */
export function refusalPage(title: string, problems: readonly string[], advice: string): string {
  return document(
    title,
    html`<main class="narrow">
<div class="panel stack">
<h1>${title}</h1>
${
  problems.length > 0
    ? html`<div class="notice bad"><ul>${problems.map((problem) => html`<li>${problem}</li>`)}</ul></div>`
    : null
}
<p>${advice}</p>
</div>
</main>`,
  )
}

const document = (title: string, main: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Simulated payment page</title>
<link rel="icon" href="data:,">
<style>${ownMarkup(HOSTED_PAGE_STYLE)}</style>
</head>
<body>
<header class="simulation"><p><strong>This is a simulation.</strong> No card is charged and no money moves. Never type the number of a real card here.</p></header>
${main}
</body>
</html>
`.text

const testCards = html`<section aria-labelledby="test-cards">
<h2 id="test-cards">Test cards</h2>
<table>
<tbody>
${TEST_CARDS.map(
  ({ number, kind, approved }) =>
    html`<tr><td><span class="mono">${number.replace(/\d{4}(?=\d)/g, '$& ')}</span></td><td>${approved ? `Approved, ${kind}` : 'Declined'}</td></tr>`,
)}
</tbody>
</table>
<p class="muted hint">The page knows these three only. Any expiry date that has not passed will do.</p>
</section>`

const problemSummary = (problems: readonly Problem<CardField>[]): Html =>
  html`<div class="notice bad" role="alert" tabindex="-1" autofocus aria-labelledby="problems">
<p id="problems"><strong>Nothing was paid yet. Please correct:</strong></p>
<ul>${problems.map(({ path, message }) => html`<li><a href="#${path}">${message}</a></li>`)}</ul>
</div>`

type TextField = {
  name: CardField
  label: string
  hint: string | null
  attributes: Html
  value: string
  problem: string | null
}

const textField = ({ name, label, hint, attributes, value, problem }: TextField): Html => {
  const told = [hint === null ? '' : `${name}-hint`, problem === null ? '' : `${name}-problem`]
    .join(' ')
    .trim()
  return html`<div>
<label for="${name}">${label}</label>
${hint === null ? null : html`<p class="muted" id="${name}-hint">${hint}</p>`}
<input id="${name}" name="${name}" value="${value}" ${attributes}${told === '' ? null : html` aria-describedby="${told}"`}${problem === null ? null : html` aria-invalid="true"`}>
${problem === null ? null : html`<p class="problem" id="${name}-problem">${problem}</p>`}
</div>`
}

/** Leaves out rows without a value. */
const detailList = (rows: readonly (readonly [string, string | undefined])[]): Html =>
  html`<dl>
${rows.map(([term, value]) => (value ? html`<dt>${term}</dt><dd>${value}</dd>` : html``))}
</dl>`

const messageFor = (field: CardField, problems: readonly Problem<CardField>[]): string | null =>
  problems.find(({ path }) => path === field)?.message ?? null

const lastFour = (event: SoldRow['event']): string => event.acct_number?.slice(-4) ?? ''

const usDollars = (amountMinor: number): string => DOLLARS.format(amountMinor / 100)
const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
