import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { callbackEvents } from '@/lib/db/schema/callbacks'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import type { FundingStatus } from '@/lib/domain/callbacks/event'
import type { markOutsideInput } from '@/lib/domain/callbacks/inputs'
import type { Refusal } from '@/lib/domain/values/outcome'
import { DeskError } from '@/lib/errors'
import { recordBy } from '@/lib/server/audit'
import { sanitizeNote, sanitizeText } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { lockFundingStatus, refreshFunding } from './funding-status'

type MarkOutside = z.output<typeof markOutsideInput>

type MarkOutsideResult =
  | { ok: true; marked: number }
  /** Nothing was changed. */
  | Refusal<'wrong-state'>

/** Marks sales as funded outside the desk: all of them or none, and only if all are unfunded. */
export const markOutside = (ctx: Ctx, { sales, note }: MarkOutside): Promise<MarkOutsideResult> =>
  mark(ctx, sales, 'unfunded', {
    action: 'callback-funded-outside',
    note,
    set: { outsideBy: ctx.actor.id, outsideAt: ctx.now(), outsideNote: sanitizeNote(note) },
    refused: (left) =>
      `${left === 1 ? 'One of these sales is' : `${left} of these sales are`} no longer unfunded. Nothing was marked. Reload the page.`,
  })

/** Undoes that: the sales are unfunded again. */
export const unmarkOutside = (ctx: Ctx, { sales, note }: MarkOutside): Promise<MarkOutsideResult> =>
  mark(ctx, sales, 'outside', {
    action: 'callback-not-funded-outside',
    note,
    set: { outsideBy: null, outsideAt: null, outsideNote: null },
    refused: (left) =>
      `${left === 1 ? 'One of these sales is' : `${left} of these sales are`} no longer marked as funded externally. Nothing was changed. Reload the page.`,
  })

const mark = (
  ctx: Ctx,
  sales: readonly number[],
  from: FundingStatus,
  how: {
    action: AuditAction
    note: string
    set: Partial<typeof callbackEvents.$inferInsert>
    refused: (left: number) => string
  },
): Promise<MarkOutsideResult> =>
  ctx.db.transaction(async (tx): Promise<MarkOutsideResult> => {
    await lockFundingStatus(tx)
    const wanted = [...new Set(sales)]
    const isWanted = inArray(callbackEvents.n, wanted)
    const there = await tx
      .select({ n: callbackEvents.n, funding: callbackEvents.funding })
      .from(callbackEvents)
      .where(isWanted)
    if (there.length < wanted.length) throw new DeskError('not-found')
    const left = there.filter(({ funding }) => funding !== from).length
    if (left > 0) return { ok: false, reason: 'wrong-state', message: how.refused(left) }
    await tx.update(callbackEvents).set(how.set).where(isWanted)
    await refreshFunding(tx, { events: wanted })
    for (const n of wanted) {
      await recordBy(ctx, tx, {
        action: how.action,
        subject: ['callback', String(n)],
        detail: sanitizeText({ note: how.note }),
      })
    }
    return { ok: true, marked: wanted.length }
  })
