import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { auditLog, users } from '@/lib/db/schema/desk'
import type { ListName } from '@/lib/domain/application/field'
import { MEMBER_TYPES } from '@/lib/domain/application/full-sections'
import {
  type LineItemTemplate,
  lineItemTemplateSchema,
  readTemplate,
  sortTemplates,
} from '@/lib/domain/application/line-item-template'
import { DEFAULT_MODES } from '@/lib/domain/application/underwriting-mode'
import { type FundingRules, readFundingRules, UNLOGGED_RULES } from '@/lib/domain/settings/funding-rules'
import type { SettingProblem } from '@/lib/domain/settings/setting-problem'
import { readUnderwritingRules } from '@/lib/domain/settings/underwriting-rules'
import { readValueList, VALUE_LISTS } from '@/lib/domain/settings/value-lists'
import { log } from '@/lib/log'
import { recordAudit } from '@/lib/server/audit'
import { judgeWaitingBatches } from '@/lib/server/funding/approvals'
import {
  fundingRulesSchema,
  loadFundingRules,
  loadLineItemTemplates,
  loadLists,
  loadRules,
  loadUnderwritingRules,
  type Rules,
  rulesSchema,
  storeSetting,
  type UnderwritingRules,
  underwritingRulesSchema,
} from '@/lib/server/settings'
import type { Ctx } from '@/lib/server/world'

/**
 * Every save names the value that its form started from (`base`): where another one stands by now, nothing is
 * changed, and the form gets what stands. What stands there already is a success that changes nothing, so that a
 * double click and an answer that was lost do no harm.
 */
export type SaveResult<T> =
  | { ok: true; value: T }
  | { ok: false; reason: 'problems'; problems: SettingProblem[] }
  | { ok: false; reason: 'stale'; theirs: T; changedBy: string; changedAt: string }

/** Any number that no other program uses on this database. */
const settingsLock = 7_239_401_119

/** Saves of settings take turns; before the first one there is no row that could be locked. */
const inTurn = <T>(ctx: Ctx, run: (tx: Tx) => Promise<T>): Promise<T> =>
  ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${settingsLock})`)
    return run(tx)
  })

/** One change, in its turn: `subject` names what is changed in the audit log. */
async function change<T>(
  ctx: Ctx,
  tx: Tx,
  {
    subject,
    action,
    base,
    before,
    after,
    store,
  }: {
    subject: string
    action: string
    base: T
    before: T
    after: T
    store: () => Promise<void>
  },
): Promise<SaveResult<T>> {
  if (isDeepStrictEqual(before, after)) return { ok: true, value: after }
  if (!isDeepStrictEqual(before, base)) {
    return { ok: false, reason: 'stale', theirs: before, ...(await lastChange(ctx, tx, subject)) }
  }
  await store()
  await recordAudit(tx, {
    at: ctx.now(),
    actorId: ctx.actor.id,
    action,
    subject: ['setting', subject],
    requestId: ctx.requestId,
    detail: { before, after },
  })
  return { ok: true, value: after }
}

async function lastChange(
  ctx: Ctx,
  tx: Tx,
  subject: string,
): Promise<{ changedBy: string; changedAt: string }> {
  const [row] = await tx
    .select({ at: auditLog.at, actorId: auditLog.actorId, name: users.name })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.subjectType, 'setting'), eq(auditLog.subjectId, subject)))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return {
    changedBy: row?.actorId === ctx.actor.id ? 'You, in another window,' : (row?.name ?? 'Somebody'),
    changedAt: (row?.at ?? ctx.now()).toISOString(),
  }
}

const LIST_NAMES: ListName[] = VALUE_LISTS.map(({ name }) => name)
/** What is wrong with the texts is said by the domain; here is only what no form of ours sends. */
const texts = z.array(z.string()).max(1_000)

export const saveListSchema = z.object({ list: z.enum(LIST_NAMES), base: texts, values: texts })

export async function saveList(
  ctx: Ctx,
  { list, base, values: typed }: z.output<typeof saveListSchema>,
): Promise<SaveResult<readonly string[]>> {
  const { values, problems } = readValueList(list, typed)
  if (!values) return { ok: false, reason: 'problems', problems }
  const result = await inTurn(ctx, async (tx) => {
    const lists = await loadLists(tx)
    return change<readonly string[]>(ctx, tx, {
      subject: `lists.${list}`,
      action: 'list-changed',
      base,
      before: lists[list],
      after: values,
      store: () => storeSetting(tx, 'lists', { ...lists, [list]: values }),
    })
  })
  if (result.ok) await takeIntoUse(ctx)
  return result
}

/** The list is stored whatever comes of this: where it fails, the timer that reads the lists again mends it. */
async function takeIntoUse(ctx: Ctx): Promise<void> {
  try {
    await ctx.reloadLists()
  } catch (error) {
    log.error({ err: error }, 'a list was saved, and could not be read again at once')
  }
}

const wholeRules = rulesSchema.required()
export const saveRulesSchema = z.object({ base: wholeRules, rules: wholeRules })

export async function saveRules(
  ctx: Ctx,
  { base, rules }: z.output<typeof saveRulesSchema>,
): Promise<SaveResult<Rules>> {
  return inTurn(ctx, async (tx) =>
    change(ctx, tx, {
      subject: 'rules',
      action: 'rules-changed',
      base,
      before: await loadRules(tx),
      after: rules,
      store: () => storeSetting(tx, 'rules', rules),
    }),
  )
}

const wholeUnderwriting = underwritingRulesSchema.required()
export const saveUnderwritingSchema = z.object({
  base: wholeUnderwriting,
  typed: z.object({
    precheck: z.enum(['off', 'optional', 'required']),
    defaultMode: z.enum(DEFAULT_MODES),
    hasFourEyes: z.boolean(),
    fourEyesAbove: z.string().max(100),
    hoursAllowed: z.string().max(100),
  }),
})

export async function saveUnderwriting(
  ctx: Ctx,
  { base, typed }: z.output<typeof saveUnderwritingSchema>,
): Promise<SaveResult<UnderwritingRules>> {
  const { rules, problems } = readUnderwritingRules(typed)
  if (!rules) return { ok: false, reason: 'problems', problems }
  return inTurn(ctx, async (tx) =>
    change<UnderwritingRules>(ctx, tx, {
      subject: 'underwriting',
      action: 'underwriting-rules-changed',
      base,
      before: await loadUnderwritingRules(tx),
      after: rules,
      store: () => storeSetting(tx, 'underwriting', rules),
    }),
  )
}

const wholeFunding = fundingRulesSchema.required()
export const saveFundingSchema = z.object({
  base: wholeFunding,
  typed: z.object({
    hasAmountLimit: z.boolean(),
    secondAboveAmount: z.string().max(100),
    hasTransactionLimit: z.boolean(),
    secondAboveTransactions: z.string().max(100),
    hasMakerDayLimit: z.boolean(),
    secondAboveMakerDay: z.string().max(100),
    hasMerchantDayLimit: z.boolean(),
    secondAboveMerchantDay: z.string().max(100),
    overSale: z.boolean(),
    unlogged: z.enum(UNLOGGED_RULES),
  }),
})

/** Counts for waiting batches at once; an approved one stays approved. */
export async function saveFunding(
  ctx: Ctx,
  { base, typed }: z.output<typeof saveFundingSchema>,
): Promise<SaveResult<FundingRules>> {
  const { rules, problems } = readFundingRules(typed)
  if (!rules) return { ok: false, reason: 'problems', problems }
  return inTurn(ctx, async (tx) => {
    const saved = await change<FundingRules>(ctx, tx, {
      subject: 'funding',
      action: 'funding-rules-changed',
      base,
      before: await loadFundingRules(tx),
      after: rules,
      store: () => storeSetting(tx, 'funding', rules),
    })
    if (saved.ok) await judgeWaitingBatches(ctx, tx, 'rules')
    return saved
  })
}

const typedTemplate = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  recordType: z.string().optional(),
  members: z
    .array(z.object({ name: z.string(), value: z.string(), type: z.enum(MEMBER_TYPES).optional() }))
    .max(1_000),
})

export const saveTemplateSchema = z.object({
  /** Null for a new one. */
  base: z.nullable(lineItemTemplateSchema),
  template: typedTemplate,
})

const templateSubject = (id: string) => `line-item-template.${id}`

export async function saveTemplate(
  ctx: Ctx,
  { base, template: typed }: z.output<typeof saveTemplateSchema>,
): Promise<SaveResult<LineItemTemplate | null>> {
  return inTurn(ctx, async (tx) => {
    const all = await loadLineItemTemplates(tx)
    const { template, problems } = readTemplate(typed, all)
    if (!template) return { ok: false, reason: 'problems', problems }
    const others = all.filter(({ id }) => id !== template.id)
    return change<LineItemTemplate | null>(ctx, tx, {
      subject: templateSubject(template.id),
      action: 'line-item-template-saved',
      base,
      before: all.find(({ id }) => id === template.id) ?? null,
      after: template,
      store: () => storeSetting(tx, 'line-item-templates', sortTemplates([...others, template])),
    })
  })
}

export const removeTemplateSchema = z.object({ base: lineItemTemplateSchema })

/** Line items that were started from it stay as they are. `value` is null once it is gone. */
export async function removeTemplate(
  ctx: Ctx,
  { base }: z.output<typeof removeTemplateSchema>,
): Promise<SaveResult<LineItemTemplate | null>> {
  return inTurn(ctx, async (tx) => {
    const all = await loadLineItemTemplates(tx)
    return change<LineItemTemplate | null>(ctx, tx, {
      subject: templateSubject(base.id),
      action: 'line-item-template-removed',
      base,
      before: all.find(({ id }) => id === base.id) ?? null,
      after: null,
      store: () =>
        storeSetting(
          tx,
          'line-item-templates',
          all.filter(({ id }) => id !== base.id),
        ),
    })
  })
}
