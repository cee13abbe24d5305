import { can, type Permission } from '@/lib/domain/access/permissions'
import type { Ctx } from '@/lib/server/services'
import type { Actor } from '@/lib/server/sign-in/sessions'
import type { Ground, OwnDesk } from './desk'
import type { Random } from './random'
import { type Action, apart } from './stage'

/** What a step is planned from: the current desk, and a view of the database that does not count as an effect. */
export type Scene = {
  ground: Ground
  desk: OwnDesk
  habits: Habits
  receivers: readonly { key: string; keyId: string; profileId: string; merchantId: string }[]
  /** Rows of the database, as text, numbers and booleans. */
  read<Row extends object = Record<string, string>>(statement: string, values?: unknown[]): Promise<Row[]>
  /** Knowledge from outside the desk, such as what the partner posts. */
  write(statement: string, values?: unknown[]): Promise<void>
}

/** Probabilities of what people and the partner do; each history draws its own. */
export type Habits = {
  /** The partner reports a sale again with another amount. */
  contradicts: number
  /** A line of a batch pays a sale in the log. */
  ofTheLog: number
  /** The line pays more than the sale. */
  aboveSale: number
  /** A person resends a request that the partner may already have. */
  sendsAgain: number
  /** The partner turns a resent request away. */
  turnsAway: number
  /** A line names a transaction that the partner does not know. */
  strangers: number
  /** A batch has one line. */
  single: number
  /** A person presses a button twice, or in two windows at once. */
  pressesTwice: number
  /** A job was queued again while it ran, and another worker took the second copy. */
  takenTwice: number
}

export const drawHabits = (random: Random): Habits => ({
  contradicts: random.pick([0.1, 0.1, 0.5]),
  ofTheLog: random.pick([0.5, 0.5, 0.95]),
  aboveSale: random.pick([0.12, 0.12, 0.6]),
  sendsAgain: random.pick([0.3, 0.3, 0.9]),
  turnsAway: random.pick([0.3, 0.9]),
  strangers: random.pick([0.05, 0.2, 0.4]),
  single: random.pick([0.1, 0.1, 0.8]),
  pressesTwice: random.pick([0, 0, 0.3]),
  takenTwice: random.pick([0, 0, 0.5]),
})

/** Plans a person's action from what they see now; null if there is nothing of this kind to do. */
export type Plan = (scene: Scene, random: Random) => Promise<Action | null>

/** An active person with this permission: the check that an action makes before its use case. */
export async function somebody(
  scene: Scene,
  random: Random,
  permission: Permission,
  isWelcome: (id: string) => boolean = () => true,
): Promise<Ctx | null> {
  const people = await scene.read<Actor & { active: boolean }>(
    `select id, name, email, roles, active, null as "timeZone" from users order by email`,
  )
  const able = people.filter(({ id, active, roles }) => active && can(roles, permission) && isWelcome(id))
  if (able.length === 0) return null
  const person = random.pick(able)
  return {
    ...scene.desk.services,
    // The lists are a getter of the services, and a request keeps the lists that it began with.
    actor: { ...person, sessionId: 'simulated' },
    requestId: `simulated-${person.name}`,
  }
}

export const action = (name: string, ctx: Ctx, run: () => Promise<unknown>): Action => ({
  name: `${ctx.actor.name}: ${name}`,
  run,
  isPress: true,
})

/**
 * What colleagues do one after the other to finish one matter. Each first looks at its current state, and does nothing
 * if there is nothing for them to do.
 */
export function errand(scene: Scene, random: Random, name: string, plans: readonly Plan[]): Action {
  const { stage } = scene.ground
  return {
    name,
    length: plans.length,
    run: async () => {
      const told: string[] = []
      for (const plan of plans) {
        const next = await stage.effect('look', () => apart(() => plan(scene, random)))
        if (next) told.push(`${next.name} ${wordsOf(await next.run())}`)
      }
      return told.join('; ')
    },
  }
}

/** A short description of a result. */
export function wordsOf(result: unknown): string {
  if (typeof result === 'string') return result
  if (typeof result !== 'object' || result === null || !('ok' in result)) return 'done'
  const { ok, reason, message, status } = result as Record<string, unknown>
  return ok ? `ok ${String(status ?? '')}` : `${String(reason ?? 'no')}: ${String(message).slice(0, 160)}`
}

export async function oneOf<Row extends object>(
  scene: Scene,
  random: Random,
  statement: string,
  values: unknown[] = [],
): Promise<Row | null> {
  const rows = await scene.read<Row>(statement, values)
  return rows.length === 0 ? null : random.pick(rows)
}
