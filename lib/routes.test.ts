import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterSignIn, routes } from './routes'

describe('after signing in', () => {
  test.each([
    ['/applications', '/applications'],
    ['/callbacks?q=T-1&state=conflict#top', '/callbacks?q=T-1&state=conflict#top'],
    ['/funding/../callbacks', '/callbacks'],
    ['/merchants/Caf\u00e9', '/merchants/Caf%C3%A9'],
    ['/sign-in-help', '/sign-in-help'],
    ['/applications?next=//evil.example', '/applications?next=//evil.example'],
  ])('%s leads to %s', (next, target) => {
    expect(afterSignIn(next)).toBe(target)
  })

  test.each([
    undefined,
    '',
    ['/applications', '/callbacks'],
    'applications',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example/fake-sign-in',
    '/\t\\evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '/applications\n',
    '/\u0000/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/x/%2E%2E//evil.example',
    'https://evil.example/',
    'https:/evil.example',
    'javascript:alert(1)',
    ' //evil.example',
    '/ /evil.example',
    '/sign-in',
    '/sign-in?next=/sign-in',
    '/x/../sign-in',
    '/api/sign-out',
    '/sandbox/hpp/pay',
  ])('%j leads to the overview', (next) => {
    expect(afterSignIn(next)).toBe(routes.home)
  })

  test('whatever is asked for, a browser stays on this host, and the header can be written', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '/',
        '\\',
        '.',
        '..',
        '%2e',
        '%2f',
        '%5c',
        '\t',
        '\n',
        '\r',
        ' ',
        '\u0000',
        '@',
        ':',
        '?',
        '#',
      ),
      fc.constantFrom(
        'evil.example',
        'http:',
        'https://',
        'javascript:',
        'applications',
        '\u3002',
        '\uff0f',
        '[::1]',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    )
    const asked = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
    for (const next of [asked, asked.map((text) => `/${text}`)]) {
      fc.assert(
        fc.property(next, (text) => {
          const target = afterSignIn(text)
          expect(new URL(target, 'https://desk.example/sign-in').origin).toBe('https://desk.example')
          expect(target).toMatch(/^\/(?![/\\])[!-~]*$/)
          expect(() => new Headers({ location: target })).not.toThrow()
        }),
        { numRuns: 150 },
      )
    }
  })
})
