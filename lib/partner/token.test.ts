import { describe, expect, it } from 'vitest'
import { instanceRefusal } from './token'

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
