import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkSignature, instanceRefusal } from './token'

const instanceHosts = ['Desk.partner.example', 'desk.partner.example:8443']

describe('the address for applications that a token answer names', () => {
  it.each<[string, string, string, boolean]>([
    ['a host that may be used', 'https://login.example', 'https://desk.partner.example/', true],
    [
      'its port, where that is named too',
      'https://login.example',
      'https://desk.partner.example:8443/',
      true,
    ],
    ['any other port', 'https://login.example', 'https://desk.partner.example:444/', false],
    ['a host that ends alike', 'https://login.example', 'https://evil-desk.partner.example/', false],
    [
      'no encryption, where the token came encrypted',
      'https://login.example',
      'http://desk.partner.example/',
      false,
    ],
    [
      'no encryption, where there was none before',
      'http://login.example',
      'http://desk.partner.example/',
      true,
    ],
  ])('%s', (_what, authUrl, instanceUrl, taken) => {
    const refusal = instanceRefusal({ instanceHosts }, new URL(authUrl), new URL(instanceUrl))
    expect(refusal === null).toBe(taken)
  })
})

describe('the signature of a token', () => {
  const id = 'https://login.partner.example/id/00D1/0051'
  const issued_at = '1795354265000'
  const signature = createHmac('sha256', 's&cret').update(`${id}${issued_at}`).digest('base64')
  const whole = { id, issued_at, signature }

  it.each<[string, string, Parameters<typeof checkSignature>[1], ReturnType<typeof checkSignature>]>([
    ['of id and issued_at, with our secret', 's&cret', whole, 'valid'],
    ['with another secret', 'secret', whole, 'wrong'],
    ['of another identity', 's&cret', { ...whole, id: `${id}2` }, 'wrong'],
    ['of another moment', 's&cret', { ...whole, issued_at: '1795354265001' }, 'wrong'],
    ['cut short', 's&cret', { ...whole, signature: signature.slice(0, 20) }, 'wrong'],
    ['that is no Base64', 's&cret', { ...whole, signature: '§§' }, 'wrong'],
    ['without a secret to check it with', '', { ...whole, signature: 'anything' }, 'no-secret'],
    ['that did not come', 's&cret', { id, issued_at }, 'not-sent'],
    ['without the identity that it signs', 's&cret', { issued_at, signature, id: null }, 'not-sent'],
    ['without the moment that it signs', 's&cret', { id, signature }, 'not-sent'],
  ])('%s', (_what, secret, token, found) => {
    expect(checkSignature(secret, token)).toBe(found)
  })
})
