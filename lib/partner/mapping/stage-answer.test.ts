import { describe, expect, it } from 'vitest'
import { readStageAnswer } from './stage-answer'

describe('the answer to a status read', () => {
  it.each<[string, unknown, string | null]>([
    ['the platform’s record', { attributes: { type: 'Opportunity' }, StageName: 'Closed Won' }, 'Closed Won'],
    ['a query’s answer', { totalSize: 1, records: [{ StageName: 'Underwriting' }] }, 'Underwriting'],
    ['another spelling', { opportunity: { stage_name: ' New ' } }, 'New'],
    ['names that only contain it', { OldStageName: 'New', StageNameBefore: 'New' }, null],
    ['a blank stage before another', { StageName: ' ', record: { StageName: 'New' } }, 'New'],
    ['no stage', { Id: '006000000000001AAA' }, null],
    ['a stage of null', { StageName: null }, null],
    ['a stage that is no text', { StageName: { label: 5 } }, null],
    ['a word', 'Closed Won', null],
  ])('%s', (_what, body, stage) => {
    expect(readStageAnswer(JSON.stringify(body))).toBe(stage)
  })

  it('what is no JSON is no answer', () => {
    expect(readStageAnswer('<html></html>')).toBeUndefined()
  })

  it('nesting without end is no danger', () => {
    expect(readStageAnswer('['.repeat(200_000) + ']'.repeat(200_000))).toBeNull()
  })
})
