import { describe, expect, it } from 'vitest'
import { isShownInHistory } from './history'

describe('the history of an application', () => {
  it.each([
    'section-saved',
    'submission-refused',
    'underwriting-ask',
    'underwriting-decline',
    'document-delivered',
  ])('tells everybody who may read it of %s', (action) => {
    expect(isShownInHistory(action, false)).toBe(true)
  })

  it.each([
    'case-noted',
    'answers-accepted',
    'value-revealed',
    'reveal-limit-passed',
    'underwriting-first-decision',
    'underwriting-mode-changed',
    'case-assigned',
    'an-action-of-tomorrow',
  ])('keeps %s for those who may read its case', (action) => {
    expect(isShownInHistory(action, false)).toBe(false)
    expect(isShownInHistory(action, true)).toBe(true)
  })

  it.each(['document-sending', 'check-confirmed'])('leaves out %s, which is shown elsewhere', (action) => {
    expect(isShownInHistory(action, true)).toBe(false)
  })
})
