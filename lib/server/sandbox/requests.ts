import { z } from 'zod'
import { DeskError } from '@/lib/errors'
import { CONTROL_ENDPOINTS, type ControlRequest, type SandboxControls } from './controls'

/** How many requests one look shows: a page that stays light. */
const SHOWN = 50

const querySchema = z.object({
  since: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  endpoint: z.enum(CONTROL_ENDPOINTS).optional(),
})

type RequestsQuery = z.output<typeof querySchema>

/** Throws `invalid` for an address that no page of ours asks. */
export function readRequestsQuery(params: URLSearchParams): RequestsQuery {
  const query = querySchema.safeParse(Object.fromEntries(params))
  if (!query.success) throw new DeskError('invalid')
  return query.data
}

/** The newest requests after number `since`, newest first. */
export async function listRequests(
  controls: SandboxControls,
  query: RequestsQuery,
): Promise<ControlRequest[]> {
  return (await controls.listRequests({ ...query, last: SHOWN })).reverse()
}
