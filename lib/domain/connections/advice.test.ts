import { describe, expect, it } from 'vitest'
import { PartnerError } from '@/lib/partner/errors'
import { splitAtCheckAdvice } from './advice'

describe('advice to have the connections checked', () => {
  it.each<[string, { before: string; after: string } | null]>([
    ['It failed. Ask an admin to run the connection check.', { before: 'It failed. ', after: '.' }],
    [
      'If it fails again, ask an admin to run the connection check.',
      { before: 'If it fails again, ', after: '.' },
    ],
    ['Ask an admin.', null],
    ['', null],
  ])('%s', (text, parts) => {
    expect(splitAtCheckAdvice(text)).toEqual(parts)
  })
})

it.each(['connection', 'timeout', 'authentication', 'server', 'unreadable'] as const)(
  'is given where nothing was applied and the cause is %s',
  (kind) => {
    const { message } = new PartnerError({ kind, outcome: 'not-applied', what: 'It failed.' })
    expect(splitAtCheckAdvice(message)).not.toBeNull()
  },
)
