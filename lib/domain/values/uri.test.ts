import { describe, expect, it } from 'vitest'
import { isUri } from './uri'

describe('a URI (RFC 3986)', () => {
  it.each([
    'https://bakery.example',
    'http://bakery.example:8080/',
    'https://user:word@bakery.example/a/b;c=1/?q=1&r=%20#top',
    "https://bakery.example/o'brien's(1)*!~",
    'https://[2001:db8::1]/',
    'mailto:ana@bakery.example',
    'urn:isbn:0451450523',
    'tel:+1-816-555-1212',
    'https://b%C3%BCcher.example/',
    'about:',
    `https://bakery.example/${'a'.repeat(1_000)}`,
    `https://bakery.example/${'a'.repeat(7_977)}`,
  ])('%s is one', (text) => {
    expect(isUri(text)).toBe(true)
  })

  it.each([
    '',
    'bakery',
    'bakery.example',
    'not a uri',
    ' https://bakery.example',
    'https://bakery.example ',
    'https://bak ery.example',
    'https://bakery.example/a b',
    'https://bakery.example\n',
    'https://bakery\t.example',
    'https://bakery.example/%zz',
    'https://bakery.example/%4',
    'https://bakery.example/"quoted"',
    'https://bakery.example/<b>',
    'https://bakery.example/a\\b',
    'https://bakery.example/{id}',
    'https://bakery.example/a|b^c`d',
    'https://bakery.example/[1]',
    'https://bakery.example/#a#b',
    'https://bücher.example/',
    '1https://bakery.example',
    '//bakery.example',
    'https://bakery.example:port/',
    `https://bakery.example/${'a'.repeat(5_000_000)}`,
  ])('%j is none', (text) => {
    expect(isUri(text)).toBe(false)
  })
})
