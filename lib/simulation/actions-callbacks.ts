import { classifyWaiting } from '@/lib/server/callbacks/log/classify'
import {
  closeEvent,
  reopenEvent,
  resolveConflict,
  setAmount,
  takeBackAmount,
} from '@/lib/server/callbacks/log/decisions'
import { reprocessEvent } from '@/lib/server/callbacks/log/reprocess'
import { markOutside, unmarkOutside } from '@/lib/server/sales/mark-outside'
import type { Random } from './random'
import { action, oneOf, type Plan, type Scene, somebody } from './scene'

/** What the partner posts, and what people decide about it. */

const bodyOf = (fields: Record<string, string>): string => new URLSearchParams(fields).toString()

/** A sale as the partner reports it. Reported again it is usually the same, but sometimes contradicts itself. */
function saleBody(random: Random, contradicts: number): string {
  const number = String(1 + random.int(14)).padStart(6, '0')
  const id = random.chance(0.9) ? `SBX-C-${number}` : `SBX-D-${number}`
  // Each sale has a fixed amount that every report repeats, except for contradictions.
  const cents = 1_000 + 137 * Number(number) + (random.chance(contradicts) ? random.int(900) : 0)
  return bodyOf({
    resp_code: random.chance(0.95) ? '000' : '005',
    resp_text: 'APPROVED',
    tran_id: id,
    tran_amount: random.chance(0.95) ? (cents / 100).toFixed(2) : random.pick(['', '1,250', '0.00']),
    tran_date: '11/16/2026 10:00:00 AM',
    acct_number: '************1111',
    currency_code: random.chance(0.97) ? '840' : '978',
    tran_type: 'SALE',
    ...(id.startsWith('SBX-D') && { retrieval_ref_number: `900000${number}` }),
    ...(random.chance(0.3) && { invoice_number: `INV-${number}` }),
  })
}

/** The same sale reported again with a tip added. */
function withTip(told: { body: string; key: string }, random: Random): { body: string; key: string } {
  const fields = new URLSearchParams(told.body)
  const cents = Math.round(100 * Number(fields.get('tran_amount')?.replaceAll(',', '')))
  fields.set('tran_amount', ((cents + 100 + random.int(400)) / 100).toFixed(2))
  return { ...told, body: fields.toString() }
}

/** Posts a few callbacks at once, and records which were acknowledged. */
const post: Plan = async (scene, random) => {
  const count = 1 + random.int(3)
  const earlier = await scene.read<{ body: string; key: string }>(
    `select body, key from simulation.posts order by n`,
  )
  const posts = Array.from({ length: count }, () => {
    if (earlier.length > 0 && random.chance(scene.habits.contradicts / 2))
      return withTip(random.pick(earlier), random)
    if (earlier.length > 0 && random.chance(0.35)) return random.pick(earlier)
    return { body: saleBody(random, scene.habits.contradicts), key: scene.receivers[0]?.key ?? '' }
  })
  const ids: number[] = []
  for (const { body, key } of posts) {
    const [row] = await scene.read<{ n: number }>(
      `insert into simulation.posts (body, key, at) values ($1, $2, $3) returning n::int as n`,
      [body, key, scene.ground.now().toISOString()],
    )
    ids.push(row?.n ?? 0)
  }
  return {
    name: 'partner: posts',
    run: () =>
      Promise.all(
        posts.map(async ({ body, key }, index) => {
          const outcome = await scene.desk.receive({
            key,
            address: '203.0.113.7',
            body: Buffer.from(body),
          })
          // The sender has its answer now, even if the desk crashes next.
          if (outcome === 'stored')
            await scene.write('update simulation.posts set acknowledged = true where n = $1', [ids[index]])
          return outcome
        }),
      ),
  }
}

export const classify: Plan = async (scene) => ({
  name: 'classifier',
  run: () => classifyWaiting(scene.desk.services),
})

type Event = { n: number; deliveries: number; version: number; content: number; amount: number | null }

const eventIn = (scene: Scene, random: Random, where: string): Promise<Event | null> =>
  oneOf<Event>(
    scene,
    random,
    `select n::int as n, deliveries, version, content_n::int as content, amount_minor::int as amount
       from callback_events where ${where} order by n`,
  )

const conflict: Plan = async (scene, random) => {
  const ctx = await somebody(scene, random, 'callbacks:reprocess')
  const event = await eventIn(scene, random, `state = 'conflict'`)
  if (!ctx || !event) return null
  const content = await oneOf<{ n: number }>(
    scene,
    random,
    `select n::int as n from callback_deliveries where event_n = $1 order by n`,
    [event.n],
  )
  if (!content) return null
  const { n, deliveries, version } = event
  const input = { n, deliveries, version, note: 'The partner said so.', contentN: content.n }
  return action('resolve a conflict', ctx, () => resolveConflict(ctx, input))
}

const close: Plan = async (scene, random) => {
  const ctx = await somebody(scene, random, 'callbacks:reprocess')
  const event = await eventIn(scene, random, `state in ('anomaly', 'closed')`)
  if (!ctx || !event) return null
  const { n, deliveries, version } = event
  const input = { n, deliveries, version, note: 'Nothing to do.' }
  return random.chance(0.6)
    ? action('close', ctx, () => closeEvent(ctx, input))
    : action('reopen', ctx, () => reopenEvent(ctx, input))
}

const amount: Plan = async (scene, random) => {
  const ctx = await somebody(scene, random, 'funding:write')
  const event = await eventIn(
    scene,
    random,
    `amount_text !~ '^[0-9]+[.][0-9]{2}$' or settled_amount_minor > 0`,
  )
  if (!ctx || !event) return null
  const { n, deliveries, version } = event
  const input = { n, deliveries, version, note: 'By the invoice.' }
  return random.chance(0.7)
    ? action('set an amount', ctx, () =>
        setAmount(ctx, { ...input, amountMinor: 500 + random.int(3_000), isMeant: true }),
      )
    : action('take an amount back', ctx, () => takeBackAmount(ctx, input))
}

const outside: Plan = async (scene, random) => {
  const ctx = await somebody(scene, random, 'funding:write')
  const marks = random.chance(0.6)
  const event = await eventIn(scene, random, `funding = '${marks ? 'unfunded' : 'outside'}'`)
  if (!ctx || !event) return null
  const input = { sales: [event.n], note: 'By bank transfer.' }
  return marks
    ? action('mark as funded outside', ctx, () => markOutside(ctx, input))
    : action('take back funded outside', ctx, () => unmarkOutside(ctx, input))
}

const reprocess: Plan = async (scene, random) => {
  const ctx = await somebody(scene, random, 'callbacks:reprocess')
  const event = await eventIn(scene, random, 'true')
  if (!ctx || !event) return null
  return action('reprocess', ctx, () => reprocessEvent(ctx, { n: event.n }))
}

export const CALLBACK_ACTIONS = {
  post,
  classify,
  conflict,
  close,
  amount,
  outside,
  reprocess,
} satisfies Record<string, Plan>
