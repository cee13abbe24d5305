import { describe, expect, test } from 'vitest'
import { can } from '@/lib/domain/access/permissions'
import { hasEnded, NOTICE_SUBJECTS, noticeOf, openStatuses, SUBJECT_PERMISSION } from './notice'

describe('what a change tells', () => {
  test('a request for information tells staff, its answer the underwriter', () => {
    expect(noticeOf('underwriting-ask')).toEqual({ kind: 'asked', to: 'staff' })
    expect(noticeOf('underwriting-answer')).toEqual({ kind: 'answered', to: 'underwriter' })
  })

  test('a submitted batch tells its approvers, a returned one its makers', () => {
    expect(noticeOf('funding-batch-submitted')).toEqual({ kind: 'approval-wanted', to: 'approvers' })
    expect(noticeOf('funding-batch-returned')).toEqual({ kind: 'returned', to: 'makers' })
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
    expect(openStatuses('application').map(([kind]) => kind)).toEqual(['asked', 'answered', 'unknown'])
  })
})

test('an underwriter may see applications and no batch', () => {
  expect(NOTICE_SUBJECTS.filter((type) => can(['underwriter'], SUBJECT_PERMISSION[type]))).toEqual([
    'application',
  ])
})
