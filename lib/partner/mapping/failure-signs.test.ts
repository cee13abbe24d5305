import { describe, expect, test } from 'vitest'
import { type FailureSign, signsIn, soundsLikeFailure } from './failure-signs'

const signs = (record: object) => signsIn(record).signs

describe('a member that says whether it went well', () => {
  test.each<[unknown, FailureSign[], boolean]>([
    [true, [], true],
    ['true', [], true],
    [' YES ', [], true],
    ['ok', [], true],
    [1, [], true],
    ['1', [], true],
    [false, ['clear'], false],
    ['No', ['clear'], false],
    ['f', ['clear'], false],
    [0, ['clear'], false],
    ['0', ['clear'], false],
    ['perhaps', ['doubtful'], false],
    [2, ['doubtful'], false],
    [null, [], false],
    [undefined, [], false],
    ['', [], false],
    [{ of: 'two' }, [], false],
  ])('%j', (success, expected, claims) => {
    expect(signsIn({ Is_Success: success })).toMatchObject({ signs: expected, claims })
  })

  test.each(['success', 'isSuccess', 'wasSuccessful', 'allSucceeded', 'OK', 'accepted', 'Completed'])(
    'is called %s',
    (name) => {
      expect(signs({ [name]: false })).toEqual(['clear'])
    },
  )

  test.each(['successor', 'unsuccessful', 'lookup'])('and not %s', (name) => {
    expect(signsIn({ [name]: true }).claims).toBe(false)
  })
})

describe('a member that tells of a failure', () => {
  test.each<[string, unknown, FailureSign[]]>([
    ['errors', ['no'], ['clear']],
    ['error', 'Too large', ['clear']],
    ['error', 'no', []],
    ['hasFailed', true, ['clear']],
    ['rejectedRows', 3, ['clear']],
    ['exception', { type: 'E' }, ['clear']],
    ['error', 'Gateway time-out', ['doubtful']],
    ['error', 'internal_error', ['doubtful']],
    ['error', { message: 'Connection reset' }, ['doubtful']],
    ['defaultFee', 3, []],
    ['default', 'no', []],
    ['errors', [], []],
    ['errors', null, []],
    ['errors', undefined, []],
    ['errors', false, []],
    ['errorCount', 0, []],
    ['errorCode', '000', []],
    ['error', ' None ', []],
    ['error', 'No errors', []],
    ['error', 'n/a', []],
    ['error', '', []],
    ['errors', { first: [], second: { third: '' } }, []],
    ['errors', { first: [], second: { third: 'x' } }, ['clear']],
  ])('%s: %j', (name, value, expected) => {
    expect(signs({ [name]: value })).toEqual(expected)
  })
})

describe('a member that says how it stands', () => {
  test.each<[unknown, FailureSign[]]>([
    [false, ['clear']],
    ['Failed', ['clear']],
    [' rejected ', ['clear']],
    ['bad request', ['clear']],
    [399, []],
    [400, ['clear']],
    ['499', ['clear']],
    [500, ['doubtful']],
    ['599', ['doubtful']],
    [600, []],
    [200, []],
    ['Not stored', ['doubtful']],
    ['Stored', []],
    [true, []],
    [null, []],
    [{ code: 400 }, []],
  ])('status %j', (value, expected) => {
    expect(signs({ responseStatus: value })).toEqual(expected)
    expect(signs({ estate: value })).toEqual([])
  })
})

describe('words beside it', () => {
  test.each<[object, FailureSign[]]>([
    [{ message: 'The record was rejected' }, ['doubtful']],
    [{ message: 'Stored' }, []],
    [{ messages: ['Stored', 'but the fee is missing'] }, ['doubtful']],
    [{ message: 5, details: { text: 'failed' } }, []],
    // The outcome of a record is its own word.
    [{ success: true, message: 'The record was not rejected' }, []],
    // Words of what was told already are no second sign, unless they say that no one knows.
    [{ success: false, message: 'The record was rejected' }, ['clear']],
    [{ success: false, message: 'The gateway gave up' }, ['clear', 'doubtful']],
  ])('%j', (record, expected) => {
    expect(signs(record)).toEqual(expected)
  })

  test('what gave a sign is told, and what did not is not', () => {
    const { tellers } = signsIn({ success: false, message: 'Connection lost', id: 'x', note: 'Stored' })
    expect([...tellers]).toEqual(['success', 'message'])
  })

  test.each([
    ['No errors', false],
    ['without any problems', false],
    ['0 errors, 1 failure', true],
    ['INVALID_FIELD', true],
    ['fieldNotFound', true],
    ['could not be stored', true],
    ['stored', false],
    ['notable', false],
    ['timed out', true],
    [`${' '.repeat(10_000)}failed`, false],
    [`${' '.repeat(9_990)}failed`, true],
  ])('%j speaks of a failure: %s', (text, expected) => {
    expect(soundsLikeFailure(text)).toBe(expected)
  })
})
