import { z } from 'zod'

/**
 * An OpenAPI document as a page shows it: operation by operation, each body as flat rows. Reads what the
 * sandbox serves at `openapi.json`, which is made from the wire schemas; nothing about a field is written here.
 */

type BodyField = {
  /** `lstContact[].SSN__c` */
  name: string
  type: string
  required: boolean
  /** `at most 100 characters`, `one of …`; empty when the type says it all. */
  rule: string
  label: string | null
}
type BodyExample = { name: string; text: string }
export type Body = { mediaType: string; fields: BodyField[]; examples: BodyExample[] }
export type InterfaceAnswer = { status: string; description: string; body: Body | null }
export type InterfaceOperation = {
  id: string
  tag: string
  method: string
  path: string
  summary: string
  description: string
  authentication: string
  request: Body | null
  answers: InterfaceAnswer[]
}
export type InterfaceView = {
  title: string
  description: string
  version: string
  address: string
  tags: { name: string; description: string; operations: InterfaceOperation[] }[]
}

type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

const schemaSchema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    properties: z.record(z.string(), schemaSchema).optional(),
    required: z.array(z.string()).optional(),
    items: schemaSchema.optional(),
    anyOf: z.array(schemaSchema).optional(),
    enum: z.array(z.unknown()).optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
  }),
)

const contentSchema = z.record(
  z.string(),
  z.object({
    schema: schemaSchema.optional(),
    examples: z.record(z.string(), z.object({ value: z.unknown() })).default({}),
  }),
)
type Content = z.output<typeof contentSchema>

const operationSchema = z.object({
  tags: z.array(z.string()),
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  security: z.array(z.record(z.string(), z.unknown())).default([]),
  requestBody: z.object({ content: contentSchema }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: contentSchema.optional() })),
})

const pathsSchema = z.record(z.string(), z.record(z.string(), operationSchema))

const documentSchema = z.object({
  info: z.object({ title: z.string(), description: z.string(), version: z.string() }),
  servers: z.array(z.object({ url: z.string() })).min(1),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: pathsSchema,
  webhooks: pathsSchema.default({}),
  components: z.object({
    schemas: z.record(z.string(), schemaSchema),
    securitySchemes: z.record(z.string(), z.object({ description: z.string() })),
  }),
})
type Document = z.output<typeof documentSchema>

/** Throws a ZodError for what is no such document. */
export function readInterface(json: unknown): InterfaceView {
  const document = documentSchema.parse(json)
  const { info, servers, tags, paths, webhooks } = document
  const operations = [
    ...Object.entries(paths),
    ...Object.entries(webhooks).map(([name, methods]) => [`event: ${name}`, methods] as const),
  ].flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readOperation(document, path, method, operation)),
  )
  return {
    title: info.title,
    description: info.description,
    version: info.version,
    address: servers[0]?.url ?? '',
    tags: tags.map(({ name, description }) => ({
      name,
      description,
      operations: operations.filter(({ tag }) => tag === name),
    })),
  }
}

function readOperation(
  document: Document,
  path: string,
  method: string,
  operation: z.output<typeof operationSchema>,
): InterfaceOperation {
  const schemes = operation.security.flatMap((requirement) => Object.keys(requirement))
  return {
    id: operation.operationId,
    tag: operation.tags[0] ?? '',
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    description: operation.description,
    authentication: schemes
      .map((name) => document.components.securitySchemes[name]?.description ?? name)
      .join(' '),
    request: readBody(document, operation.requestBody?.content),
    answers: Object.entries(operation.responses).map(([status, { description, content }]) => ({
      status,
      description,
      body: readBody(document, content),
    })),
  }
}

function readBody(document: Document, content: Content | undefined): Body | null {
  const [first] = Object.entries(content ?? {})
  if (!first) return null
  const [mediaType, { schema, examples }] = first
  return {
    mediaType,
    fields: schema ? fieldsOf(document, schema, '', 0) : [],
    examples: Object.entries(examples).map(([name, { value }]) => ({
      name: inWords(name),
      text: JSON.stringify(value, null, 2),
    })),
  }
}

/** The interface nests four levels; the bound keeps a schema that refers to itself from going on for ever. */
const MAX_DEPTH = 8

function fieldsOf(document: Document, given: Schema, prefix: string, depth: number): BodyField[] {
  const schema = resolve(document, given)
  if (depth > MAX_DEPTH) return []
  if (schema.items) return fieldsOf(document, schema.items, `${prefix}[]`, depth + 1)
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    const field = resolve(document, member)
    return [
      {
        name: path,
        type: typeOf(document, field),
        required: required.has(name),
        rule: ruleOf(field),
        label: field.description ?? null,
      },
      ...fieldsOf(document, field, path, depth + 1),
    ]
  })
}

function resolve(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (document.components.schemas[name] ?? {})
}

function typeOf(document: Document, schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(document, resolve(document, one))).join(' or ')
  if (schema.items) return `list of ${typeOf(document, resolve(document, schema.items))}`
  return [schema.type ?? 'any'].flat().join(' or ')
}

function ruleOf(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema
  const count = (n: number, noun: string) => `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`
  const rules = [
    schema.const === undefined ? null : `always ${String(schema.const)}`,
    schema.enum ? `one of: ${schema.enum.join('; ')}` : null,
    schema.format ?? null,
    minLength === undefined ? null : `at least ${count(minLength, 'character')}`,
    maxLength === undefined ? null : `at most ${count(maxLength, 'character')}`,
    minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? null : `at least ${minimum}`,
    maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? null : `at most ${maximum}`,
    minItems === undefined ? null : `at least ${count(minItems, 'item')}`,
    maxItems === undefined ? null : `at most ${count(maxItems, 'item')}`,
    // Where a format names the pattern, the pattern itself only repeats it at length.
    schema.pattern === undefined || schema.format !== undefined ? null : `matches ${schema.pattern}`,
    ...(schema.anyOf ?? []).map((one) => ruleOf(one) || null),
  ]
  return rules.filter((rule) => rule !== null).join(', ')
}

/** `limitedLiabilityCompany` → `limited liability company`; a code such as `NOT_FOUND` stays. */
const inWords = (name: string): string =>
  /^[A-Z_]+$/.test(name) ? name : name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
