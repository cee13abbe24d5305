import { setImmediate } from 'node:timers/promises'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '@/lib/db/client'
import { applicationImports, applications, importedApplications } from '@/lib/db/schema/applications'
import { users } from '@/lib/db/schema/people'
import type { AnyDraft } from '@/lib/domain/application/draft'
import {
  isCorrectable,
  MAX_CORRECTION_LENGTH,
  MAX_CORRECTIONS,
  withCorrections,
} from '@/lib/domain/application/import/corrections'
import { doubtfulDays } from '@/lib/domain/application/import/day-order'
import { MAX_FILE_BYTES, MAX_ROWS, tooLarge } from '@/lib/domain/application/import/file-text'
import { readPlace } from '@/lib/domain/application/import/places'
import { draftOfRow } from '@/lib/domain/application/import/row-draft'
import { readSheet, type SheetRow } from '@/lib/domain/application/import/sheet'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { withDefaultMode } from '@/lib/domain/application/underwriting-mode'
import { safeFileName } from '@/lib/domain/documents/file-name'
import { DeskError } from '@/lib/errors'
import { recordBy } from '@/lib/server/audit'
import type { Ctx } from '@/lib/server/services'
import { loadUnderwritingRules } from '@/lib/server/settings'
import { newItemId } from './item-id'
import { insertApplication } from './mutations'
import { storeFirstSections } from './store-section'

/**
 * Makes drafts of the rows of a file, a few in each transaction, so that other work goes on in between. What was
 * made is remembered by import and row: asked again, after a crash too, it goes on with those that are missing.
 * The text of the file is kept nowhere.
 */

export const importSchema = z.object({
  /** Made by the page when it reads the file; that of an earlier import, to go on with it. */
  importId: z.uuid(),
  kind: z.enum(['payfac', 'full']),
  fileName: z.string().max(300).optional(),
  text: z.string(),
  /** Where each column goes; null for nowhere. */
  places: z.array(z.string().max(300).nullable()).max(2000),
  /** What a person said of the file beside it. */
  corrections: z
    .array(
      z.object({
        row: z.int().positive().nullable(),
        place: z.string().max(300),
        text: z.string().max(MAX_CORRECTION_LENGTH),
        isDayFirst: z.literal(true).optional(),
      }),
    )
    .max(MAX_CORRECTIONS)
    .default([]),
  /** Rows that become no draft, by their numbers: a person left them out. */
  leftOut: z.array(z.int().positive()).max(MAX_ROWS),
  /** A person said that the ambiguous dates without a correction are read correctly. */
  daysAreRight: z.boolean().default(false),
  /** A file that was imported before is to be imported once more. */
  again: z.boolean(),
})
export type ImportInput = z.output<typeof importSchema>

export const sameFileSchema = importSchema.pick({ text: true })

/** `made`: the applications of the rows that were just done, also those that were there already. */
export type ImportProgress = {
  done: number
  total: number
  made: { row: number; applicationId: string; number: number }[]
}

const AT_ONCE = 5

/** Throws before it makes anything where the file cannot be read as the page read it, or was imported before. */
export async function* importApplications(
  ctx: Ctx,
  input: ImportInput,
): AsyncGenerator<ImportProgress, void> {
  const all = readRows(ctx, input)
  const leftOut = new Set(input.leftOut)
  const rows = all.filter(({ row }) => !leftOut.has(row))
  if (all.length - rows.length < leftOut.size) {
    throw new DeskError(
      'invalid',
      'The rows to leave out are not those of the file. Choose the file once more.',
    )
  }
  await beginImport(ctx, input, rows)
  yield { done: 0, total: rows.length, made: [] }
  for (let done = 0; done < rows.length; done += AT_ONCE) {
    const made = await makeDrafts(ctx, input, rows.slice(done, done + AT_ONCE))
    yield { done: Math.min(done + AT_ONCE, rows.length), total: rows.length, made }
    // Reading many rows is work: others get their answers in between.
    await setImmediate()
  }
}

type ReadableRow = { row: number; hasDayInDoubt: boolean; read: () => AnyDraft | null }

/** By the functions that the page has used; the rows that cannot be drafts are left out here as they are there. */
export function readRows(
  ctx: Pick<Ctx, 'lists'>,
  { kind, text, places, corrections }: Pick<ImportInput, 'kind' | 'text' | 'places' | 'corrections'>,
): ReadableRow[] {
  const sizeBytes = Buffer.byteLength(text)
  if (sizeBytes > MAX_FILE_BYTES) throw new DeskError('too-large', tooLarge(sizeBytes))
  const reading = readSheet(text)
  if (!reading.ok) throw new DeskError('invalid', reading.problem)
  const chosen = places.filter((place) => place !== null)
  const known = chosen.every((place) => readPlace(kind, place) !== null)
  if (places.length !== reading.sheet.columns.length || !known || new Set(chosen).size < chosen.length) {
    throw new DeskError('invalid', 'The columns do not match the file. Choose the file again.')
  }
  if (!corrections.every(({ place, row }) => isCorrectable(kind, place, row))) throw new DeskError('invalid')
  const corrected = withCorrections(kind, reading.sheet, places, corrections)
  const inDoubt = new Set(doubtfulDays(kind, reading.sheet, places, corrections).map(({ row }) => row))
  const services = { kind, lists: ctx.lists, newId: newItemId }
  const read = (row: SheetRow) => draftOfRow(row, corrected.places, services).draft
  return corrected.sheet.rows
    .filter((row) => read(row) !== null)
    .map((row) => ({ row: row.row, hasDayInDoubt: inDoubt.has(row.row), read: () => read(row) }))
}

const beginImport = (ctx: Ctx, input: ImportInput, rows: readonly ReadableRow[]): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const drafts = rows.length
    if (drafts === 0) throw new DeskError('invalid', 'No row of the file can become a draft.')
    const { importId, kind, text } = input
    const leftOut = [...new Set(input.leftOut)].sort((a, b) => a - b)
    const fingerprint = fingerprintOf(ctx, text)
    // Two presses, or two windows with one file, take turns: the second sees what the first has begun.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${fingerprint}, 0))`)
    const [before] = await tx.select().from(applicationImports).where(eq(applicationImports.id, importId))
    if (before) {
      const isSame =
        before.fingerprint === fingerprint && before.kind === kind && `${before.leftOut}` === `${leftOut}`
      if (!isSame) throw new DeskError('invalid')
      const there = new Set((await listMade(tx, importId)).map(({ row }) => row))
      const daysSaidRight = countDaysSaidRight(
        input,
        rows.filter(({ row }) => !there.has(row)),
      )
      await tx.update(applicationImports).set({ drafts }).where(eq(applicationImports.id, importId))
      if (daysSaidRight > 0)
        await recordBy(ctx, tx, {
          at: ctx.now(),
          action: 'import-continued',
          subject: ['import', importId],
          detail: { kind, drafts, leftOut: leftOut.length, daysSaidRight },
        })
      return
    }
    if (!input.again && (await getLatestImport(tx, fingerprint))) {
      throw new DeskError(
        'wrong-state',
        'This file was imported before. Confirm that you want to import it again.',
      )
    }
    const daysSaidRight = countDaysSaidRight(input, rows)
    const now = ctx.now()
    await tx
      .insert(applicationImports)
      .values({ id: importId, kind, fingerprint, drafts, leftOut, startedBy: ctx.actor.id, startedAt: now })
    await recordBy(ctx, tx, {
      at: now,
      action: 'import-started',
      subject: ['import', importId],
      detail: { kind, drafts, leftOut: leftOut.length, ...(daysSaidRight > 0 && { daysSaidRight }) },
    })
  })

/** Refuses rows with an ambiguous date until a person said that it is right: a draft would not show the doubt. */
function countDaysSaidRight({ daysAreRight }: ImportInput, rows: readonly ReadableRow[]): number {
  const inDoubt = rows.filter(({ hasDayInDoubt }) => hasDayInDoubt).length
  if (inDoubt > 0 && !daysAreRight)
    throw new DeskError(
      'invalid',
      `${inDoubt === 1 ? '1 row has' : `${inDoubt} rows have`} an ambiguous date. Confirm it, or swap its day and month.`,
    )
  return inDoubt
}

/** The drafts made from these rows, or from all. */
const listMade = (db: DbOrTx, importId: string, rows?: readonly number[]): Promise<ImportProgress['made']> =>
  db
    .select({ row: importedApplications.row, applicationId: applications.id, number: applications.number })
    .from(importedApplications)
    .innerJoin(applications, eq(applications.id, importedApplications.applicationId))
    .where(
      and(eq(importedApplications.importId, importId), rows && inArray(importedApplications.row, [...rows])),
    )
    .orderBy(importedApplications.row)

/** The drafts of these rows, all or none: those that are there, and those that were missing. */
const makeDrafts = (
  ctx: Ctx,
  { importId, kind, fileName }: ImportInput,
  rows: readonly ReadableRow[],
): Promise<ImportProgress['made']> =>
  ctx.db.transaction(async (tx) => {
    // Two requests for one import take turns, and the second finds what the first has made.
    await tx
      .select({ id: applicationImports.id })
      .from(applicationImports)
      .where(eq(applicationImports.id, importId))
      .for('update')
    const there = await listMade(
      tx,
      importId,
      rows.map(({ row }) => row),
    )
    const made = new Map(there.map((one) => [one.row, one]))
    const { defaultMode } = await loadUnderwritingRules(tx)
    for (const { row, read } of rows) {
      const draft = made.has(row) ? null : read()
      if (!draft) continue
      const { id, number } = await insertApplication(ctx, tx, kind, {
        imported: { importId, row, ...(fileName && { file: safeFileName(fileName) }) },
      })
      await storeFirstSections(ctx, tx, id, withDefaultMode(draft, defaultMode))
      await tx.insert(importedApplications).values({ importId, row, applicationId: id })
      made.set(row, { row, applicationId: id, number })
    }
    return [...made.values()].sort((a, b) => a.row - b.row)
  })

/** The last import of the same file. `drafts`: how many it was to create; `made`: those that exist. */
export type EarlierImport = {
  importId: string
  kind: ApplicationKind
  drafts: number
  made: ImportProgress['made']
  /** Its rows that were left out. */
  leftOut: readonly number[]
  startedBy: string
  startedAt: string
}

export const findEarlierImport = (ctx: Ctx, text: string): Promise<EarlierImport | null> =>
  getLatestImport(ctx.db, fingerprintOf(ctx, text))

async function getLatestImport(db: DbOrTx, fingerprint: string): Promise<EarlierImport | null> {
  const [row] = await db
    .select({
      importId: applicationImports.id,
      kind: applicationImports.kind,
      drafts: applicationImports.drafts,
      leftOut: applicationImports.leftOut,
      startedBy: users.name,
      startedAt: applicationImports.startedAt,
    })
    .from(applicationImports)
    .innerJoin(users, eq(users.id, applicationImports.startedBy))
    .where(eq(applicationImports.fingerprint, fingerprint))
    .orderBy(desc(applicationImports.startedAt), desc(applicationImports.id))
    .limit(1)
  if (!row) return null
  return { ...row, made: await listMade(db, row.importId), startedAt: row.startedAt.toISOString() }
}

/** Keyed: a plain hash of a short file with one identity in it could be tried out. */
const fingerprintOf = (ctx: Ctx, text: string): string => ctx.sealer.fingerprint('imported file', text)
