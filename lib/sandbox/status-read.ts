import { eq } from 'drizzle-orm'
import { sandboxOpportunities } from '@/lib/db/schema/sandbox'
import { type Answer, methodNotAllowed, NOT_FOUND, problemList, refused, SESSION_INVALID } from './call'
import type { SandboxServices } from './endpoints'
import { fullRecordId } from './record-ids'
import { hasValidToken } from './tokens'

const PATH = /^\/services\/data\/v54\.0\/sobjects\/Opportunity\/([A-Za-z0-9]{15,18})$/

export const statusReadId = (path: string): string | null => PATH.exec(path)?.[1] ?? null

/**
 * The stage of an application, as the platform's own record read returns it. The interface ("Status requests") does
 * not document the operation, so it is not in the journal and has no faults.
 */
export async function readStatus(
  { db, now }: SandboxServices,
  id: string,
  request: Request,
): Promise<Answer> {
  if (request.method !== 'GET') {
    return methodNotAllowed(problemList('METHOD_NOT_ALLOWED', 'Only GET is allowed here'), 'GET')
  }
  return db.transaction(async (tx) => {
    if (!(await hasValidToken(tx, request.headers, now()))) return refused(401, SESSION_INVALID)
    const [row] = await tx
      .select()
      .from(sandboxOpportunities)
      .where(eq(sandboxOpportunities.id, fullRecordId(id)))
    if (!row) return refused(404, NOT_FOUND)
    const record = new Map([
      ['Id', row.id],
      ['StageName', row.stage],
      ['AccountId', row.accountId],
    ])
    const wanted = new URL(request.url).searchParams.get('fields')?.split(',') ?? [...record.keys()]
    const absent = wanted.filter((name) => !record.has(name))
    if (absent.length > 0) {
      return refused(400, problemList('INVALID_FIELD', `No such field on Opportunity: ${absent.join(', ')}`))
    }
    const url = `/services/data/v54.0/sobjects/Opportunity/${row.id}`
    const fields = Object.fromEntries(wanted.concat('Id').map((name) => [name, record.get(name)]))
    return { status: 200, applied: false, body: { attributes: { type: 'Opportunity', url }, ...fields } }
  })
}
