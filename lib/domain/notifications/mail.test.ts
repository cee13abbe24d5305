import { describe, expect, test } from 'vitest'
import { lastDigestAt, mailGroupOf, noticeMail } from './mail'
import { NOTICE_KINDS } from './notice'

describe('the last 8:00', () => {
  test.each([
    ['UTC', '2026-07-01T08:00:00Z', '2026-07-01T08:00:00Z'],
    ['UTC', '2026-07-01T07:59:59Z', '2026-06-30T08:00:00Z'],
    ['America/Chicago', '2026-07-01T13:30:10Z', '2026-07-01T13:00:00Z'],
    ['America/Chicago', '2026-07-01T12:59:00Z', '2026-06-30T13:00:00Z'],
    ['Asia/Kathmandu', '2026-07-01T02:20:00Z', '2026-07-01T02:15:00Z'],
    // The night when clocks go forward has 23 hours; the one when they go back has 25.
    ['America/New_York', '2026-03-08T11:00:00Z', '2026-03-07T13:00:00Z'],
    ['America/New_York', '2026-03-08T12:00:00Z', '2026-03-08T12:00:00Z'],
    ['America/New_York', '2026-11-01T12:30:00Z', '2026-10-31T12:00:00Z'],
    ['America/New_York', '2026-11-01T13:00:00Z', '2026-11-01T13:00:00Z'],
  ])('in %s, at %s, was %s', (zone, now, at) => {
    expect(lastDigestAt(new Date(now), zone)).toEqual(new Date(at))
  })
})

test('every kind belongs to a group, an unknown outcome to that of its subject', () => {
  for (const kind of NOTICE_KINDS) expect(mailGroupOf({ kind, type: 'application' })).toBeTruthy()
  expect(mailGroupOf({ kind: 'unknown', type: 'application' })).toBe('boarding')
  expect(mailGroupOf({ kind: 'unknown', type: 'funding-batch' })).toBe('money')
})

test('a mail says kinds, numbers and links, and how many more there are', () => {
  const notice = { kind: 'mentioned', label: 'A-12', path: '/applications/1#comment-2', at: '' } as const
  const paths = { account: '/account', all: '/notifications' }
  expect(noticeMail([notice], 'https://desk.test', paths)).toEqual({
    subject: 'PayFac Desk: Mentioned you: A-12',
    text: 'Mentioned you: A-12\nhttps://desk.test/applications/1#comment-2\n\nChoose what is mailed to you:\nhttps://desk.test/account\n',
  })
  const { subject, text } = noticeMail(
    Array.from({ length: 53 }, () => notice),
    'https://desk.test',
    paths,
  )
  expect(subject).toBe('PayFac Desk: 53 notifications')
  expect(text).toContain('3 more:\nhttps://desk.test/notifications\n')
})
