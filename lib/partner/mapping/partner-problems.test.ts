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
    ['a record that went well', '{"success":true,"message":"Stored"}', []],
    ['a code alone, which is a number', '{"errorCode":413}', [{ message: '413', code: '413', fields: [] }]],
    ['blank words', '{"message":"  ","code":" E3 "}', [{ message: 'E3', code: 'E3', fields: [] }]],
    [
      'a code above the problem that has none',
      '{"code":"E7","errors":[{"message":"No"},{"message":"Never","code":"E8"}]}',
      [
        { message: 'No', code: 'E7', fields: [] },
        { message: 'Never', code: 'E8', fields: [] },
      ],
    ],
    [
      'a code above what says only where',
      '{"code":"E7","errors":[{"fields":["Mer.Name"]},{}]}',
      [{ message: 'E7', code: 'E7', fields: ['Mer.Name'] }],
    ],
    [
      'a code above errors by field',
      '{"code":"E7","errors":{"Mer.Name":[" is required ",5,""],"Opp.Name":null}}',
      [{ message: 'is required', code: 'E7', fields: ['Mer.Name'] }],
    ],
    [
      'the words of an error before its code, and its description before neither',
      '{"error":"invalid_grant","error_description":"expired"}',
      [{ message: 'expired', code: 'invalid_grant', fields: [] }],
    ],
    [
      'a description',
      '{"description":"No such record","field":"Id"}',
      [{ message: 'No such record', code: null, fields: ['Id'] }],
    ],
    [
      'several fields, of which one is no name',
      '{"message":"No","fields":["Mer.Name",null,5,"Opp.Name"]}',
      [{ message: 'No', code: null, fields: ['Mer.Name', 'Opp.Name'] }],
    ],
    [
      'the most telling of several containers',
      '{"result":{"message":"later"},"errors":[{"message":"first"}]}',
      [{ message: 'first', code: null, fields: [] }],
    ],
    [
      'a container that tells nothing',
      '{"errors":[],"fault":{"message":"No"},"message":"outer"}',
      [{ message: 'No', code: null, fields: [] }],
    ],
    [
      'an answer in the others',
      '[{"exception":{"message":"a"}},{"result":{"message":"b"}},{"response":{"message":"c"}},{"results":[{"message":"d"}]}]',
      ['a', 'b', 'c', 'd'].map((message) => ({ message, code: null, fields: [] })),
    ],
  ])('%s is read', (_shape, text, problems) => {
    expect(readErrors(text)).toEqual(problems)
  })

  it('a whole HTML page becomes its words, shortened', () => {
    const page = `<!DOCTYPE html><html><head><title>502 Bad Gateway</title><style>p{}</style><script>x()</script></head><body>${'<p>word</p>'.repeat(500)}</body></html>`
    const [problem] = readErrors(page)
    expect(problem?.message).toMatch(/^502 Bad Gateway word word .*…$/)
    expect(problem?.message.length).toBeLessThanOrEqual(300)
  })

  it('words are cut where they are too long, and where a page begins they are its words', () => {
    expect(readErrors('x'.repeat(1_000))).toEqual([{ message: 'x'.repeat(1_000), code: null, fields: [] }])
    const long = `${'x'.repeat(999)}…`
    expect(readErrors('x'.repeat(1_001))[0]?.message).toBe(long)
    expect(readErrors(JSON.stringify({ message: 'x'.repeat(1_001) }))[0]?.message).toBe(long)
    expect(readErrors('<html><script>a</script>b<style>c</style>  d</html>')[0]?.message).toBe('b d')
    expect(readErrors(`<html>${' '.repeat(10_000)}late</html>`)).toEqual([])
    expect(readErrors('The field <b> is missing')[0]?.message).toBe('The field <b> is missing')
  })

  it('there are never more than 200', () => {
    expect(readErrors(JSON.stringify(Array(1_000).fill({ message: 'x' })))).toHaveLength(200)
  })

  it('nesting without end is no danger', () => {
    expect(readErrors(`${'{"errors":['.repeat(100_000)}${']}'.repeat(100_000)}`)).toEqual([])
  })
})
