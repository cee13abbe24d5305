import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { wireCallbackSchema } from './callback'

// The golden files are written from the interface document by hand, never from what the code makes.
const golden = (name: string): Record<string, string> => {
  const text = readFileSync(new URL(`./golden/${name}.txt`, import.meta.url), 'utf8').trim()
  return Object.fromEntries(new URLSearchParams(text))
}

describe('the event', () => {
  it('is read with every field of the interface', () => {
    const event = golden('callback')
    expect(Object.keys(event)).toHaveLength(17)
    expect(wireCallbackSchema.parse(event)).toEqual(event)
  })

  it('is the same form-encoded and as the example of the document', () => {
    const example: unknown = JSON.parse(
      readFileSync(new URL('./golden/callback-event.json', import.meta.url), 'utf8'),
    )
    expect(example).toEqual(golden('callback'))
  })

  it('needs the five fields that are always there, and its currency is then US dollars', () => {
    const event = golden('callback-least')
    expect(wireCallbackSchema.parse(event)).toEqual({ ...event, currency_code: '840' })
    for (const name of ['resp_code', 'resp_text', 'tran_id', 'tran_amount', 'tran_date']) {
      expect(wireCallbackSchema.safeParse({ ...event, [name]: undefined }).success).toBe(false)
    }
  })

  it('may have fields that the interface does not show, which are kept', () => {
    const event = { ...golden('callback'), avs_result: 'Y' }
    expect(wireCallbackSchema.parse(event)).toEqual(event)
  })

  it('may give a field empty where it could leave it out', () => {
    const empty = { auth_code: '', exp_date: '', retrieval_ref_number: '', billing_zip: '' }
    expect(wireCallbackSchema.safeParse({ ...golden('callback'), ...empty }).success).toBe(true)
  })

  it('with another resp_code is still an event, for its reader to judge', () => {
    expect(wireCallbackSchema.safeParse({ ...golden('callback'), resp_code: '005' }).success).toBe(true)
  })

  test.each([
    ['tran_date', '11/20/2026 12:00:00 AM', true],
    ['tran_date', '11/20/2026 11:59:59 PM', true],
    ['tran_date', '11/20/2026 13:00:00 PM', false],
    ['tran_date', '11/20/2026 00:00:00 AM', false],
    ['tran_date', '20/11/2026 01:00:00 AM', false],
    ['tran_date', '2026-11-20 01:00:00 AM', false],
    ['tran_date', '11/20/2026 01:00:00', false],
    ['exp_date', '1226', true],
    ['exp_date', '1326', false],
    ['exp_date', '12/26', false],
    ['retrieval_ref_number', '700000000042', true],
    ['retrieval_ref_number', '70000000004', false],
    ['retrieval_ref_number', '70000000004A', false],
  ])('has a %s such as %j: %s', (name, value, valid) => {
    expect(wireCallbackSchema.safeParse({ ...golden('callback'), [name]: value }).success).toBe(valid)
  })
})
