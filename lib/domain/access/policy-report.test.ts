import { describe, expect, it, test } from 'vitest'
import { createReportLimit, readPolicyReport } from './policy-report'

const report = (given: Record<string, unknown>) =>
  JSON.stringify({
    'csp-report': {
      'document-uri': 'https://desk.example/applications?search=987-65-4329#x',
      'effective-directive': 'style-src-attr',
      'blocked-uri': 'inline',
      'script-sample': 'ssn 987-65-4329',
      ...given,
    },
  })

describe('a report of a refused policy', () => {
  it.each([
    ['an inline style', {}, { directive: 'style-src-attr', blocked: 'inline' }],
    [
      'a script of elsewhere, without its path',
      { 'effective-directive': 'script-src-elem', 'blocked-uri': 'https://evil.example/x?ssn=987-65-4329' },
      { directive: 'script-src-elem', blocked: 'https://evil.example' },
    ],
    [
      'an older browser',
      { 'effective-directive': undefined, 'violated-directive': "img-src 'self'", 'blocked-uri': 'data:abc' },
      { directive: 'img-src', blocked: 'data:' },
    ],
    [
      'an origin of any length, cut',
      { 'blocked-uri': `https://${'a.'.repeat(120)}example/` },
      { blocked: `https://${'a.'.repeat(120)}example`.slice(0, 200) },
    ],
    ['what cannot be read', { 'blocked-uri': '\u0000 987-65-4329' }, { blocked: 'other' }],
  ])('is read: %s', (_, given, expected) => {
    const read = readPolicyReport(report(given))
    expect(read).toMatchObject({ page: '/applications', ...expected })
    expect(JSON.stringify(read)).not.toContain('987-65')
  })

  it.each([
    '',
    'null',
    '[]',
    '{"csp-report":1}',
    report({ 'document-uri': 'x' }),
    report({ 'effective-directive': 'a\nb' }),
    report({ 'effective-directive': undefined }),
  ])('is none: %s', (text) => {
    expect(readPolicyReport(text)).toBeNull()
  })
})

test('the page’s address is cut at 200 characters', () => {
  const page = `/${'x'.repeat(300)}`
  expect(readPolicyReport(report({ 'document-uri': `https://desk.example${page}` }))?.page).toBe(
    page.slice(0, 200),
  )
})

test('at most twenty a minute are written', () => {
  let ms = 0
  const mayWrite = createReportLimit(() => (ms += 100))
  expect(Array.from({ length: 25 }, mayWrite).filter(Boolean)).toHaveLength(20)
  ms += 60_000
  expect(mayWrite()).toBe(true)
})
