import { and, eq, gt, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { auditLog } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import { hourBefore, isOwnWork, revealReason, revealRoom } from '@/lib/domain/access/reveal'
import { dayText } from '@/lib/domain/application/differences'
import { type SectionDraft, sectionIn } from '@/lib/domain/application/draft'
import { itemLabel, personName } from '@/lib/domain/application/fields'
import { ANY_SECTION_NAMES, sectionsOf } from '@/lib/domain/application/section-names'
import { mapSensitive } from '@/lib/domain/application/sensitive'
import { revealRules } from '@/lib/domain/settings/reveal-rules'
import { counted } from '@/lib/domain/values/counted'
import { DeskError } from '@/lib/errors'
import { recordOwn } from '@/lib/server/audit'
import { auditCase, claimedBy, lockCase } from '@/lib/server/cases/case'
import { getOpenDraft } from '@/lib/server/drafts/data'
import { recordRefusal } from '@/lib/server/refusals'
import { sanitizeText } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import { readSetting } from '@/lib/server/settings'

/** More than any item has. */
const MAX_FIELDS = 10

export const revealSchema = z.object({
  applicationId: z.uuid(),
  section: z.enum(ANY_SECTION_NAMES),
  /** Empty outside of lists. */
  itemId: z.string().max(40),
  /** Of one place: those of a person or an account together, for one reason. */
  fields: z
    .array(z.string().max(40))
    .min(1)
    .max(MAX_FIELDS)
    .refine((fields) => new Set(fields).size === fields.length),
  reason: revealReason,
})

/**
 * Sensitive values of one person, account or section of one's own or claimed work, in the clear, for someone who said
 * why: what was shown and the reason go into the audit log in the same transaction, so that nothing is shown without
 * them. The values themselves are written nowhere. All of them or none.
 * Throws `forbidden`, and `confirm-needed` where the hourly limit asks for a second factor.
 */
export async function revealValues(
  ctx: Ctx,
  input: z.output<typeof revealSchema>,
): Promise<Record<string, string>> {
  try {
    return await ctx.db.transaction((tx) => reveal(ctx, tx, input))
  } catch (error) {
    if (error instanceof DeskError && error.code === 'forbidden')
      await recordRefusal(ctx, ctx.actor, 'sensitive:reveal', ctx.requestId)
    throw error
  }
}

async function reveal(
  ctx: Ctx,
  tx: Tx,
  { applicationId, section, itemId, fields, reason }: z.output<typeof revealSchema>,
): Promise<Record<string, string>> {
  // Two at once would each find room for one.
  await tx.select().from(users).where(eq(users.id, ctx.actor.id)).for('no key update')
  const { application, held } = await lockCase(tx, applicationId)
  if (!isOwnWork(ctx.actor.id, { assigneeId: application.assigneeId, claimedBy: claimedBy(held) }))
    throw new DeskError(
      'forbidden',
      'You can reveal values of applications assigned to you and of cases you claimed.',
    )
  if (!sectionsOf(application.kind).includes(section)) throw new DeskError('not-found')
  const { draft } = await getOpenDraft(tx, ctx.sealer, application)
  const found = new Map<string, string>()
  mapSensitive(section, sectionIn(draft, section), (place, value) => {
    const isAsked = (place.itemId ?? '') === itemId && fields.includes(place.field)
    if (isAsked && typeof value === 'string')
      found.set(place.field, place.meta.kind === 'date' ? dayText(value) : value)
    return value
  })
  if (found.size !== fields.length) throw new DeskError('not-found')
  await takeRoom(ctx, tx, fields.length)
  const whose = holderOf(sectionIn(draft, section), itemId)
  await auditCase(
    ctx,
    tx,
    'value-revealed',
    applicationId,
    sanitizeText({ whose, fields, reason, section, itemId }),
  )
  return Object.fromEntries(found)
}

/** Whom or what these values are of, by the names that the log of saves has too: never a sealed value. */
function holderOf(section: SectionDraft, itemId: string): string {
  if (!('items' in section)) return 'legalName' in section ? section.dbaName || section.legalName : ''
  const index = section.items.findIndex(({ id }) => id === itemId)
  const item = section.items[index]
  if (item && 'firstName' in item) return personName(item) || itemLabel('contacts', index)
  return item && 'bankName' in item
    ? [itemLabel('accounts', index), item.bankName].filter(Boolean).join(', ')
    : ''
}

/** How many values a row of the audit log tells of. */
const countIn = ({ fields }: Record<string, unknown>): number => (Array.isArray(fields) ? fields.length : 1)

/** Counts in the audit log, from which no one can take a reveal away. */
async function takeRoom(ctx: Ctx, tx: Tx, more: number): Promise<void> {
  const { revealsPerHour: limit } = await readSetting(tx, revealRules)
  const now = ctx.now()
  const rows = await tx
    .select({ at: auditLog.at, action: auditLog.action, detail: auditLog.detail })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.actorId, ctx.actor.id),
        gt(auditLog.at, hourBefore(now)),
        inArray(auditLog.action, ['value-revealed', 'reveal-limit-passed']),
      ),
    )
  const revealed = rows.flatMap(({ action, at, detail }) =>
    action === 'value-revealed' ? Array.from({ length: countIn(detail) }, () => at) : [],
  )
  const room = revealRoom({ revealed, factorAt: ctx.actor.factor?.at ?? null, limit, more, now })
  if (room.kind === 'too-many')
    throw new DeskError(
      'forbidden',
      `These are ${counted(more, 'value')}, and one person can reveal ${counted(limit, 'value')} within an hour. Reveal them one at a time.`,
    )
  if (room.kind === 'confirm') throw new DeskError('confirm-needed')
  if (room.kind === 'wait') {
    const minutes = Math.ceil((room.until.getTime() - now.getTime()) / 60_000)
    throw new DeskError(
      'forbidden',
      `${more === 1 ? `You revealed ${counted(limit, 'value')} within an hour, which is the limit.` : `These ${counted(more, 'value')} would exceed the limit of ${counted(limit, 'value')} within an hour.`} Add a second factor under Account, or try again in ${minutes} min.`,
    )
  }
  // Admins hear of it once an hour.
  if (room.kind === 'beyond' && rows.every(({ action }) => action === 'value-revealed'))
    await recordOwn(ctx, tx, 'reveal-limit-passed', { revealed: revealed.length + more, limit })
}
