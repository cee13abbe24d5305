import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type PartnerProblem, readErrors } from './partner-problems'

const golden = (name: string) => readFileSync(new URL(`../wire/golden/${name}.json`, import.meta.url), 'utf8')

describe('what the partner says went wrong', () => {
  it.each<[string, string, PartnerProblem[]]>([
    [
      'a list of problems',
      golden('error-list'),
      [
        {
          message: 'Tax id must have 9 digits',
          code: 'FIELD_INTEGRITY_EXCEPTION',
          fields: ['Mer.Tax_ID__c'],
        },
        {
          message: 'SSN must have 9 digits',
          code: 'FIELD_INTEGRITY_EXCEPTION',
          fields: ['lstContact[1].SSN__c'],
        },
      ],
    ],
    [
      'an object with an errors array',
      golden('error-object'),
      [
        {
          message: 'More than one Control Prong',
          code: 'FIELD_CUSTOM_VALIDATION_EXCEPTION',
          fields: ['lstBens[1].Contact_Role__c'],
        },
      ],
    ],
    [
      'an OAuth error',
      golden('error-token'),
      [{ message: 'authentication failure', code: 'invalid_grant', fields: [] }],
    ],
    [
      'a failed upload',
      golden('attachment-refusal'),
      [{ message: 'The file is too large', code: 'STRING_TOO_LONG', fields: ['body'] }],
    ],
    [
      'a list of texts',
      '{"errors":["First","Second"]}',
      [
        { message: 'First', code: null, fields: [] },
        { message: 'Second', code: null, fields: [] },
      ],
    ],
    ['a JSON text', '"Not today"', [{ message: 'Not today', code: null, fields: [] }]],
    ['plain text', ' Not today\n', [{ message: 'Not today', code: null, fields: [] }]],
    [
      'only the entry that failed',
      '[{"Success":true,"Message":"ok"},{"Success":false,"Message":"Last name missing"}]',
      [{ message: 'Last name missing', code: null, fields: [] }],
    ],
    ['nothing', '', []],
    ['an empty object', '{}', []],
    [
      'odd members',
      '{"errors":[null,1,{"message":5,"fields":"x"}]}',
      [{ message: '5', code: null, fields: ['x'] }],
    ],
    [
      'members in other spellings',
      '{"Errors":[{"ErrorMessage":"Fee is missing","StatusCode":"REQUIRED","Field":"Lstqli[0].Price"}]}',
      [{ message: 'Fee is missing', code: 'REQUIRED', fields: ['Lstqli[0].Price'] }],
    ],
    [
      'a single error where a list is expected',
      '{"errors":{"message":"No"}}',
      [{ message: 'No', code: null, fields: [] }],
    ],
    [
      'an error that is an object',
      '{"error":{"code":"E1","message":"Tax id is unknown"}}',
      [{ message: 'Tax id is unknown', code: 'E1', fields: [] }],
    ],
    [
      'errors in an envelope',
      '{"data":{"errors":[{"message":"No","errorCode":"E2"}]}}',
      [{ message: 'No', code: 'E2', fields: [] }],
    ],
    ['errors in one text', '{"errors":"Not today"}', [{ message: 'Not today', code: null, fields: [] }]],
    [
      'errors by field',
      '{"errors":{"Mer.Tax_ID__c":["must have 9 digits"],"Mer.Name":"is required"}}',
      [
        { message: 'must have 9 digits', code: null, fields: ['Mer.Tax_ID__c'] },
        { message: 'is required', code: null, fields: ['Mer.Name'] },
      ],
    ],
    ['a list below a code', '{"code":"E7","errors":["No"]}', [{ message: 'No', code: null, fields: [] }]],
  ])('%s is read', (_shape, text, problems) => {
    expect(readErrors(text)).toEqual(problems)
  })

  it('a whole HTML page becomes its words, shortened', () => {
    const page = `<!DOCTYPE html><html><head><title>502 Bad Gateway</title><style>p{}</style><script>x()</script></head><body>${'<p>word</p>'.repeat(500)}</body></html>`
    const [problem] = readErrors(page)
    expect(problem?.message).toMatch(/^502 Bad Gateway word word .*…$/)
    expect(problem?.message.length).toBeLessThanOrEqual(300)
  })

  it('there are never more than 200', () => {
    expect(readErrors(JSON.stringify(Array(1_000).fill({ message: 'x' })))).toHaveLength(200)
  })

  it('nesting without end is no danger', () => {
    expect(readErrors(`${'{"errors":['.repeat(100_000)}${']}'.repeat(100_000)}`)).toEqual([])
  })
})
