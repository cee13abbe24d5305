import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { wireIssues } from '@/lib/partner/wire/problem'
import { type Answer, refused } from '../call'
import type { SandboxServices } from '../endpoints'

/** The arguments of a control. `id` is what its path pattern captures. */
type ControlCall<Body, Query> = {
  tx: Tx
  id: string
  body: Body
  query: Query
  services: SandboxServices
  now: Date
  /** The request comes from this machine. */
  isLocal: boolean
}

/** One method of a control, run in its own transaction. */
export type Control = {
  readsBody: boolean
  /** Whether no other request may run at the same time. */
  alone: boolean
  run: (call: ControlCall<unknown, unknown>) => Promise<Answer>
}

/** The path below `/control`. */
export type ControlSet = { path: RegExp; methods: Readonly<Record<string, Control>> }

/** Parses body and query before `run`. If a schema rejects one, the answer is a 400 with all its problems. */
export function control<Body = unknown, Query = unknown>({
  body,
  query,
  alone = false,
  run,
}: {
  body?: z.ZodType<Body>
  query?: z.ZodType<Query>
  alone?: boolean
  run: (call: ControlCall<Body, Query>) => Promise<Answer>
}): Control {
  const bodySchema = body ?? (z.unknown() as z.ZodType<Body>)
  const querySchema = query ?? (z.unknown() as z.ZodType<Query>)
  return {
    readsBody: body !== undefined,
    alone,
    run: async (call) => {
      const givenBody = bodySchema.safeParse(call.body)
      if (givenBody.error) return refused(400, wireIssues(givenBody.error))
      const givenQuery = querySchema.safeParse(call.query)
      if (givenQuery.error) return refused(400, wireIssues(givenQuery.error))
      return run({ ...call, body: givenBody.data, query: givenQuery.data })
    },
  }
}
