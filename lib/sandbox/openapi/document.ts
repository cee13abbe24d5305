import attachmentAnswer from '@/lib/partner/wire/golden/attachment-answer.json'
import attachmentRefusal from '@/lib/partner/wire/golden/attachment-refusal.json'
import attachmentRequest from '@/lib/partner/wire/golden/attachment-request.json'
import callbackEvent from '@/lib/partner/wire/golden/callback-event.json'
import createCompany from '@/lib/partner/wire/golden/create-limited-liability-company.json'
import createSoleProprietorship from '@/lib/partner/wire/golden/create-sole-proprietorship.json'
import createTaxExempt from '@/lib/partner/wire/golden/create-tax-exempt.json'
import problemList from '@/lib/partner/wire/golden/error-list.json'
import tokenError from '@/lib/partner/wire/golden/error-token.json'
import fullAnswer from '@/lib/partner/wire/golden/full-answer.json'
import fullComplete from '@/lib/partner/wire/golden/full-complete.json'
import fullMinimal from '@/lib/partner/wire/golden/full-minimal.json'
import fullRefusal from '@/lib/partner/wire/golden/full-refusal.json'
import fundingAnswer from '@/lib/partner/wire/golden/funding-answer.json'
import fundingRequestError from '@/lib/partner/wire/golden/funding-answer-request-error.json'
import fundingTransactionError from '@/lib/partner/wire/golden/funding-answer-transaction-error.json'
import fundingRequest from '@/lib/partner/wire/golden/funding-request.json'
import hostedPayment from '@/lib/partner/wire/golden/hosted-payment.json'
import resultEntries from '@/lib/partner/wire/golden/result-entries.json'
import tokenAnswer from '@/lib/partner/wire/golden/token-answer.json'
import tokenRequest from '@/lib/partner/wire/golden/token-request.json'
import update from '@/lib/partner/wire/golden/update.json'
import { componentSchemas, type SchemaName, schemaRef } from './schemas'

/**
 * The partner's interface as an OpenAPI 3.1 document. Schemas come from the wire schemas, examples from the golden
 * files, and the wording from the interface; descriptions say where the interface is silent.
 */
export const buildOpenApi = (baseUrl: string) => ({
  openapi: '3.1.1',
  info: {
    title: 'Payment processing partner',
    version: 'v54.0',
    description:
      'Sub-merchant applications, documents, funding amounts and the callback after a hosted-page sale, as the simulated partner serves them.',
  },
  servers: [{ url: baseUrl }],
  tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  paths: PATHS,
  webhooks: WEBHOOKS,
  components: { schemas: componentSchemas(), securitySchemes: securitySchemes(baseUrl) },
})

const TAGS = {
  Token: 'A bearer token for applications and documents.',
  Applications: 'Sub-merchant applications: create, update, and read the stage.',
  Documents: 'Files that belong to an application.',
  Funding: 'How the money of a transaction is split among merchants.',
  'Hosted page': 'A card payment on the partner’s own page, and the event that follows an approved sale.',
}
type Tag = keyof typeof TAGS

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

type Examples = Record<string, unknown>

const content = (mediaType: string, schema: SchemaName, examples: Examples) => ({
  [mediaType]: {
    schema: { $ref: schemaRef(schema) },
    examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])),
  },
})

const answer = (description: string, schema: SchemaName, examples: Examples) => ({
  description,
  content: content(JSON_TYPE, schema, examples),
})

/** A refusal in the platform's list form, with one problem. */
const refusal = (description: string, errorCode: string, message: string) =>
  answer(description, 'ProblemList', { [errorCode]: [{ message, errorCode }] })

/** The same in the alias's object form. */
const errorsObject = (description: string, errorCode: string, message: string) =>
  answer(description, 'ProblemObject', { [errorCode]: { errors: [{ message, errorCode }] } })

const bodiless = (description: string) => ({ description })

const operation = (
  tag: Tag,
  operationId: string,
  summary: string,
  description: string,
  rest: { security: object[]; responses: Record<string, object>; [member: string]: unknown },
) => ({ tags: [tag], operationId, summary, description, ...rest })

const BEARER = [{ bearer: [] }]
const PROFILE = [{ fundingProfile: [] }]

const securitySchemes = (baseUrl: string) => ({
  bearer: {
    type: 'oauth2',
    description: 'Password grant; the token is valid for 24 hours.',
    flows: { password: { tokenUrl: `${baseUrl}/services/oauth2/token`, scopes: {} } },
  },
  fundingProfile: {
    type: 'http',
    scheme: 'basic',
    description: 'Base64 of profileId:profileKey.',
  },
})

const SESSION_ENDED = refusal(
  'The bearer token is missing, wrong, expired or revoked.',
  'INVALID_SESSION_ID',
  'Session expired or invalid',
)
const TOO_LARGE_WORDS = 'The body has more than 6291456 bytes'
const WRONG_TYPE_WORDS = `The content type must be ${JSON_TYPE}`
const TOO_LARGE = refusal('The body is too large.', 'REQUEST_TOO_LARGE', TOO_LARGE_WORDS)
const WRONG_MEDIA_TYPE = refusal('The content type is another.', 'UNSUPPORTED_MEDIA_TYPE', WRONG_TYPE_WORDS)

const OWNERSHIP_RULES = `
1. At least one primary contact or beneficial owner.
2. At most one Control Prong.
3. At most one Authorized Signer.
4. At most 4 principals.
5. Each principal owns at least 25 percent; one who names no percentage does not.
6. All principals together own at most 100 percent.
7. Sole Proprietorship: exactly one principal.
8. Partnership, limited liability company or privately held corporation: any owners of 25 percent or more plus one Control Prong.
9. Tax Exempt, Government, Publicly Traded Corporation, Financial Institution: one Control Prong only.`

/** Interface, "Create application (alias)": the same operation on both paths. */
const createFullApplication = (operationId: string, summary: string) => ({
  post: operation(
    'Applications',
    operationId,
    summary,
    'Creates only: an `Id` of the options, the merchant or an account is refused. `Mer.Legal_Name__c`, `Mer.Name` and `Mer.Ownership` are needed. The interface does not show the fields of `lstBens` and `Lstqli`: any are taken, with or without `attributes`; owners that carry roles and percentages (0 to 100) are judged by them. Rules 1 to 4 and 6 to 9 hold by its own ownership values; under 25 percent, or no percentage, is no refusal here. A member that is null is as if it were left out.',
    {
      security: BEARER,
      requestBody: {
        required: true,
        content: content(JSON_TYPE, 'FullApplication', { complete: fullComplete, minimal: fullMinimal }),
      },
      responses: {
        200: answer(
          'One entry a record: account, owners, checking accounts, opportunity, quote, quote line items.',
          'ResultEntries',
          { created: fullAnswer },
        ),
        400: answer('Refused, one entry a problem.', 'ProblemObject', { problems: fullRefusal }),
        401: SESSION_ENDED,
        413: errorsObject('The body is too large.', 'REQUEST_TOO_LARGE', TOO_LARGE_WORDS),
        415: errorsObject('The content type is another.', 'UNSUPPORTED_MEDIA_TYPE', WRONG_TYPE_WORDS),
      },
    },
  ),
})

/** Interface, "Response callback": on the service's own host, under either path. */
const listedCallback = (operationId: string, summary: string) => ({
  post: operation(
    'Hosted page',
    operationId,
    summary,
    'The event’s fields and `profile_id`: the event is delivered to that profile’s response address, as after a sale.',
    {
      security: [],
      requestBody: {
        required: true,
        content: content(FORM_TYPE, 'CallbackEvent', { event: callbackEvent }),
      },
      responses: {
        200: bodiless('It is on its way.'),
        400: refusal('No profile is named.', 'REQUIRED_FIELD_MISSING', 'profile_id: is required'),
        404: refusal('There is no such profile.', 'NOT_FOUND', 'The requested resource does not exist'),
        413: refusal('The body is too large.', 'REQUEST_TOO_LARGE', 'The body has more than 65536 bytes'),
        415: refusal(
          'The content type is another.',
          'UNSUPPORTED_MEDIA_TYPE',
          `The content type must be ${FORM_TYPE}`,
        ),
      },
    },
  ),
})

const PATHS = {
  '/services/oauth2/token': {
    post: operation(
      'Token',
      'getAccessToken',
      'Get an access token',
      'The password is followed at once by the security token. `id`, `issued_at` and `signature` are present only sometimes.',
      {
        security: [],
        requestBody: {
          required: true,
          content: content(FORM_TYPE, 'TokenRequest', { password: tokenRequest }),
        },
        responses: {
          200: answer('A bearer token, and the address for all application calls.', 'TokenAnswer', {
            token: tokenAnswer,
          }),
          400: answer(
            'unsupported_grant_type, invalid_client_id, invalid_client or invalid_grant.',
            'TokenError',
            { refused: tokenError },
          ),
          413: answer('The body is too large.', 'TokenError', {
            large: { error: 'REQUEST_TOO_LARGE', error_description: 'The body has more than 65536 bytes' },
          }),
          415: answer('The content type is another.', 'TokenError', {
            type: {
              error: 'UNSUPPORTED_MEDIA_TYPE',
              error_description: `The content type must be ${FORM_TYPE}`,
            },
          }),
        },
      },
    ),
  },
  '/services/apexrest/merchant-application-payfac/': {
    post: operation(
      'Applications',
      'createOrUpdateApplication',
      'Create or update a sub-merchant application',
      `A create leaves \`Id\` out of \`Opp\` and \`Mer\`, and needs \`Mer.Legal_Name__c\`, \`Mer.Name\` and \`Mer.Ownership\`. An update gives both ids; an item with an \`Id\` changes that record, one without makes a new one. An item's \`SourceId\` is echoed. A member that is null is as if it were left out. The interface shows no lengths of contact and account fields: any are taken. All problems are reported at once, and a refused request is not applied. The rules judge an update by the application as it would be after it.\n${OWNERSHIP_RULES}\n13. Updating an application in stage Pending Underwriting or Closed Won is refused.`,
      {
        security: BEARER,
        requestBody: {
          required: true,
          content: content(JSON_TYPE, 'Application', {
            soleProprietorship: createSoleProprietorship,
            limitedLiabilityCompany: createCompany,
            taxExempt: createTaxExempt,
            update,
          }),
        },
        responses: {
          200: answer(
            'One entry a record: account, contacts, checking accounts, opportunity. The interface does not show this body.',
            'ResultEntries',
            { created: resultEntries },
          ),
          400: answer('Refused, one entry a problem; a locked stage is `ENTITY_IS_LOCKED`.', 'ProblemList', {
            problems: problemList,
            locked: [
              {
                message: 'An application in stage Closed Won cannot be updated',
                errorCode: 'ENTITY_IS_LOCKED',
                fields: ['Opp.Id'],
              },
            ],
          }),
          401: SESSION_ENDED,
          404: refusal('An id names no record of this application.', 'NOT_FOUND', 'Opp.Id: no such record'),
          413: TOO_LARGE,
          415: WRONG_MEDIA_TYPE,
        },
      },
    ),
  },
  '/applications': createFullApplication('createFullApplication', 'Create a full application (alias)'),
  '/services/data/v54.0/composite/sobjects': createFullApplication(
    'createFullApplicationDirectly',
    'Create a full application (the path behind the alias)',
  ),
  '/services/data/v54.0/sobjects/Opportunity/{opportunityId}': {
    get: operation(
      'Applications',
      'readStage',
      'Read the stage of an application',
      'The interface says that the instance address serves status requests, and does not show one: this is the platform’s own record read.',
      {
        security: BEARER,
        parameters: [
          {
            name: 'opportunityId',
            in: 'path',
            required: true,
            schema: { type: 'string', pattern: '^[A-Za-z0-9]{15,18}$' },
          },
          {
            name: 'fields',
            in: 'query',
            description: 'Names of fields, with commas between them.',
            schema: { type: 'string' },
            example: 'StageName',
          },
        ],
        responses: {
          200: {
            description: 'The record with the fields that were asked for.',
            content: {
              [JSON_TYPE]: {
                schema: { type: 'object', properties: { StageName: { type: 'string' } } },
                example: { StageName: 'Pending Underwriting' },
              },
            },
          },
          400: refusal('A field is unknown.', 'INVALID_FIELD', 'No such field on Opportunity: Stage'),
          401: SESSION_ENDED,
          404: refusal('There is no such record.', 'NOT_FOUND', 'The requested resource does not exist'),
        },
      },
    ),
  },
  '/services/data/v54.0/composite/tree/Attachment': {
    post: operation(
      'Documents',
      'uploadAttachments',
      'Upload attachments',
      'PDF, images and text, at most 100 MB (104,857,600 bytes) a file and 200 records a request. All records of a request are stored, or none.',
      {
        security: BEARER,
        requestBody: {
          required: true,
          content: content(JSON_TYPE, 'AttachmentRequest', { document: attachmentRequest }),
        },
        responses: {
          200: answer('Stored. The interface does not show the items of `results`.', 'AttachmentAnswer', {
            stored: attachmentAnswer,
          }),
          400: answer('Nothing was stored; `results` holds the records that failed.', 'AttachmentAnswer', {
            failed: attachmentRefusal,
          }),
          401: SESSION_ENDED,
          413: refusal(
            'The body is too large.',
            'REQUEST_TOO_LARGE',
            'The body has more than 157286400 bytes',
          ),
          415: WRONG_MEDIA_TYPE,
        },
      },
    ),
  },
  '/funding-amounts': {
    post: operation(
      'Funding',
      'createOrModifyFundingAmounts',
      'Create or modify funding amounts',
      'One to 10,000 transactions. A credit transaction is identified only by `id`; a debit transaction by `retrievalReferenceNumber` or by `id`, never both. Settled debit transactions are not allowed. No transaction may be in a request twice. The first condition that holds decides: 400, 401, 403, 500, 200. Only a 200 has a body.',
      {
        security: PROFILE,
        requestBody: {
          required: true,
          content: content(JSON_TYPE, 'FundingRequest', { transactions: fundingRequest }),
        },
        responses: {
          200: answer(
            'Compare `successfulTransactionCount` with `transactionCount`. Request-level codes: 1 both identifiers, 2 neither, 3 duplicate transactions. Transaction-level codes: 100 unknown transaction id; the simulation’s own are 901 unknown reference number, 902 settled debit, 903 PIN debit, 904 not approved, 905 unknown merchant.',
            'FundingAnswer',
            {
              allSucceeded: fundingAnswer,
              transactionFailed: fundingTransactionError,
              requestLevelError: fundingRequestError,
            },
          ),
          400: bodiless(
            'Unsupported content type; malformed body, or one of more than 157,286,400 bytes; a value too long or of the wrong type; too few or too many records.',
          ),
          401: bodiless('The profile id is unknown, or the key is wrong for it.'),
          403: bodiless('The profile is suspended or closed.'),
          500: bodiless('Unexpected server error.'),
        },
      },
    ),
  },
  '/hpp/pay': {
    post: operation(
      'Hosted page',
      'openHostedPage',
      'Open the hosted payment page',
      'A form or a link with these fields shows the card form. The interface names these four fields, and shows neither others nor the answer, which is a page for people.',
      {
        security: [],
        requestBody: {
          required: true,
          content: content(FORM_TYPE, 'HostedPayment', { payment: hostedPayment }),
        },
        responses: { 200: bodiless('The card form.'), 400: bodiless('What is wrong, in words.') },
      },
    ),
  },
  '/hpp/webhooks/response-credit-card': listedCallback('deliverEvent', 'Deliver an event by hand'),
  '/webhooks/response-credit-card': listedCallback(
    'deliverEventDirectly',
    'Deliver an event by hand (its other address)',
  ),
}

const WEBHOOKS = {
  'response-credit-card': {
    post: operation(
      'Hosted page',
      'receiveEvent',
      'Receive the event of an approved sale',
      'Posted to the profile’s response address, unsigned, and acknowledged by HTTP 200; otherwise sent again after 1, 5, 25 and 125 seconds. The interface shows neither retries nor order.',
      {
        security: [],
        requestBody: {
          required: true,
          content: content(FORM_TYPE, 'CallbackEvent', { sale: callbackEvent }),
        },
        responses: { 200: bodiless('Acknowledged.') },
      },
    ),
  },
}
