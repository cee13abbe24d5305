import 'server-only'
import type { Route } from 'next'
import { redirect } from 'next/navigation'
import { routes } from '@/lib/routes'
import { relyingPartyOf } from '@/lib/server/factors/passkeys'
import { requireDesk } from '@/lib/server/running-desk'
import { currentActor, currentFirstStage } from './current-actor'

const STAGES = { challenge: routes.confirmSignIn, enrollment: routes.enrollFactor } as const

const withNext = (page: Route, next: Route) => `${page}?next=${encodeURIComponent(next)}` as Route

export type SignInView = {
  demo: boolean
  hasPasskeys: boolean
  /** `only`: everyone but one account has to use the identity provider. */
  singleSignOn: 'off' | 'on' | 'only'
}

/** What the sign-in page needs. People who are signed in, or past their password, are redirected. */
export async function loadSignIn(next: Route): Promise<SignInView> {
  if (await currentActor()) redirect(next)
  const first = await currentFirstStage()
  if (first) redirect(withNext(STAGES[first.stage], next))
  const {
    env,
    services: { singleSignOn },
  } = requireDesk()
  return {
    demo: env.demo,
    hasPasskeys: relyingPartyOf(env.APP_URL) !== null,
    singleSignOn: singleSignOn === null ? 'off' : singleSignOn.breakGlass === null ? 'on' : 'only',
  }
}

/** The person who has shown their password and must show a second factor. Everyone else is redirected. */
export async function loadChallenge(next: Route): Promise<{ email: string }> {
  const first = await currentFirstStage()
  return first?.stage === 'challenge' ? first.person : redirect(withNext(routes.signIn, next))
}

/** The page stays open while the person reads their recovery codes, although they are signed in by then. */
export async function loadEnrollment(
  next: Route,
): Promise<{ email: string; hasPasskeys: boolean; isDone: boolean }> {
  const hasPasskeys = relyingPartyOf(requireDesk().env.APP_URL) !== null
  const actor = await currentActor()
  if (actor) return { email: actor.email, hasPasskeys, isDone: true }
  const first = await currentFirstStage()
  return first?.stage === 'enrollment'
    ? { email: first.person.email, hasPasskeys, isDone: false }
    : redirect(withNext(routes.signIn, next))
}

/** The current person; null if no one is signed in. For the frame; pages use `loadContext`. */
export const loadPerson = currentActor
