import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeApplicationAnswer, recordIdsIn } from './judge-application-answer'

const opportunityId = '006000000000001AAA'
const accountId = '001000000000001AAA'
const contactId = '003000000000001AAA'
const ids = { opportunityId, accountId }
const made = (ObjectType: string, SFId: string, SourceId: string | null = null) => ({
  Success: true,
  SourceId,
  SFId,
  ObjectType,
  Message: `${ObjectType} record was created`,
})
const failed = (SourceId: string, SFId: string | null = '') => ({
  Success: false,
  SourceId,
  SFId,
  ObjectType: 'Contact',
  Message: 'Last name missing',
})
const all = [made('Account', accountId), made('Opportunity', opportunityId)]

const verdictOf = (body: unknown, status = 200, sentIds?: ReadonlySet<string>) =>
  judgeApplicationAnswer({ status, text: typeof body === 'string' ? body : JSON.stringify(body) }, sentIds)
    .verdict
type Verdict = ReturnType<typeof verdictOf>

describe('the answer to an application', () => {
  it.each<[string, unknown, Verdict]>([
    // Interface, "Alias success result entry".
    ['the interface’s list of entries', all, 'accepted'],
    ['the list without the account', [made('Opportunity', opportunityId)], 'ids-needed'],
    ['entries of which one failed', [...all, failed('c1')], 'partial'],
    ['entries of which one failed, and repeats a source id', [...all, failed(contactId)], 'partial'],
    ['entries that all failed', [failed('c1'), failed('c2', null)], 'refused'],
    ['a failed entry that names a record', [...all, failed('c1', contactId)], 'unknown'],
    ['a failed entry with another record inside', [{ ...failed('c1'), opportunityId }], 'unknown'],
    [
      'an entry that succeeded and has errors',
      [{ ...made('Account', accountId), errors: ['no'] }],
      'unknown',
    ],
    ['ids, nested', { Opp: { Id: opportunityId }, Mer: { Id: accountId } }, 'accepted'],
    ['ids, flat, with a word of success', { success: true, message: 'Done', ...ids }, 'accepted'],
    [
      'ids, and no errors',
      { hasErrors: false, errors: [], errorCode: '0', errorMessage: '', ...ids },
      'accepted',
    ],
    ['ids, and a count of no errors', { errorCount: 0, message: 'Done with no errors', ...ids }, 'accepted'],
    ['ids in an envelope of text', { body: JSON.stringify(ids) }, 'accepted'],
    ['ids and a status', { status: 201, statusCode: '200', result: 'Created', ...ids }, 'accepted'],

    // product.md: accepted, record ids needed.
    ['nothing', '', 'ids-needed'],
    ['blanks', ' \n', 'ids-needed'],
    ['plain text', 'Accepted', 'ids-needed'],
    ['plain text as JSON', '"Application received"', 'ids-needed'],
    ['an object without ids', { message: 'Accepted' }, 'ids-needed'],
    ['null', null, 'ids-needed'],
    ['an empty list', [], 'ids-needed'],

    // A failure inside of a 200, beside ids.
    ['success false beside ids', { success: false, ...ids }, 'unknown'],
    ['a list with success false beside ids', [{ success: false, ...ids }], 'unknown'],
    ['errors beside ids', { errors: [{ message: 'no' }], ...ids }, 'unknown'],
    ['an error text beside ids', { error: 'Contact 2 was not stored', ...ids }, 'unknown'],
    ['a failing status beside ids', { status: 'FAILED', ...ids }, 'unknown'],
    ['a sentence of failure beside ids', { message: 'Failed to create the contacts', ...ids }, 'unknown'],
    ['errors beside the list', { results: all, errors: ['Contact 2: invalid'] }, 'unknown'],
    ['hasErrors beside the list', { hasErrors: true, results: all }, 'unknown'],
    ['a failure in an envelope of text beside ids', { body: '{"success":false}', ...ids }, 'unknown'],
    ['success false beside one id', { success: false, contactId }, 'unknown'],

    // A clear failure inside of a 200, without ids.
    ['success false', { success: false }, 'refused'],
    ['success "false"', { Success: 'false' }, 'refused'],
    ['isSuccess false', { isSuccess: false }, 'refused'],
    ['is_success 0', { is_success: 0 }, 'refused'],
    ['a status of error', { status: 'error' }, 'refused'],
    ['a status of 400', { status: 400 }, 'refused'],
    ['an error text', { errors: 'Tax id is wrong' }, 'refused'],
    ['an object of errors', { errors: { Tax_ID__c: ['is wrong'] } }, 'refused'],
    ['an error message', { errorMessage: 'Tax id is wrong' }, 'refused'],
    ['an error object', { error: { code: 'E1', message: 'Tax id is wrong' } }, 'refused'],
    ['errors in an envelope', { data: { errors: [{ message: 'Tax id is wrong' }] } }, 'refused'],
    ['the platform’s list of problems', [{ message: 'no', errorCode: 'REQUIRED', fields: [] }], 'refused'],
    ['hasErrors', { hasErrors: true, results: [] }, 'refused'],
    ['success false and why', { success: false, message: 'Tax id must have 9 digits' }, 'refused'],

    // What no one can tell.
    ['success and errors', { success: true, errors: ['no'] }, 'unknown'],
    ['success, and every entry failed', { success: true, results: [failed('c1')] }, 'unknown'],
    ['success of another kind', { success: 'partly' }, 'unknown'],
    ['a time-out inside of the partner', { error: 'Read timed out' }, 'unknown'],
    ['success false, and a time-out', { success: false, message: 'Request timed out' }, 'unknown'],
    ['a status of 503', { status: 503 }, 'unknown'],
    ['a sentence of failure', { message: 'The application could not be stored' }, 'unknown'],
    ['plain text of failure', 'ERROR: duplicate', 'unknown'],
    ['false', 'false', 'unknown'],
    ['a page', '<html><body>Log in</body></html>', 'unknown'],
    ['XML', '<?xml version="1.0"?><result>ok</result>', 'unknown'],
    ['broken JSON', '[{"Success":true,"SFId":"006', 'unknown'],
    ['a gateway’s sentence', 'upstream request timeout', 'unknown'],
  ])('%s', (_shape, body, verdict) => {
    expect(verdictOf(body)).toBe(verdict)
  })

  it.each(['errors', 'x'])('an answer of any depth is judged, in a member %s', (name) => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(
      verdictOf(`{"opportunityId":"${opportunityId}","accountId":"${accountId}","${name}":${deep}}`),
    ).toBe('unknown')
  })

  it('a list that may not be believed to its end is unknown', () => {
    const deep = `${'['.repeat(100)}{"success":false}${']'.repeat(100)}`
    expect(verdictOf(`{"opportunityId":"${opportunityId}","accountId":"${accountId}","x":${deep}}`)).toBe(
      'unknown',
    )
  })

  it('a record that an update names itself may be named by its refusal', () => {
    const golden = readFileSync(new URL('../wire/golden/update.json', import.meta.url), 'utf8')
    const sent = recordIdsIn(golden)
    const [own = ''] = JSON.parse(golden).lstContact.flatMap(({ Id }: { Id?: string }) => Id ?? [])
    expect(verdictOf([...all, failed('c1', own)], 200, sent)).toBe('partial')
    expect(verdictOf([failed('c1', own)], 200, sent)).toBe('refused')
    expect(verdictOf([failed('c1', contactId.replace('1AAA', '9AAA'))], 200, sent)).toBe('unknown')
  })

  it.each<[string, unknown, Verdict]>([
    ['problems', [{ message: 'no', errorCode: 'REQUIRED' }], 'refused'],
    ['problems that name the record', { errors: ['locked'], ...ids }, 'refused'],
    ['nothing', '', 'refused'],
    ['a page', '<html></html>', 'refused'],
    ['records that it says were made', [...all, failed('c1')], 'unknown'],
  ])('that is a 400 with %s', (_what, body, verdict) => {
    expect(verdictOf(body, 400)).toBe(verdict)
  })
})

/** Members that tell of a failure, each by itself. */
const SIGNS: readonly (readonly [string, fc.Arbitrary<unknown>])[] = [
  ...['success', 'Success', 'isSuccess', 'is_success', 'successful', 'ok'].map(
    (name) => [name, fc.constantFrom<unknown>(false, 'false', 'False', 0, 'no')] as const,
  ),
  ...['errors', 'Errors', 'error', 'errorMessage', 'error_message', 'exception', 'validationErrors'].map(
    (name) =>
      [
        name,
        fc.oneof(
          fc.string({ minLength: 1 }).map((text) => `Field: ${text}`),
          fc.constantFrom<unknown>(
            ['no'],
            [{ message: 'no' }],
            { message: 'no' },
            { Name: ['is wrong'] },
            true,
          ),
        ),
      ] as const,
  ),
  ['errorCode', fc.constantFrom<unknown>('INVALID_FIELD', 3, '17')],
  ['hasErrors', fc.constantFrom<unknown>(true, 'true', 1)],
  ['failed', fc.constantFrom<unknown>(true, 2, ['c1'])],
  ['status', fc.constantFrom<unknown>('error', 'ERROR', 'failed', 'Failure', 400, '422', 500)],
  ['statusCode', fc.constantFrom<unknown>(400, '404', 503)],
]

const sign = fc.constantFrom(...SIGNS).chain(([name, value]) => value.map((told) => [name, told] as const))

/** Bodies of success, with anything else in them. */
const noise = fc.dictionary(fc.constantFrom('data', 'result', 'x', 'meta'), fc.jsonValue({ maxDepth: 2 }))
const success = fc
  .tuple(
    fc.constantFrom<Record<string, unknown>>(ids, { success: true, ...ids }, { results: all }, {}),
    noise,
  )
  .map(([body, more]): Record<string, unknown> => ({ ...more, ...body }))

/** The body with the member at one of its objects, or in an envelope around it. */
const withMember = (
  body: Record<string, unknown>,
  [name, value]: readonly [string, unknown],
  where: number,
): unknown => {
  switch (where) {
    case 0:
      return { ...body, [name]: value }
    case 1:
      return { ...body, outer: { inner: { [name]: value } } }
    case 2:
      return [body, { more: [{ deep: { [name]: value } }] }]
    case 3:
      return { ...body, text: JSON.stringify({ [name]: value }) }
    default:
      return { response: body, [name]: value }
  }
}

describe('whatever else an answer holds', () => {
  it('a sign of failure is never accepted', () => {
    fc.assert(
      fc.property(success, sign, fc.nat({ max: 4 }), (body, told, where) => {
        expect(['unknown', 'refused']).toContain(verdictOf(withMember(body, told, where)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('a sign of failure beside ids is unknown', () => {
    fc.assert(
      fc.property(sign, fc.nat({ max: 4 }), (told, where) => {
        expect(verdictOf(withMember({ ...ids }, told, where))).toBe('unknown')
      }),
      { numRuns: 1_000 },
    )
  })

  it('any text at all is judged, and throws nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.constantFrom(200, 204, 400), (text, status) => {
        judgeApplicationAnswer({ status, text })
      }),
    )
  })

  it('entries are taken or refused one by one, by what each says', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }), (outcomes) => {
        const entries = outcomes.map((ok, n) =>
          ok ? made('Contact', `003${String(n).padStart(12, '0')}AAA`, `c${n}`) : failed(`c${n}`),
        )
        const expected = outcomes.every(Boolean) ? 'accepted' : 'partial'
        expect(verdictOf([...all, ...entries])).toBe(expected)
      }),
    )
  })
})

describe('what is no list of records is judged by its words', () => {
  it.each<[string, string, Verdict]>([
    ['a page behind blanks', ' \n<html><body>Sign in</body></html>', 'unknown'],
    ['a page further down', 'Saved. <!doctype html>', 'unknown'],
    ['words with a bracket or a brace in them', 'Saved [today] {at noon} "as it is" <5', 'ids-needed'],
    ['words as JSON', '"Accepted"', 'ids-needed'],
    ['words of a failure as JSON', '"The request was rejected"', 'unknown'],
    ['a number', '200', 'unknown'],
    ['false', 'false', 'unknown'],
    ['only the account', JSON.stringify([made('Account', accountId)]), 'ids-needed'],
  ])('%s', (_, text, verdict) => expect(verdictOf(text)).toBe(verdict))
})

it.each([
  [199, 'unknown'],
  [200, 'accepted'],
  [299, 'accepted'],
  [300, 'unknown'],
  [400, 'unknown'],
] as const)('records named as made under status %d: %s', (status, verdict) =>
  expect(verdictOf(all, status)).toBe(verdict),
)
