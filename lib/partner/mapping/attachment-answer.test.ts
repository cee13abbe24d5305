import { describe, expect, it } from 'vitest'
import { judgeAttachmentAnswer } from './attachment-answer'

const recordId = '00P000000000001AAA'
const stored = { verdict: 'stored', recordId }
const storedWithoutId = { verdict: 'stored', recordId: null }
const refused = { verdict: 'refused' }
const unknown = { verdict: 'unknown' }

describe('the answer to an upload', () => {
  it.each<[string, unknown, object]>([
    // Interface, "Attachment record": hasErrors and results, whose items are not shown.
    ['the platform’s results', { hasErrors: false, results: [{ referenceId: 'r1', id: recordId }] }, stored],
    ['no results', { hasErrors: false }, storedWithoutId],
    ['results null', { hasErrors: false, results: null }, storedWithoutId],
    ['results that are ids', { hasErrors: false, results: [recordId] }, stored],
    [
      'a result with id null',
      { hasErrors: false, results: [{ referenceId: 'r1', id: null }] },
      storedWithoutId,
    ],
    ['a result with errors null', { hasErrors: false, results: [{ Id: recordId, errors: null }] }, stored],
    ['a result with errors empty', { hasErrors: false, results: [{ id: recordId, errors: [] }] }, stored],
    ['hasErrors in another spelling, as text', { HasErrors: 'false', results: {} }, storedWithoutId],

    ['hasErrors', { hasErrors: true, results: [] }, refused],
    ['hasErrors, and nothing else', { hasErrors: true }, refused],
    ['hasErrors as text', { hasErrors: 'true', results: null }, refused],
    ['errors in text', { hasErrors: true, results: [{ referenceId: 'r1', errors: 'Too large' }] }, refused],
    [
      'a status code that is a number',
      { hasErrors: true, results: [{ errors: [{ statusCode: 413, message: 'Too large' }] }] },
      refused,
    ],

    ['no errors, and a result with some', { hasErrors: false, results: [{ errors: ['no'] }] }, refused],
    [
      'no errors, and a stored result with some',
      { hasErrors: false, results: [{ id: recordId, errors: ['no'] }] },
      unknown,
    ],
    [
      'no errors, and a result that failed',
      { hasErrors: false, results: [{ id: recordId, success: false }] },
      unknown,
    ],
    ['a list of problems', [{ message: 'no', errorCode: 'REQUIRED' }], refused],
    ['neither', { results: [] }, unknown],
    ['hasErrors null', { hasErrors: null, results: [{ id: recordId }] }, unknown],
    ['hasErrors as a text', { hasErrors: 'True', results: [] }, refused],
    [
      'an id of another name',
      { hasErrors: false, results: [{ parentId: recordId }] },
      { verdict: 'stored', recordId: null },
    ],
    [
      'an id of another beginning',
      { hasErrors: false, results: [{ ids: recordId }] },
      { verdict: 'stored', recordId: null },
    ],
    [
      'an id of another form',
      { hasErrors: false, results: [{ id: 'x' }] },
      { verdict: 'stored', recordId: null },
    ],
    [
      'results in a text',
      { hasErrors: false, results: JSON.stringify([{ id: recordId }]) },
      { verdict: 'stored', recordId },
    ],
    [
      'a failure and what may be one',
      { results: [{ errors: ['no'] }, { errors: ['no'], success: true }, { success: 'perhaps' }] },
      unknown,
    ],
    ['an id alone', { id: recordId }, unknown],
    ['a text', 'stored', unknown],
  ])('with %s', (_what, body, verdict) => {
    expect(judgeAttachmentAnswer(JSON.stringify(body))).toEqual(verdict)
  })

  it.each(['', '<html></html>', '{"hasErrors":fal'])('that is %j is unknown', (text) => {
    expect(judgeAttachmentAnswer(text)).toEqual(unknown)
  })
})

it('with deeper nesting than any real answer is unknown', () => {
  const deep = `${'['.repeat(100)}${']'.repeat(100)}`
  expect(judgeAttachmentAnswer(`{"hasErrors":false,"results":${deep}}`)).toEqual({ verdict: 'unknown' })
})
