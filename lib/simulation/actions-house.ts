import { workRules } from '@/lib/domain/settings/work-rules'
import { saveSetting } from '@/lib/server/admin/settings/mutations'
import { answerProposal, deactivatePerson, reactivatePerson } from '@/lib/server/people/roles'
import { answerProposal as answerRule } from '@/lib/server/proposals/answer'
import type { Ctx } from '@/lib/server/services'
import { loadFundingRules, loadRules } from '@/lib/server/settings'
import { saveFundingRules } from '@/lib/testing/funding-rules'
import { action, oneOf, type Plan, type Scene, somebody } from './scene'
import type { Action } from './stage'

/** What admins do while others work, and changes to our profile at the partner. */

/** Rule changes need two admins, so a pending one is answered before another is proposed. */
async function answerOf(scene: Scene, ctx: Ctx): Promise<Action | null> {
  const [waits] = await scene.read<{ id: string; by: string }>(
    'select id, proposed_by as by from rule_proposals order by proposed_at',
  )
  if (!waits) return null
  const answer = waits.by === ctx.actor.id ? 'withdraw' : 'consent'
  return action(`${answer} to a rule change`, ctx, async () => {
    const input = { proposalId: waits.id, answer } as const
    const answered = await answerRule(ctx, input)
    return 'batches' in answered
      ? answerRule(ctx, { ...input, approves: answered.batches.map(({ number }) => number) })
      : answered
  })
}

const rules: Plan = async (scene, random) => {
  const ctx = await somebody(scene, random, 'admin:settings')
  if (!ctx) return null
  const answered = await answerOf(scene, ctx)
  if (answered) return answered
  const base = await loadRules(ctx.db)
  const changed = { ...base, resendNeedsSecondPerson: random.chance(0.5) }
  return action('change the rules', ctx, () => saveSetting(ctx, workRules, { base, value: changed }))
}

const fundingRules: Plan = async (scene, random) => {
  const ctx = await somebody(scene, random, 'admin:settings')
  if (!ctx) return null
  const answered = await answerOf(scene, ctx)
  if (answered) return answered
  const base = await loadFundingRules(ctx.db)
  const hasLimit = random.chance(0.5)
  const limit = String(10 + random.int(40))
  const value = {
    ...base,
    secondAboveAmount: hasLimit ? limit : null,
    overSale: random.chance(0.5),
    unlogged: random.chance(0.8) ? ('allowed' as const) : ('refused' as const),
  }
  return action('change the rules of funding', ctx, () => saveFundingRules(ctx, { base, value }))
}

type Person = { id: string; version: number; active: boolean; proposed: string | null }

const person: Plan = async (scene, random) => {
  const ctx = await somebody(scene, random, 'admin:users')
  const other = await oneOf<Person>(
    scene,
    random,
    `select id, version, active, proposed_by as proposed from users where not ('admin' = any(roles)) order by email`,
  )
  if (!ctx || !other) return null
  const { id: personId, version, active, proposed } = other
  if (proposed) {
    const answer = proposed === ctx.actor.id ? 'withdraw' : 'consent'
    return action(`${answer} to a person`, ctx, () => answerProposal(ctx, { personId, version, answer }))
  }
  const { n } = (await scene.read<{ n: number }>('select count(*)::int as n from users where active'))[0] ?? {
    n: 0,
  }
  return active && n > 6
    ? action('deactivate a person', ctx, () =>
        deactivatePerson(ctx, { personId, version, casesTo: '', applicationsTo: '' }),
      )
    : action('reactivate a person', ctx, () => reactivatePerson(ctx, { personId, version }))
}

const profile: Plan = async (scene, random) => {
  const status = random.chance(0.5) ? 'suspended' : 'active'
  return {
    name: `partner: the profile is ${status}`,
    run: () =>
      scene.write(
        `insert into sandbox.profiles (profile_id, status, response_url) values ('941000000001', $1, null)
           on conflict (profile_id) do update set status = excluded.status`,
        [status],
      ),
  }
}

const merchant: Plan = async (scene, random) => {
  const state = random.chance(0.3) ? 'paused' : 'active'
  const merchantId = `MERCHANT-${1 + random.int(4)}`
  return {
    name: `directory: ${merchantId} is ${state}`,
    run: () => scene.write('update merchants set state = $1 where merchant_id = $2', [state, merchantId]),
  }
}

export const HOUSE_ACTIONS = { rules, fundingRules, person, profile, merchant } satisfies Record<string, Plan>
