import { createHash } from 'node:crypto'
import { asc, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { sandboxAttachments, sandboxOpportunities } from '@/lib/db/schema/sandbox'
import { ATTACHMENT_MAX_BYTES, wireAttachmentSchema } from '@/lib/partner/wire/attachment'
import { type WireProblem, wireIssues } from '@/lib/partner/wire/problem'
import { isRecordId } from '@/lib/partner/wire/record-id'
import { type Answer, accepted, type Call, problem, refused } from './call'
import { readJson } from './json'
import { fullRecordId, newRecordId } from './record-ids'
import { admitWithToken } from './tokens'

const MAX_RECORDS = 200

/** The content is checked separately: it may be `body` or `Body`, and is too long for a schema's patterns. */
const recordSchema = wireAttachmentSchema.omit({ body: true }).extend({
  Name: z
    .string()
    .min(1)
    // PostgreSQL text cannot store it.
    .refine((name) => !name.includes('\0'), { error: 'may not hold a NUL character' }),
})

type Attachment = { referenceId: string; opportunityId: string; name: string; content: string }
type Failure = { referenceId: string | null; problems: WireProblem[] }

/** Interface, "Upload attachments". Stores all records of a request or none. */
export const admitAttachments = admitWithToken(uploadAttachments)

async function uploadAttachments({ tx, body, now, someFail, failStatus }: Call): Promise<Answer> {
  const reading = readJson(body)
  if (!reading.ok) return failed([wholeRequest('JSON_PARSER_ERROR', reading.message)])
  const records = z.looseObject({ records: z.array(z.unknown()) }).safeParse(reading.value).data?.records
  if (!records || records.length === 0) {
    return failed([wholeRequest('REQUIRED_FIELD_MISSING', 'records needs at least 1 item')])
  }
  if (records.length > MAX_RECORDS) {
    return failed([wholeRequest('LIMIT_EXCEEDED', `records has more than ${MAX_RECORDS} items`)])
  }

  const known = await knownOpportunities(tx, records)
  const repeated = repeatedReferenceIds(records)
  const attachments: Attachment[] = []
  const failures: Failure[] = []
  for (const [index, record] of records.entries()) {
    const judged = judge(record, known, repeated)
    if ('problems' in judged) failures.push(judged)
    else if (someFail && index % 2 === 0) failures.push(causedFailure(judged.referenceId))
    else attachments.push(judged)
  }
  if (failures.length > 0) return failed(failures, someFail ? failStatus : null)

  const stored = attachments.map((attachment) => ({ ...attachment, id: newRecordId('attachment') }))
  await tx.insert(sandboxAttachments).values(
    stored.map(({ id, opportunityId, name, content }) => ({
      id,
      opportunityId,
      name,
      sizeBytes: decodedLength(content),
      sha256: createHash('sha256').update(content, 'base64').digest('hex'),
      createdAt: now,
    })),
  )
  return accepted({ hasErrors: false, results: stored.map(({ referenceId, id }) => ({ referenceId, id })) })
}

/** What the sandbox stored about an application's attachments, in order of arrival. */
export const listAttachments = (tx: Tx, opportunityId: string) =>
  tx
    .select({
      id: sandboxAttachments.id,
      name: sandboxAttachments.name,
      sizeBytes: sandboxAttachments.sizeBytes,
      sha256: sandboxAttachments.sha256,
    })
    .from(sandboxAttachments)
    .where(eq(sandboxAttachments.opportunityId, opportunityId))
    .orderBy(asc(sandboxAttachments.position))

/** Lists only the records that failed. Nothing in the request was stored. */
function failed(failures: Failure[], status: number | null = null): Answer {
  return refused(status ?? 400, {
    hasErrors: true,
    results: failures.map(({ referenceId, problems }) => ({
      referenceId,
      errors: problems.map(({ errorCode, message, fields }) => ({ statusCode: errorCode, message, fields })),
    })),
  })
}

/** A failure that no single record caused. */
const wholeRequest = (errorCode: string, message: string): Failure => ({
  referenceId: null,
  problems: [problem(errorCode, message)],
})

const causedFailure = (referenceId: string): Failure => ({
  referenceId,
  problems: [problem('UNKNOWN_EXCEPTION', 'This failure was caused through the sandbox controls')],
})

function judge(record: unknown, known: Set<string>, repeated: Set<string>): Attachment | Failure {
  const parsed = recordSchema.safeParse(record)
  const problems = parsed.error ? wireIssues(parsed.error) : []
  const referenceId = referenceIdOf(record)
  if (referenceId !== null && repeated.has(referenceId)) {
    problems.push(
      problem('DUPLICATE_VALUE', 'attributes.referenceId: is given to more than one record', [
        'attributes.referenceId',
      ]),
    )
  }
  const opportunityId = parentIdOf(record)
  if (opportunityId !== null && !known.has(opportunityId)) {
    problems.push(problem('INVALID_CROSS_REFERENCE_KEY', 'ParentId: is no known opportunity', ['ParentId']))
  }
  const content = readContent(record)
  if (typeof content !== 'string') problems.push(content)
  if (!parsed.success || opportunityId === null || typeof content !== 'string' || problems.length > 0) {
    return { referenceId, problems }
  }
  return { referenceId: parsed.data.attributes.referenceId, opportunityId, name: parsed.data.Name, content }
}

/** The Base64 text of a record, or what is wrong with it. Interface, "Limits": 100 MB per file. */
function readContent(record: unknown): string | WireProblem {
  const { body, Body } = z.looseObject({}).safeParse(record).data ?? {}
  const fields = ['body']
  if (body !== undefined && Body !== undefined) {
    return problem('DUPLICATE_VALUE', 'body: is given twice, as body and as Body', fields)
  }
  const content = body ?? Body
  if (content === undefined || content === null || content === '') {
    return problem('REQUIRED_FIELD_MISSING', 'body: is required', fields)
  }
  if (typeof content !== 'string') return problem('INVALID_TYPE', 'body: must be a JSON string', fields)
  if (!isBase64(content)) return problem('FIELD_INTEGRITY_EXCEPTION', 'body: must be Base64 text', fields)
  if (decodedLength(content) > ATTACHMENT_MAX_BYTES) {
    return problem(
      'MAXIMUM_SIZE_OF_ATTACHMENT',
      `body: the file has more than ${ATTACHMENT_MAX_BYTES} bytes`,
      fields,
    )
  }
  return content
}

/** Searches for illegal characters, because a regex over all 140 million characters would run out of stack. */
const isBase64 = (text: string): boolean =>
  text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.slice(0, text.length - paddingLength(text)))

const paddingLength = (text: string): number => (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)

const decodedLength = (base64: string): number => (base64.length / 4) * 3 - paddingLength(base64)

const referenceIdOf = (record: unknown): string | null =>
  z.object({ attributes: z.object({ referenceId: z.string() }) }).safeParse(record).data?.attributes
    .referenceId ?? null

/** The parent's id in full form, or null if it is not a record id. */
function parentIdOf(record: unknown): string | null {
  const id = z.object({ ParentId: z.string() }).safeParse(record).data?.ParentId
  return isRecordId(id) ? fullRecordId(id) : null
}

function repeatedReferenceIds(records: unknown[]): Set<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const id of records.map(referenceIdOf)) {
    if (id !== null) (seen.has(id) ? repeated : seen).add(id)
  }
  return repeated
}

async function knownOpportunities(tx: Tx, records: unknown[]): Promise<Set<string>> {
  const ids = records.map(parentIdOf).filter((id) => id !== null)
  if (ids.length === 0) return new Set()
  const found = await tx
    .select({ id: sandboxOpportunities.id })
    .from(sandboxOpportunities)
    .where(inArray(sandboxOpportunities.id, ids))
  return new Set(found.map(({ id }) => id))
}
