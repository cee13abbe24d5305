/** Pays on the hosted page as a browser would: reads the form, fills in what it asks for, and sends it. */

export const CARDS = {
  credit: '4111 1111 1111 1111',
  debit: '4000 0566 5566 5556',
  declined: '4000 0000 0000 0002',
}

export type PaymentRequest = {
  profile_id: string
  payment_amount: string
  invoice_number?: string
  client_reference_number?: string
}

/** December of next year, as MM/YY. */
export const EXPIRY = `12/${String(new Date().getFullYear() + 1).slice(-2)}`

/** What a cardholder types, by the meaning that the page gives its inputs. */
const typed = (cardNumber: string): Record<string, string> => ({
  'cc-number': cardNumber,
  'cc-exp': EXPIRY,
  'cc-csc': '123',
  'cc-name': 'Ana Okafor',
  'address-line1': '1 Heron Way',
  'street-address': '1 Heron Way',
  'postal-code': '78701',
})

export function openPage(url: string, request: PaymentRequest, method: 'GET' | 'POST' = 'GET') {
  const fields = new URLSearchParams(request)
  return method === 'GET'
    ? fetch(`${url}/hpp/pay?${fields}`)
    : fetch(`${url}/hpp/pay`, { method, body: fields })
}

export async function pay(url: string, request: PaymentRequest, cardNumber: string, method?: 'GET' | 'POST') {
  const page = await openPage(url, request, method)
  const html = await page.text()
  const form = /<form\b([^>]*)>([\s\S]*?)<\/form>/.exec(html)
  if (form === null) throw new Error(`No form in an answer of status ${page.status}.`)
  const [, formTag = '', content = ''] = form
  const fields = new URLSearchParams()
  for (const [input] of content.matchAll(/<input\b[^>]*>/g)) {
    const meaning = attribute(input, 'autocomplete').split(' ').at(-1) ?? ''
    fields.set(attribute(input, 'name'), typed(cardNumber)[meaning] ?? attribute(input, 'value'))
  }
  return fetch(new URL(attribute(formTag, 'action'), page.url), { method: 'POST', body: fields })
}

function attribute(tag: string, name: string): string {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  const characters: Record<string, string> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    '#39': "'",
    '#x27': "'",
  }
  return value.replace(/&([^;]+);/g, (entity, named: string) => characters[named] ?? entity)
}
