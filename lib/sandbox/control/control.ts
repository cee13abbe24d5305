import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { wireIssues } from '@/lib/partner/wire/problem'
import { type Answer, refused } from '../call'
import type { SandboxServices } from '../endpoints'

/** What a control is given; `id` is the part of the path that its pattern captures. */
type ControlCall<Body, Query> = {
  tx: Tx
  id: string
  body: Body
  query: Query
  services: SandboxServices
  now: Date
  /** It comes from this machine. */
  isLocal: boolean
}

/** One method of a control, in a transaction of its own. */
export type Control = {
  readsBody: boolean
  /** Whether nothing else may be under way meanwhile. */
  alone: boolean
  run: (call: ControlCall<unknown, unknown>) => Promise<Answer>
}

/** The path below `/control`. */
export type ControlSet = { path: RegExp; methods: Readonly<Record<string, Control>> }

/** Reads body and query by their schemas before `run`; what they do not take is a 400 with every problem. */
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
