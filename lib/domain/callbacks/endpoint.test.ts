import { describe, expect, it } from 'vitest'
import { checkEndpoint, endpointUrlProblem, MAX_ENDPOINT_LABEL, MAX_ENDPOINT_URL } from './endpoint'

describe('the address of an endpoint', () => {
  it.each([
    'https://erp.example.test/callbacks',
    'https://erp.example.test:8443/a?token=x',
    'https://8.8.8.8/callbacks',
    'https://[2606:4700::1111]/callbacks',
    'https://erp.example.test./callbacks',
    'https://müller.example.test/',
  ])('%s can be used', (url) => expect(endpointUrlProblem(url, false)).toBeNull())

  it.each([
    'https://127.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://app.localhost/',
    'https://printer/',
    'https://db.internal/',
    'https://metadata.google.internal/',
    'https://nas.local./',
    'https://router.home.arpa/',
    // Full-width digits, which URLs normalize to the same address.
    'https://１２７.0.0.1/',
  ])('%s is inner, and refused unless that is allowed', (url) => {
    expect(endpointUrlProblem(url, false)).not.toBeNull()
  })

  it.each(['http://127.0.0.1:8080/a', 'http://localhost:4000/', 'https://printer/', 'https://[::1]/'])(
    '%s can be used where inner addresses are allowed',
    (url) => expect(endpointUrlProblem(url, true)).toBeNull(),
  )

  it.each([
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://134744072/',
  ])('%s is an IP address in disguise, and refused even where inner ones are allowed', (url) =>
    expect(endpointUrlProblem(url, true)).toMatch(/^Write the IP address as \d+\./),
  )

  it('http is for inner addresses only', () => {
    expect(endpointUrlProblem('http://erp.example.test/', false)).toMatch(/^Use https/)
    expect(endpointUrlProblem('http://erp.example.test/', true)).toBeNull()
  })

  it.each([
    ['', /^Enter the address/],
    ['erp.example.test/callbacks', /starts with https:.* and a host name/],
    ['https://', /starts with https:.* and a host name/],
    ['ftp://erp.example.test/', /starts with https/],
    ['javascript:alert(1)', /starts with https/],
    ['file:///etc/passwd', /starts with https/],
    ['https://user:pass@erp.example.test/', /user name and password/],
    ['https://user@erp.example.test/', /user name and password/],
    ['https://erp.example.test@evil.example.test/', /user name and password/],
    ['https://erp.example.test/#part', /after #/],
    [`https://erp.example.test/${'a'.repeat(MAX_ENDPOINT_URL)}`, /at most 2,000/],
  ])('%s is always refused', (url, words) => {
    expect(endpointUrlProblem(url, false)).toMatch(words)
    expect(endpointUrlProblem(url, true)).toMatch(words)
  })

  it('an at sign in the path is not a user name', () => {
    expect(endpointUrlProblem('https://erp.example.test/@desk?mail=a@b.test', false)).toBeNull()
  })

  it('an endpoint needs a name that is not too long', () => {
    const url = 'https://erp.example.test/'
    const pathsOf = (label: string) =>
      checkEndpoint({ label, url, innerAllowed: false }).map(({ path }) => path)
    expect(pathsOf(' ')).toEqual(['label'])
    expect(pathsOf('x'.repeat(MAX_ENDPOINT_LABEL + 1))).toEqual(['label'])
    expect(pathsOf(` ${'x'.repeat(MAX_ENDPOINT_LABEL)} `)).toEqual([])
    expect(checkEndpoint({ label: ' ', url: ' nowhere ', innerAllowed: false })).toEqual([
      { path: 'label', message: 'Enter a name.' },
      { path: 'url', message: endpointUrlProblem('nowhere', false) },
    ])
    expect(
      checkEndpoint({ label: 'x'.repeat(MAX_ENDPOINT_LABEL + 1), url: ` ${url} `, innerAllowed: false }),
    ).toEqual([{ path: 'label', message: `Use at most ${MAX_ENDPOINT_LABEL} characters.` }])
  })
})
