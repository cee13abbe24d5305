import { describe, expect, test } from 'vitest'
import { can } from '@/lib/domain/access/permissions'
import { hasEnded, NOTICE_SUBJECTS, noticeOf, openStatuses, permissionOf, SUBJECT_PERMISSION } from './notice'

describe('what a change tells', () => {
  test('a request for information tells staff, its answer the underwriter', () => {
    expect(noticeOf('underwriting-ask')).toEqual({ kind: 'asked', to: 'staff' })
    expect(noticeOf('underwriting-answer')).toEqual({ kind: 'answered', to: 'underwriter' })
  })

  test('a submitted batch tells its approvers, a returned one its makers', () => {
    expect(noticeOf('funding-batch-submitted')).toEqual({ kind: 'approval-wanted', to: 'approvers' })
    expect(noticeOf('funding-batch-returned')).toEqual({ kind: 'returned', to: 'makers' })
    expect(noticeOf('funding-batch-taken-back')).toEqual({ kind: 'recalled', to: 'batch-people' })
  })

  test('what was not shown to approvers tells them again, while the batch is stopped', () => {
    expect(noticeOf('funding-rest-unseen')).toEqual({ kind: 'rest-approval-wanted', to: 'approvers' })
    expect(hasEnded('rest-approval-wanted', 'funding-batch', 'stopped')).toBe(false)
    expect(hasEnded('rest-approval-wanted', 'funding-batch', 'sending')).toBe(true)
  })

  test('an approval tells makers once it is the last that is needed, also that of the rest', () => {
    const makers = (kind: string) => ({ kind, to: 'makers' })
    expect(noticeOf('funding-batch-approved', { to: 'waiting', approvals: 1, needed: 2 })).toBeNull()
    expect(noticeOf('funding-batch-approved', { to: 'approved', approvals: 2, needed: 2 })).toEqual(
      makers('batch-approved'),
    )
    expect(noticeOf('funding-batch-judged', { to: 'approved' })).toEqual(makers('batch-approved'))
    expect(noticeOf('funding-rest-approved', { to: 'stopped', approvals: 1, needed: 2 })).toBeNull()
    expect(noticeOf('funding-rest-approved', { to: 'stopped', approvals: 2, needed: 2 })).toEqual(
      makers('rest-approved'),
    )
    expect(hasEnded('batch-approved', 'funding-batch', 'approved')).toBe(false)
    expect(hasEnded('batch-approved', 'funding-batch', 'sending')).toBe(true)
  })

  test('a change of the rules that approves a batch tells everyone who sees funding; an admin who left, them too', () => {
    const judged = { cause: 'rules', to: 'approved' }
    expect(noticeOf('funding-batch-judged', judged)).toEqual({ kind: 'batch-approved', to: 'everyone' })
    expect(noticeOf('funding-batch-judged', { ...judged, to: 'waiting' })).toBeNull()
    expect(noticeOf('person-deactivated', { roles: ['admin'] } as object)).toEqual({
      kind: 'lost-admin',
      to: 'others-and-them',
    })
  })

  test('the end of sending tells makers how it ended; an unknown outcome was told when it was found', () => {
    const end = (to: string, failedInBatch = 0) => noticeOf('funding-request-accepted', { to, failedInBatch })
    expect(end('sending')).toBeNull()
    expect(end('done')).toEqual({ kind: 'funded', to: 'makers' })
    expect(end('done', 3)).toEqual({ kind: 'ended-with-failures', to: 'makers' })
    expect(end('stopped', 3)).toEqual({ kind: 'stopped', to: 'makers' })
    expect(end('unknown')).toBeNull()
    expect(noticeOf('funding-request-unknown', { to: 'unknown' })).toEqual({ kind: 'unknown', to: 'makers' })
    expect(noticeOf('funding-rest-withdrawn', { to: 'stopped' }), 'a person gave it up').toBeNull()
  })

  test('a saved section tells no one', () => {
    expect(noticeOf('section-saved')).toBeNull()
  })
})

describe('when a notice has ended', () => {
  test('a request for information ends once the application has moved on', () => {
    expect(hasEnded('asked', 'application', 'info-requested')).toBe(false)
    expect(hasEnded('asked', 'application', 'in-underwriting')).toBe(true)
  })

  test('a wanted approval ends with every status but Pending approval', () => {
    expect(hasEnded('approval-wanted', 'funding-batch', 'waiting')).toBe(false)
    for (const status of ['draft', 'approved', 'sending', 'done', 'discarded'])
      expect(hasEnded('approval-wanted', 'funding-batch', status)).toBe(true)
  })

  test('a decision is news, which no status ends', () => {
    expect(hasEnded('approved', 'application', 'submitted')).toBe(false)
    expect(openStatuses('application').map(([kind]) => kind)).toEqual([
      'asked',
      'answered',
      'unknown',
      'case-assigned',
      'overdue',
    ])
  })
})

test('an underwriter may see applications and callbacks, and no batch or connection', () => {
  expect(NOTICE_SUBJECTS.filter((type) => can(['underwriter'], SUBJECT_PERMISSION[type]))).toEqual([
    'application',
    'callback',
  ])
})

test('a mention is for whoever may read comments, which finance may not of an application', () => {
  expect(can(['finance'], permissionOf('assigned', 'application'))).toBe(true)
  expect(can(['finance'], permissionOf('mentioned', 'application'))).toBe(false)
})

test('what the desk found ends with the status of its subject', () => {
  expect(hasEnded('conflict', 'callback', 'conflict')).toBe(false)
  expect(hasEnded('conflict', 'callback', 'closed')).toBe(true)
  expect(hasEnded('connection-failing', 'connection', 'failed')).toBe(false)
  expect(hasEnded('connection-failing', 'connection', 'ok')).toBe(true)
  expect(hasEnded('overdue', 'application', 'in-underwriting')).toBe(false)
  expect(hasEnded('overdue', 'application', 'info-requested')).toBe(true)
})
