import { expect, it } from 'vitest'
import { nextBackup } from './backup-rules'

const last = { at: '2026-07-01T12:00:00.000Z', triedAt: '2026-07-01T12:00:00.000Z' }

it.each([
  ['is never without a schedule', last, null, null],
  ['is due at once where there was none', null, 24, '1970-01-01T00:00:00.000Z'],
  ['comes as many hours after the last one', last, 24, '2026-07-02T12:00:00.000Z'],
  [
    'comes half an hour after one that failed',
    { ...last, triedAt: '2026-07-02T12:00:00.000Z' },
    24,
    '2026-07-02T12:30:00.000Z',
  ],
  ['comes half an hour after the first failed', { ...last, at: null }, 24, '2026-07-01T12:30:00.000Z'],
])('the next backup %s', (_, before, everyHours, next) =>
  expect(nextBackup(before, everyHours)?.toISOString() ?? null).toBe(next),
)
