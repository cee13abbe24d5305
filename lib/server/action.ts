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
  // What the page gets: the words of an expected error, a request id and nothing else of any other.
  async handleServerError(error) {
    const requestId = await currentRequestId()
    const { body } = publicError(error, requestId)
    if (body.code === 'unexpected') log.error({ err: error, requestId }, 'an action failed')
    return body
  },
})

type Asks = {
  /** Whether it asks for a second factor that was shown lately. */
  confirmed?: boolean
}

/**
 * The start of every server action: own origin, then session, then permission, then, for what weighs more, a second
 * factor that was shown lately, then the input's schema. Actions can be called by anyone who can name them, so nothing
 * here may be left to the page. The permission says whether it asks again, unless the action says it for itself.
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
  /** Pages that show what this changes, each with those below it. Read anew after a refusal too: it may be news. */
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

/** One command of a person: who may give it, what it takes, the use case, and which pages show its result. */
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

/**
 * An action that sets up a second factor: for whoever is signed in, and for whoever has shown their password and needs
 * one.
 */
export const stageAction = () =>
  client.use(async ({ next }) => {
    if (!isOwnWrite(await headers())) throw new DeskError('forbidden')
    const signedIn = await requireSignedIn()
    // Whoever has a second factor shows it before anything else.
    if (signedIn.stage === 'challenge') throw new DeskError('signed-out')
    return next({ ctx: { ...(await currentAsking()), signedIn } })
  })

/** An action for whoever is not signed in: own origin, then the input's schema. A token or a passkey decides what it does. */
export const openAction = () =>
  client.use(async ({ next }) => {
    if (!isOwnWrite(await headers())) throw new DeskError('forbidden')
    return next({ ctx: await currentAsking() })
  })
