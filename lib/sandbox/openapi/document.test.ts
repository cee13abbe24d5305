import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { buildOpenApi } from './document'

const document = buildOpenApi('http://127.0.0.1:3000/sandbox')

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addFormat('base64', true)
ajv.addSchema({ $id: 'interface', ...document })
const validatorOf = (ref: string) => {
  const validate = ajv.getSchema(`interface${ref}`)
  if (!validate) throw new Error(`${ref} is no schema of the document`)
  return validate
}

/** Every body of the document with its examples: `POST /funding-amounts 200 allSucceeded`. */
type Content = Record<string, { schema: { $ref?: string }; examples?: Record<string, { value: unknown }> }>
const bodies = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) => {
    const { requestBody, responses } = operation as {
      requestBody?: { content: Content }
      responses: Record<string, { content?: Content }>
    }
    return [
      ['request', requestBody?.content] as const,
      ...Object.entries(responses).map(([status, { content }]) => [status, content] as const),
    ].flatMap(([where, content]) =>
      Object.entries(content ?? {}).flatMap(([mediaType, { schema, examples }]) =>
        Object.entries(examples ?? {}).map(([name, { value }]) => ({
          title: `${method.toUpperCase()} ${path} ${where} ${mediaType} ${name}`,
          ref: schema.$ref ?? '',
          value,
        })),
      ),
    )
  }),
)

describe('the OpenAPI document', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  })

  it('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })

  it.each(bodies)('$title is what its schema takes', ({ ref, value }) => {
    const validate = validatorOf(ref)
    validate(value)
    expect(validate.errors ?? []).toEqual([])
  })
})

describe('a limit of the interface stands in the document', () => {
  const legalNames = (length: number) => ({
    Opp: { attributes: { type: 'Opportunity' } },
    Mer: { attributes: { type: 'Account' }, Legal_Name__c: 'x'.repeat(length) },
    lstContact: [{ attributes: { type: 'Contact' } }],
  })
  const transactions = (count: number) => ({
    transactions: Array.from({ length: count }, () => ({
      id: '1',
      merchantFundingAmounts: [{ merchantId: '2', amount: '3' }],
    })),
  })
  const website = (Website: string) => ({
    ...legalNames(1),
    Mer: { attributes: { type: 'Account' }, Website },
  })

  it.each([
    ['Mer.Legal_Name__c: 100 characters', 'Application', legalNames(100), legalNames(101)],
    ['Mer.Website: a URI', 'Application', website('https://shop.example'), website('shop example')],
    ['transactions: at least 1', 'FundingRequest', transactions(1), transactions(0)],
    ['transactions: at most 10,000', 'FundingRequest', transactions(10_000), transactions(10_001)],
  ])('%s', (_rule, name, within, beyond) => {
    const validate = validatorOf(`#/components/schemas/${name}`)
    expect(validate(within)).toBe(true)
    expect(validate(beyond)).toBe(false)
  })
})
