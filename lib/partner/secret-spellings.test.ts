import { describe, expect, it } from 'vitest'
import { spellingsOf } from './secret-spellings'

describe('the spellings of a secret', () => {
  const secret = 'k€y/ "&+%\\'

  it.each<[string, string]>([
    ['as it is', secret],
    ['in an address', encodeURIComponent(secret)],
    ['in a form', 'k%E2%82%ACy%2F+%22%26%2B%25%5C'],
    ['in JSON', 'k€y/ \\"&+%\\\\'],
    ['in JSON with slashes escaped', 'k€y\\/ \\"&+%\\\\'],
    ['in JSON of ASCII only', 'k\\u20acy/ \\"&+%\\\\'],
    ['on a page', 'k€y/ &quot;&amp;+%\\'],
  ])('%s', (_where, spelling) => {
    expect(spellingsOf(secret)).toContain(spelling)
  })

  it('one that is spelled alike everywhere is named once, and a short one never', () => {
    expect(spellingsOf('plain-secret')).toEqual(['plain-secret'])
    expect(spellingsOf('abc')).toEqual([])
  })

  it('half a character is no danger', () => {
    expect(spellingsOf('half\ud800')).toContain('half\ud800')
  })
})
