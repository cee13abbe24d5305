import { asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import {
  sandboxAttachments,
  sandboxFaults,
  sandboxItems,
  sandboxJournal,
  sandboxOpportunities,
  sandboxSubmissions,
  sandboxTokens,
} from '@/lib/db/schema/sandbox'
import { wireIssues } from '@/lib/partner/wire/problem'
import { readApplication } from './applications'
import { type Answer, accepted, methodNotAllowed, NOT_FOUND, problem, problemList, refused } from './call'
import type { SandboxWorld } from './endpoints'
import { ENDPOINT_NAMES, faultSchema, putFault } from './faults'
import { listJournal } from './journal'
import { readJson } from './json'
import { receiveBody } from './received-body'
import { fullRecordId } from './record-ids'
import { revokeTokens } from './tokens'

/** Controls beside the interface, for tests and for the desk's Sandbox pages. */

const MAX_BYTES = 64 * 1024

type Control = (tx: Tx, request: Request, body: unknown) => Promise<Answer>

/** By the path below `/control`; an id, where there is one, is the last part. */
function controlsAt(path: string): Record<string, Control> | null {
  switch (path) {
    case '/requests':
      return { GET: readRequests }
    case '/tokens/revoke':
      return { POST: async (tx) => accepted({ revoked: await revokeTokens(tx) }) }
    case '/faults':
      return { PUT: setFault, DELETE: clearFaults }
    case '/reset':
      return { POST: reset }
  }
  const id = /^\/opportunities\/([A-Za-z0-9]{15,18})$/.exec(path)?.[1]
  if (id === undefined) return null
  return {
    GET: (tx) => showOpportunity(tx, id),
    PUT: (tx, _request, body) => setStage(tx, id, body),
  }
}

export async function answerControl({ db }: SandboxWorld, path: string, request: Request): Promise<Answer> {
  const controls = controlsAt(path)
  if (!controls) return refused(404, NOT_FOUND)
  const control = Object.hasOwn(controls, request.method) ? controls[request.method] : undefined
  if (!control) {
    const allow = Object.keys(controls).join(', ')
    return methodNotAllowed(problemList('METHOD_NOT_ALLOWED', `Allowed here: ${allow}`), allow)
  }
  const body = request.method === 'PUT' ? await readControlBody(request) : { ok: true as const, value: null }
  if (!body.ok) return refused(400, [problem('JSON_PARSER_ERROR', body.message)])
  return db.transaction((tx) => control(tx, request, body.value))
}

async function readControlBody(request: Request) {
  const { bytes } = await receiveBody(request, MAX_BYTES)
  return bytes === null
    ? { ok: false as const, message: `The body has more than ${MAX_BYTES} bytes` }
    : readJson(bytes)
}

const journalQuerySchema = z.object({
  since: z.coerce.number().int().min(0).default(0),
  endpoint: z.enum(ENDPOINT_NAMES).optional(),
})

async function readRequests(tx: Tx, request: Request): Promise<Answer> {
  const query = journalQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!query.success) return refused(400, wireIssues(query.error))
  return accepted(await listJournal(tx, query.data.since, query.data.endpoint ?? null))
}

async function showOpportunity(tx: Tx, id: string): Promise<Answer> {
  const application = await readApplication(tx, id)
  if (!application) return refused(404, NOT_FOUND)
  const attachments = await tx
    .select({
      id: sandboxAttachments.id,
      name: sandboxAttachments.name,
      sizeBytes: sandboxAttachments.sizeBytes,
      sha256: sandboxAttachments.sha256,
    })
    .from(sandboxAttachments)
    .where(eq(sandboxAttachments.opportunityId, application.id))
    .orderBy(asc(sandboxAttachments.position))
  return accepted({ ...application, attachments })
}

/** The interface does not show the list of stages, so any text may be one. */
const stageSchema = z.strictObject({
  stage: z
    .string()
    .min(1)
    .max(255)
    .refine((stage) => !stage.includes('\0'), { error: 'may not hold a NUL character' }),
})

async function setStage(tx: Tx, id: string, body: unknown): Promise<Answer> {
  const parsed = stageSchema.safeParse(body)
  if (!parsed.success) return refused(400, wireIssues(parsed.error))
  await tx
    .update(sandboxOpportunities)
    .set({ stage: parsed.data.stage })
    .where(eq(sandboxOpportunities.id, fullRecordId(id)))
  return showOpportunity(tx, id)
}

async function setFault(tx: Tx, _request: Request, body: unknown): Promise<Answer> {
  const parsed = faultSchema.safeParse(body)
  if (!parsed.success) return refused(400, wireIssues(parsed.error))
  await putFault(tx, parsed.data)
  return accepted(parsed.data)
}

async function clearFaults(tx: Tx): Promise<Answer> {
  await tx.delete(sandboxFaults)
  return accepted({ cleared: true })
}

/** As new: nothing stored, no token valid, no fault set, and the journal begins at 1 again. */
async function reset(tx: Tx): Promise<Answer> {
  const tables = [
    sandboxAttachments,
    sandboxFaults,
    sandboxItems,
    sandboxJournal,
    sandboxSubmissions,
    sandboxTokens,
    sandboxOpportunities,
  ]
  await tx.execute(
    sql`truncate ${sql.join(
      tables.map((table) => sql`${table}`),
      sql`, `,
    )} restart identity`,
  )
  return accepted({ reset: true })
}
