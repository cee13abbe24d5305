import { describe, expect, test } from 'vitest'
import { wireCallbackSchema } from '@/lib/partner/wire/callback'
import { plausibleEvent } from './plausible-event'

const fieldsAt = (moment: string, chance = () => 0.5) =>
  Object.fromEntries(plausibleEvent(new Date(moment), chance).map(({ name, value }) => [name, value]))

describe('a plausible event', () => {
  test.each([0, 0.5, 0.999_999])('is valid by the interface for any chance (%d)', (chance) => {
    const event = fieldsAt('2026-11-20T00:05:09Z', () => chance)
    expect(wireCallbackSchema.parse(event)).toEqual(event)
    expect(Object.keys(event)).toEqual(Object.keys(wireCallbackSchema.shape))
    expect(Object.values(event)).not.toContain('')
  })

  test.each([0, 0.5, 0.999_999])('has an approved, unsettled credit (%d)', (chance) => {
    const number = /^SBX-C-(\d{6})$/.exec(fieldsAt('2026-11-20T00:05:09Z', () => chance).tran_id ?? '')?.[1]
    expect(Number(number)).toBeGreaterThanOrEqual(1)
    expect(Number(number)).toBeLessThanOrEqual(200_000)
    expect(number).not.toMatch(/7$/)
  })

  test.each([
    ['2026-01-02T00:05:09Z', '01/02/2026 12:05:09 AM'],
    ['2026-11-20T12:00:00Z', '11/20/2026 12:00:00 PM'],
    ['2026-11-20T23:59:59Z', '11/20/2026 11:59:59 PM'],
  ])('%s is the transaction date %s', (moment, text) => {
    expect(fieldsAt(moment).tran_date).toBe(text)
  })
})
