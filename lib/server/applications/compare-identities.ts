import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '@/lib/db/client'
import { identityChecks, identityFingerprints } from '@/lib/db/schema/applications'
import { auditLog } from '@/lib/db/schema/desk'
import {
  CHECK_LIMITS,
  type CheckDoor,
  checkRoom,
  checksCountedSince,
  crossingToldSince,
  pausedUntil,
} from '@/lib/domain/access/identity-checks'
import { can } from '@/lib/domain/access/permissions'
import { blankAccount } from '@/lib/domain/application/blank'
import {
  type AnyDraft,
  type AnySectionName,
  type SectionDraft,
  sectionIn,
} from '@/lib/domain/application/draft'
import { isMasked } from '@/lib/domain/application/identities'
import { checkSameIdentities, type SameIdentity } from '@/lib/domain/application/same-identity'
import { sectionsOf } from '@/lib/domain/application/section-names'
import type { Violation } from '@/lib/domain/values/violation'
import { DeskError } from '@/lib/errors'
import { recordOwn } from '@/lib/server/audit'
import { type ApplicationRow, lockApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { fingerprintsOf } from './search-index'

/**
 * The one place where identities that someone brings are compared with those of other applications for that person:
 * within what one person may compare (lib/domain/access/identity-checks.ts). Each different value counts once, by its
 * keyed hash; what was compared in an application stays so, whoever looks. Whoever cannot write an application brings
 * no identity, and underwriters have to see every match: they are told of all, and it costs nothing.
 */

type Place = { section: AnySectionName; itemId: string; field: string }

/** Identities that are not compared for this person yet; `until` says when the next one can be. */
export type NotCompared = { places: readonly Place[]; until: string }

/** Compares what the application has and was not compared yet; null where nothing is left. */
export async function compareIdentities(
  ctx: Ctx,
  db: DbOrTx,
  application: Pick<ApplicationRow, 'id' | 'kind'>,
  draft: AnyDraft,
): Promise<NotCompared | null> {
  if (!can(ctx.actor.roles, 'applications:write')) return null
  if ((await listWaiting(db, application.id)).length === 0) return null
  return db.transaction(async (tx) => {
    // Before the person's own turn, as a save does: a page and a save would wait for each other.
    await lockApplication(tx, application.id)
    const waiting = await listWaiting(tx, application.id)
    const places = waiting.filter(
      (row, index) => waiting.findIndex((other) => isSamePlace(row, other)) === index,
    )
    const values = sectionsOf(application.kind).flatMap((section) =>
      maskedValues(ctx, application.id, section, draft),
    )
    // By its place and its value: what was saved since the draft was read is another one.
    const asked = values.filter(({ place, fingerprints }) =>
      waiting.some((row) => isSamePlace(row, place) && fingerprints.includes(row.fingerprint)),
    )
    const { granted, until } = await takeRoom(
      ctx,
      tx,
      'identities',
      asked.map(({ name }) => name),
    )
    const compared = asked.filter(({ name }) => granted.has(name))
    if (compared.length > 0)
      await tx
        .update(identityFingerprints)
        .set({ compared: true })
        .where(
          and(
            eq(identityFingerprints.applicationId, application.id),
            inArray(
              identityFingerprints.fingerprint,
              compared.flatMap(({ fingerprints }) => fingerprints),
            ),
          ),
        )
    const left = places.filter((row) => !compared.some(({ place }) => isSamePlace(row, place)))
    return left.length === 0 ? null : { places: left, until: pausedUntil(until ?? ctx.now(), ctx.now()) }
  })
}

const confirmedAccounts = z.object({
  items: z.array(
    z.looseObject({ id: z.string(), accountNumber: z.unknown(), accountNumberAgain: z.unknown() }),
  ),
})

/**
 * An account number that is typed again beside one that is sealed is told not to match, which is a comparison as well.
 * Beyond the limit it is refused, unless the number waits itself and so came from whoever types now.
 */
export async function confirmWithinLimit(
  ctx: Ctx,
  { applicationId, section, data }: { applicationId: string; section: AnySectionName; data: unknown },
): Promise<void> {
  if (section !== 'accounts') return
  const read = confirmedAccounts.safeParse(data)
  // What this limit cannot read, it cannot count.
  if (!read.success) throw new DeskError('invalid', undefined, { cause: read.error })
  const again = read.data.items.flatMap(({ id, accountNumber, accountNumberAgain }) =>
    typeof accountNumberAgain === 'string' && typeof accountNumber !== 'string'
      ? [{ id, accountNumber: accountNumberAgain }]
      : [],
  )
  if (again.length === 0) return
  const waiting = await listWaiting(ctx.db, applicationId)
  const items = again
    .filter(({ id }) => !waiting.some(({ section, itemId }) => section === 'accounts' && itemId === id))
    .map(({ id, accountNumber }) => ({ ...blankAccount(id), accountNumber }))
  const names = maskedOf(ctx, applicationId, 'accounts', { items }).map(({ name }) => name)
  if (names.length === 0) return
  // In a transaction of its own: that the limit was passed stays told.
  const { granted, until } = await ctx.db.transaction((tx) => takeRoom(ctx, tx, 'identities', names))
  if (until && names.some((name) => !granted.has(name)))
    throw new DeskError('wrong-state', pausedWords(pausedUntil(until, ctx.now())))
}

/**
 * Has the tax ID of the application's merchant compared with those of merchants that our underwriters have handled.
 * Until when that pauses; null where it is done.
 */
export async function compareTaxId(
  ctx: Ctx,
  db: DbOrTx,
  application: Pick<ApplicationRow, 'id' | 'kind'>,
  draft: AnyDraft,
): Promise<string | null> {
  if (!can(ctx.actor.roles, 'applications:write')) return null
  const waiting = await listWaiting(db, application.id)
  const names = maskedValues(ctx, application.id, 'merchant', draft)
    .filter(({ fingerprints }) => waiting.some((row) => fingerprints.includes(row.fingerprint)))
    .map(({ name }) => name)
  return compareTaxIds(ctx, db, names).then(({ until }) => until)
}

/** The same of many, as a file brings them: those that can be compared with other merchants' now. */
export async function compareTaxIds(
  ctx: Ctx,
  db: DbOrTx,
  names: readonly string[],
): Promise<{ granted: ReadonlySet<string>; until: string | null }> {
  if (names.length === 0) return { granted: new Set(), until: null }
  const { granted, until } = await db.transaction((tx) => takeRoom(ctx, tx, 'tax-ids', names))
  return { granted, until: until && pausedUntil(until, ctx.now()) }
}

/**
 * Of the identities that a file brings, those that can be compared with everybody's now. A file is read before anyone
 * decides on it: it leaves half of what one person may compare to the drafts, and is no crossing.
 */
export async function compareFileIdentities(
  ctx: Ctx,
  db: DbOrTx,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set()
  const { granted } = await db.transaction((tx) => takeRoom(ctx, tx, 'identities', names, 'half'))
  return granted
}

/** What is said of other applications' identities in this one, as far as they were compared. */
export function checkCompared(
  draft: AnyDraft,
  same: readonly SameIdentity[],
  left: NotCompared | null,
): Violation[] {
  if (!left) return checkSameIdentities(draft, same)
  const paused = left.places.map(
    ({ section, itemId, field }): SameIdentity => ({
      ...{ section, itemId, field },
      other: { applicationId: '', number: 0, name: '' },
    }),
  )
  return [
    ...checkSameIdentities(
      draft,
      same.filter((one) => !left.places.some((place) => isSamePlace(place, one))),
    ),
    // At the places alone, of which nothing else is known here.
    ...checkSameIdentities(draft, paused).map(
      ({ path }): Violation => ({
        path,
        code: 'duplicate',
        message: pausedWords(left.until),
        severity: 'warning',
      }),
    ),
  ]
}

/**
 * Without what compares identities of one application with each other, in sections of which something is not compared
 * yet: a number that is sealed there can be guessed by typing another beside it.
 */
export const withoutPaused = (
  violations: readonly Violation[],
  paused: readonly Pick<Place, 'section'>[],
): Violation[] =>
  violations.filter(
    ({ path, code }) =>
      !(
        code === 'shared-ssn' ||
        isOfTaxId({ path, code }) ||
        ((code === 'duplicate' || code === 'mismatch') && /\.items\.\d+\.accountNumber$/.test(path))
      ) ||
      !paused.some(
        ({ section }) =>
          path.startsWith(`${section}.`) || (section === 'merchant' && isOfTaxId({ path, code })),
      ),
  )

/** Of an owner's number beside the tax ID of the merchant. */
const isOfTaxId = ({ path, code }: Pick<Violation, 'path' | 'code'>): boolean =>
  code === 'mismatch' && path.endsWith('.ssn')

export const pausedWords = (until: string): string =>
  `You compared many identities, so duplicate checks are paused for you until ${until}. Underwriting sees any duplicate.`

export const submitPausedWords = (until: string): string =>
  `You compared many identities, so duplicate checks are paused for you until ${until}. Submit it then, or ask a colleague to.`

const isSamePlace = (one: Place, other: Place): boolean =>
  one.section === other.section && one.itemId === other.itemId && one.field === other.field

/** Of one application, as far as it is not compared yet. */
export const listWaiting = (db: DbOrTx, applicationId: string) =>
  db
    .select({
      section: identityFingerprints.section,
      itemId: sql<string>`${identityFingerprints.itemId}`,
      field: identityFingerprints.field,
      fingerprint: identityFingerprints.fingerprint,
    })
    .from(identityFingerprints)
    .where(
      and(eq(identityFingerprints.applicationId, applicationId), eq(identityFingerprints.compared, false)),
    )
    .orderBy(identityFingerprints.section, identityFingerprints.itemId, identityFingerprints.field)

/** Of several applications, the sections in which something is not compared yet. */
export async function listWaitingOfEach(
  db: DbOrTx,
  applicationIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<Place, 'section'>[]>> {
  const rows = await db
    .selectDistinct({
      applicationId: identityFingerprints.applicationId,
      section: identityFingerprints.section,
    })
    .from(identityFingerprints)
    .where(
      and(
        inArray(identityFingerprints.applicationId, [...applicationIds]),
        eq(identityFingerprints.compared, false),
      ),
    )
  return Map.groupBy(rows, ({ applicationId }) => applicationId)
}

/** The masked identities of a section by their places; `name` is the hash that stays when data keys are renewed. */
const maskedValues = (
  ctx: Pick<Ctx, 'sealer'>,
  applicationId: string,
  section: AnySectionName,
  draft: AnyDraft,
) => maskedOf(ctx, applicationId, section, sectionIn(draft, section))

function maskedOf<S extends AnySectionName>(
  ctx: Pick<Ctx, 'sealer'>,
  applicationId: string,
  section: S,
  open: SectionDraft<S>,
) {
  const rows = fingerprintsOf(ctx.sealer, applicationId, section, open)
  const places = Map.groupBy(rows.filter(isMasked), ({ itemId, field }) => JSON.stringify([itemId, field]))
  return [...places.values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const place: Place = { section, itemId: first.itemId ?? '', field: first.field }
    return [{ place, name: first.fingerprint, fingerprints: same.map(({ fingerprint }) => fingerprint) }]
  })
}

/**
 * Counts what this person had not compared yet, as far as there is room; `granted` has all that they may be told of.
 * The first one beyond it is audited, and admins see it on the overview.
 */
async function takeRoom(
  ctx: Ctx,
  tx: DbOrTx,
  door: CheckDoor,
  names: readonly string[],
  share: 'all' | 'half' = 'all',
): Promise<{ granted: ReadonlySet<string>; until: Date | null }> {
  const now = ctx.now()
  const personId = ctx.actor.id
  const ofPerson = and(eq(identityChecks.personId, personId), eq(identityChecks.door, door))
  // Two at once, of one session or of several, would each find the same room.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`identity checks of ${personId}`}, 0))`,
  )
  await tx.delete(identityChecks).where(and(ofPerson, lte(identityChecks.at, checksCountedSince(now))))
  const checked = await tx
    .select({ fingerprint: identityChecks.fingerprint, at: identityChecks.at })
    .from(identityChecks)
    .where(ofPerson)
  const known = new Set(checked.map(({ fingerprint }) => fingerprint))
  const fresh = [...new Set(names)].filter((name) => !known.has(name))
  const kept = share === 'half' ? Math.ceil(CHECK_LIMITS[door][0].most / 2) : 0
  const room = checkRoom(
    door,
    checked.map(({ at }) => at),
    fresh.length + kept,
    now,
  )
  const allowed = Math.max(room.allowed - kept, 0)
  const until = allowed < fresh.length ? room.until : null
  const taken = fresh.slice(0, allowed)
  if (taken.length > 0)
    await tx
      .insert(identityChecks)
      .values(taken.map((fingerprint) => ({ personId, door, fingerprint, at: now })))
  if (until && share === 'all') await tellOfCrossing(ctx, tx, door, checked.length + allowed)
  return { granted: new Set([...known, ...taken]), until }
}

async function tellOfCrossing(ctx: Ctx, tx: DbOrTx, door: CheckDoor, compared: number): Promise<void> {
  const [told] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.actorId, ctx.actor.id),
        eq(auditLog.action, 'identity-check-limit-passed'),
        gt(auditLog.at, crossingToldSince(door, ctx.now())),
        sql`${auditLog.detail}->>'of' = ${door}`,
      ),
    )
    .limit(1)
  if (!told) await recordOwn(ctx, tx, 'identity-check-limit-passed', { of: door, compared })
}
