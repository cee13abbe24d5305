import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import { can } from '@/lib/domain/access/permissions'
import {
  type LineItemTemplate,
  readTemplate,
  sortTemplates,
} from '@/lib/domain/application/line-item-template'
import type { ApprovedBatch } from '@/lib/domain/funding/batch'
import type { Setting, SettingOf } from '@/lib/domain/settings/define-setting'
import type { removeTemplateInput, saveListInput, saveTemplateInput } from '@/lib/domain/settings/inputs'
import type { Waits } from '@/lib/domain/settings/proposal'
import { SETTINGS } from '@/lib/domain/settings/settings'
import { readValueList } from '@/lib/domain/settings/value-lists'
import { counted } from '@/lib/domain/values/counted'
import type { Refusal } from '@/lib/domain/values/outcome'
import type { Problem } from '@/lib/domain/values/problem'
import { DeskError } from '@/lib/errors'
import { log } from '@/lib/log'
import { type AuditSubject, recordBy } from '@/lib/server/audit'
import { type PendingRefusal, propose } from '@/lib/server/consent/proposals'
import { judgeWaitingBatches } from '@/lib/server/funding/approvals'
import { lastChange } from '@/lib/server/last-change'
import { asAdmin } from '@/lib/server/people/access'
import type { Ctx } from '@/lib/server/services'
import { loadLineItemTemplates, loadLists, readSetting, storeSetting } from '@/lib/server/settings'

/**
 * Every save names the value that its form started from (`base`): where another one stands by now, nothing is
 * changed, and the form gets what stands. What stands there already is a success that changes nothing, so that a
 * double click and an answer that was lost do no harm.
 */
export type SaveResult<T> =
  /** `waits`: another admin has to consent; `value` is what counts until then. */
  | ({ ok: true; value: T } & Partial<Waits>)
  | { ok: false; reason: 'problems'; problems: Problem[] }
  | { ok: false; reason: 'stale'; theirs: T; changedBy: string; changedAt: string }

/** Any number that no other program uses on this database. */
const settingsLock = 7_239_401_119

/** Saves of settings take turns; before the first one there is no row that could be locked. */
const inTurn = <T>(ctx: Ctx, run: (tx: Tx) => Promise<T>): Promise<T> =>
  ctx.db.transaction(async (tx) => {
    await lockSettings(tx)
    return run(tx)
  })

const lockSettings = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(${settingsLock})`)

/** A proposal is none yet. */
const CHANGES: readonly AuditAction[] = [
  ...Object.values(SETTINGS).map(({ audit }) => audit),
  'list-changed',
  'line-item-template-saved',
  'line-item-template-removed',
]

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
    proposedBy,
  }: {
    subject: string
    action: AuditAction
    /** Whose proposal it is that this person consents to. */
    proposedBy?: string
    base: T
    before: T
    after: T
    store: () => Promise<void>
  },
): Promise<SaveResult<T>> {
  if (isDeepStrictEqual(before, after)) return { ok: true, value: after }
  if (!isDeepStrictEqual(before, base)) {
    return {
      ok: false,
      reason: 'stale',
      theirs: before,
      ...(await lastChange(ctx, tx, ['setting', subject], CHANGES)),
    }
  }
  await store()
  await recordBy(ctx, tx, {
    action,
    subject: ['setting', subject],
    detail: { before, after, ...(proposedBy && { proposedBy }) },
  })
  return { ok: true, value: after }
}

export async function saveList(
  ctx: Ctx,
  { list, base, values: typed }: z.output<typeof saveListInput>,
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

/** It is stored whatever comes of this: where it fails, the timer that reads the settings again mends it. */
export async function takeIntoUse(ctx: Ctx): Promise<void> {
  try {
    await ctx.reloadSettings()
  } catch (error) {
    log.error({ err: error }, 'a setting was saved, and could not be read again at once')
  }
}

/** Money would be free to go by this save: nothing is stored before whoever saves was told which batches, and means it. */
export type ApprovingRefusal = Refusal<'approves'> & { batches: ApprovedBatch[] }

/** Undoes the transaction of a save that asks first, or of a consent to one. */
export class ApprovesBatches extends Error {
  readonly refusal: ApprovingRefusal

  constructor(batches: ApprovedBatch[]) {
    super('The save approves batches.')
    const message = `Saving this approves ${counted(batches.length, 'pending batch', 'pending batches')}. Nothing was saved.`
    this.refusal = { ok: false, reason: 'approves', message, batches }
  }
}

/** What else happens in the transaction of a save, and which batches that approves. */
const AFTER_SAVE: Readonly<Record<string, (ctx: Ctx, tx: Tx) => Promise<ApprovedBatch[]>>> = {
  /** Counts for waiting batches at once; an approved one stays approved. */
  funding: (ctx, tx) => judgeWaitingBatches(ctx, tx, 'rules'),
  /** Limits by day count other batches then. */
  'business-days': (ctx, tx) => judgeWaitingBatches(ctx, tx, 'rules'),
}

type AnySetting = Pick<Setting, 'key' | 'read' | 'permission' | 'audit' | 'guards'>
type SettingChange<S extends AnySetting> = {
  base: SettingOf<S>
  value: SettingOf<S>
  /** Of the batches that it approves: those that someone was told of. */
  approves?: readonly number[] | undefined
}
type SettingSaved<S extends AnySetting> = SaveResult<SettingOf<S>> | PendingRefusal | ApprovingRefusal

/** A setting that is one form, whichever it is. One that guards waits for another admin where there is one. */
export async function saveSetting<S extends AnySetting>(
  ctx: Ctx,
  setting: S,
  change: SettingChange<S>,
): Promise<SettingSaved<S>> {
  if (!can(ctx.actor.roles, setting.permission)) throw new DeskError('forbidden')
  try {
    const result = await trySetting(ctx, setting, change)
    if (result.ok) await takeIntoUse(ctx)
    return result
  } catch (error) {
    if (error instanceof ApprovesBatches) return error.refusal
    throw error
  }
}

function trySetting<S extends AnySetting>(
  ctx: Ctx,
  setting: S,
  change: SettingChange<S>,
): Promise<SaveResult<SettingOf<S>> | PendingRefusal> {
  const apply = (tx: Tx) => applySetting(ctx, tx, setting, change)
  if (!setting.guards) return inTurn(ctx, apply)
  return asAdmin(ctx, async (tx): Promise<SaveResult<SettingOf<S>> | PendingRefusal> => {
    await lockSettings(tx)
    const before = (await readSetting(tx, setting)) as SettingOf<S>
    if (isDeepStrictEqual(before, change.base) && !isDeepStrictEqual(before, change.value)) {
      const subject: AuditSubject = ['setting', setting.key]
      const waiting = await propose(ctx, tx, { subject, before, after: change.value })
      if (waiting) return 'waits' in waiting ? { ok: true, value: before, ...waiting } : waiting
    }
    return apply(tx)
  })
}

/** What another admin consented to, in the transaction of their word. Throws `ApprovesBatches` of those untold. */
export async function consentToSetting<S extends AnySetting>(
  ctx: Ctx,
  tx: Tx,
  setting: S,
  change: SettingChange<S>,
  proposedBy: string,
): Promise<SaveResult<SettingOf<S>>> {
  await lockSettings(tx)
  return applySetting(ctx, tx, setting, change, proposedBy)
}

async function applySetting<S extends AnySetting>(
  ctx: Ctx,
  tx: Tx,
  setting: S,
  { base, value, approves }: SettingChange<S>,
  proposedBy?: string,
): Promise<SaveResult<SettingOf<S>>> {
  const { key, audit } = setting
  const saved = await change<SettingOf<S>>(ctx, tx, {
    subject: key,
    action: audit,
    base,
    before: await readSetting(tx, setting),
    after: value,
    store: () => storeSetting(tx, key, value),
    ...(proposedBy && { proposedBy }),
  })
  const approved = (saved.ok && (await AFTER_SAVE[key]?.(ctx, tx))) || []
  const told = new Set(approves)
  if (approved.some(({ number }) => !told.has(number))) throw new ApprovesBatches(approved)
  return saved
}

const templateSubject = (id: string) => `line-item-template.${id}`

export async function saveTemplate(
  ctx: Ctx,
  { base, template: typed }: z.output<typeof saveTemplateInput>,
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

/** Line items that were started from it stay as they are. `value` is null once it is gone. */
export async function removeTemplate(
  ctx: Ctx,
  { base }: z.output<typeof removeTemplateInput>,
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
