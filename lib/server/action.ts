import 'server-only'
import type { Route } from 'next'
import { revalidatePath } from 'next/cache'
import { headers } from 'next/headers'
import { createSafeActionClient } from 'next-safe-action'
import type { z } from 'zod'
import type { Permission } from '@/lib/domain/access/permissions'
import { asksAgain } from '@/lib/domain/access/second-factor'
import { DeskError, publicError } from '@/lib/errors'
import { log } from '@/lib/log'
import { currentAsking, currentRequestId, requireContext, requireSignedIn } from './context'
import { isOwnWrite } from './route'
import type { Ctx } from './services'
import { requireConfirmed } from './sign-in/confirm'

const client = createSafeActionClient({
  // The page gets an expected error's message; of any other error, only the request id.
  async handleServerError(error) {
    const requestId = await currentRequestId()
    const { body } = publicError(error, requestId)
    if (body.code === 'unexpected') log.error({ err: error, requestId }, 'an action failed')
    return body
  },
})

type Asks = {
  /** Whether it requires a recent second factor. */
  confirmed?: boolean
}

/**
 * The start of every server action. It checks the origin, then the session, then the permission, then, for weighty
 * actions, a recent second factor, then the input. Anyone who knows an action's name can call it, so no check may be
 * left to the page. The permission decides whether a second factor is needed, unless the action says so itself.
 */
const clientFor = (permission: Permission, { confirmed = asksAgain(permission) }: Asks = {}) =>
  client.use(async ({ next }) => {
    if (!isOwnWrite(await headers())) throw new DeskError('forbidden')
    const ctx = await requireContext(permission)
    if (confirmed) requireConfirmed(ctx)
    return next({ ctx })
  })

type Run<S extends z.core.$ZodType, T> = (ctx: Ctx, input: z.output<S>) => T | Promise<T>
type Paths = Route | readonly Route[]
type Options<S extends z.core.$ZodType> = Asks & {
  /** Pages that show what this changes, each with those below it. Read again after a refusal too: it may be news. */
  revalidates?: Paths | ((input: z.output<S>) => Paths)
}

const build = <S extends z.core.$ZodType, T>(
  permission: Permission,
  schema: S,
  run: Run<S, T>,
  { revalidates = [], ...asks }: Options<S> = {},
) =>
  clientFor(permission, asks)
    .inputSchema(schema)
    .action(async ({ parsedInput, ctx }): Promise<T> => {
      const input = parsedInput as z.output<S>
      try {
        return await run(ctx, input)
      } finally {
        const paths = typeof revalidates === 'function' ? revalidates(input) : revalidates
        for (const path of [paths].flat()) revalidatePath(path, 'layout')
      }
    })

/** One action: its permission, its input, its use case, and the pages that show its result. */
export function deskAction<S extends z.core.$ZodType, T>(
  permission: Permission,
  schema: S,
  run: Run<S, T>,
  options?: Options<S>,
): ReturnType<typeof build<S, T>>
/** The client alone, for what `run` and `revalidates` cannot say. */
export function deskAction(permission: Permission, asks?: Asks): ReturnType<typeof clientFor>
export function deskAction<S extends z.core.$ZodType, T>(
  permission: Permission,
  first?: S | Asks,
  run?: Run<S, T>,
  options?: Options<S>,
) {
  return run ? build(permission, first as S, run, options) : clientFor(permission, first as Asks)
}

/** An action that sets up a second factor, for people who are signed in, or past their password and in need of one. */
export const stageAction = () =>
  client.use(async ({ next }) => {
    if (!isOwnWrite(await headers())) throw new DeskError('forbidden')
    const signedIn = await requireSignedIn()
    // People who have a second factor must show it before anything else.
    if (signedIn.stage === 'challenge') throw new DeskError('signed-out')
    return next({ ctx: { ...(await currentAsking()), signedIn } })
  })

/** An action for people who are not signed in: origin, then input, whose token or passkey decides what it does. */
export const openAction = () =>
  client.use(async ({ next }) => {
    if (!isOwnWrite(await headers())) throw new DeskError('forbidden')
    return next({ ctx: await currentAsking() })
  })
