import { z } from 'zod'

/** One problem as the platform reports it. `fields` are paths in the partner's names (`lstContact[1].SSN__c`). */
const wireProblemSchema = z.looseObject({
  message: z.string(),
  errorCode: z.string(),
  fields: z.array(z.string()).optional(),
})

/** Refusal of the create-or-update endpoint: one entry per problem, all problems at once. */
export const wireProblemListSchema = z.array(wireProblemSchema).min(1)

/** Interface, "Create application (alias)": response 400 is an object with an errors array. */
export const wireProblemObjectSchema = z.looseObject({ errors: z.array(wireProblemSchema).min(1) })

/** Refusal by the token endpoint, per OAuth 2.0 (RFC 6749, 5.2); the interface does not document it. */
export const wireTokenErrorSchema = z.looseObject({
  error: z.string(),
  error_description: z.string().optional(),
})

export type WireProblem = { message: string; errorCode: string; fields: string[] }

/** Turns a wire schema's issues into the partner's wording and path notation, without repeating values. */
export function wireIssues(error: z.ZodError): WireProblem[] {
  return error.issues.map((issue) => {
    const field = wirePath(issue.path)
    const { errorCode, what } = judge(issue)
    return { message: `${field || 'The body'}: ${what}`, errorCode, fields: field ? [field] : [] }
  })
}

/** `['lstContact', 1, 'SSN__c']` → `lstContact[1].SSN__c`. */
export const wirePath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  )

type Issue = z.ZodError['issues'][number]

function judge(issue: Issue): { errorCode: string; what: string } {
  const name = issue.path.at(-1)
  switch (issue.code) {
    case 'custom':
      return {
        errorCode: String(issue.params?.errorCode ?? 'FIELD_INTEGRITY_EXCEPTION'),
        what: issue.message,
      }
    case 'invalid_type':
      // Zod reports a missing required member as a wrong type; only its message tells the two apart.
      return issue.message.endsWith('received undefined')
        ? { errorCode: 'REQUIRED_FIELD_MISSING', what: 'is required' }
        : { errorCode: 'INVALID_TYPE', what: `must be a JSON ${issue.expected}` }
    case 'invalid_union':
      return { errorCode: 'INVALID_TYPE', what: 'is neither text nor a number of the allowed length' }
    case 'invalid_value':
      return {
        errorCode: name === 'type' ? 'INVALID_TYPE' : 'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
        what: `must be ${issue.values.length > 1 ? 'one of: ' : ''}${issue.values.join('; ')}`,
      }
    case 'too_big':
      return issue.origin === 'string'
        ? { errorCode: 'STRING_TOO_LONG', what: `has more than ${issue.maximum} characters` }
        : { errorCode: 'NUMBER_OUTSIDE_VALID_RANGE', what: `must be at most ${issue.maximum}` }
    case 'too_small':
      return issue.origin === 'number'
        ? { errorCode: 'NUMBER_OUTSIDE_VALID_RANGE', what: `must be at least ${issue.minimum}` }
        : { errorCode: 'REQUIRED_FIELD_MISSING', what: `needs at least ${issue.minimum}` }
    case 'invalid_format':
      return {
        errorCode:
          issue.format === 'email'
            ? 'INVALID_EMAIL_ADDRESS'
            : name === 'Id' || name === 'ParentId'
              ? 'MALFORMED_ID'
              : 'FIELD_INTEGRITY_EXCEPTION',
        what: issue.message,
      }
    default:
      return { errorCode: 'FIELD_INTEGRITY_EXCEPTION', what: issue.message }
  }
}
