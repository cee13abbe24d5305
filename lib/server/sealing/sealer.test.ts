import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSealer, unwrapDataKey, wrapDataKey } from './sealer'

const place = { table: 'application_sections', row: 'a1', field: 'contacts.c1.ssn' }
const key = (version: number) => ({ version, key: randomBytes(32) })

describe('sealing', () => {
  it('opens what it sealed, whatever the text', () => {
    const sealer = createSealer([key(1)])
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const wellFormed = text.toWellFormed()
        expect(sealer.open(place, sealer.seal(place, wellFormed))).toBe(wellFormed)
      }),
    )
  })

  it('seals equal values differently each time, and never shows them', () => {
    const sealer = createSealer([key(1)])
    const [a, b] = [sealer.seal(place, '123456789'), sealer.seal(place, '123456789')]
    expect(a).not.toBe(b)
    expect(a).not.toContain('123456789')
  })

  it.each([
    ['row', { ...place, row: 'a2' }],
    ['field', { ...place, field: 'contacts.c2.ssn' }],
    ['table', { ...place, table: 'partner_attempts' }],
  ])('does not open a ciphertext that was moved to another %s', (_, elsewhere) => {
    const sealer = createSealer([key(1)])
    const sealed = sealer.seal(place, '123456789')
    expect(() => sealer.open(elsewhere, sealed)).toThrow()
  })

  it('does not open a changed ciphertext', () => {
    const sealer = createSealer([key(1)])
    const sealed = sealer.seal(place, '123456789')
    const flipped = sealed.slice(0, -1) + (sealed.endsWith('A') ? 'B' : 'A')
    expect(() => sealer.open(place, flipped)).toThrow()
  })

  it('opens old values after a new data key was added', () => {
    const old = key(1)
    const sealed = createSealer([old]).seal(place, '123456789')
    const renewed = createSealer([old, key(2)])
    expect(renewed.open(place, sealed)).toBe('123456789')
    expect(renewed.seal(place, 'x')).toMatch(/^v1\.2\./)
    expect(renewed.fingerprint('ssn', '1')).toBe(createSealer([old]).fingerprint('ssn', '1'))
  })

  it('unwraps a data key only with the key-encryption key that wrapped it', () => {
    const [kek, other, entry] = [randomBytes(32), randomBytes(32), key(3)]
    const wrapped = wrapDataKey(kek, entry)
    expect(unwrapDataKey(kek, 3, wrapped)).toEqual(entry)
    expect(() => unwrapDataKey(other, 3, wrapped)).toThrow()
    expect(() => unwrapDataKey(kek, 4, wrapped)).toThrow()
  })
})
