import { describe, expect, it } from 'vitest'
import { addressBelow } from './transport'

describe('an address below another', () => {
  it.each<[string, string, string]>([
    ['https://pay.example', '/funding-amounts', 'https://pay.example/funding-amounts'],
    ['https://pay.example/', '/funding-amounts', 'https://pay.example/funding-amounts'],
    ['https://pay.example/sandbox//', 'funding-amounts', 'https://pay.example/sandbox/funding-amounts'],
    ['https://pay.example:8443/a', '/b/?fields=C', 'https://pay.example:8443/a/b/?fields=C'],
    ['https://pay.example', '@evil.example/x', 'https://pay.example/@evil.example/x'],
    ['https://pay.example', '//evil.example/x', 'https://pay.example/evil.example/x'],
  ])('%s and %s', (base, path, address) => {
    expect(addressBelow(base, path).href).toBe(address)
  })
})
