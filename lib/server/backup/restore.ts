import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Database, migrateWithin, migrationHashes, type Tx } from '@/lib/db/client'
import { grantDesk } from '@/lib/db/desk-role'
import { recordAudit } from '@/lib/server/audit'
import { checkpointFile } from '@/lib/server/audit-log/desk-audit'
import { faultWords, verifyChain } from '@/lib/server/audit-log/verify'
import type { DocumentPlace } from '@/lib/server/documents/open-store'
import { holdSending } from '@/lib/server/sending-hold'
import about from '@/package.json'
import { BackupError } from './archive'
import { type BackupHead, type BackupManifest, dataKeyMark, type OpenBackup, openBackup } from './content'
import { type BackupKeys, listTables, rowsOf } from './make'
import { placeForDocuments, type RestoredDocuments } from './restored-documents'

export type WholeBackup = { head: BackupHead; manifest: BackupManifest }

/** Reads a whole backup. Throws a BackupError if it is truncated, altered, inconsistent or for another key. */
export async function verifyBackup(file: string, backupKey: Buffer): Promise<WholeBackup> {
  const backup = await openBackup(file, backupKey)
  try {
    const entries = backup.entries()
    for (let one = await entries.next(); ; one = await entries.next()) {
      if (one.done) return { head: backup.head, manifest: one.value }
      for await (const _ of one.value.content);
    }
  } finally {
    await backup.close()
  }
}

type Settings = Parameters<typeof checkpointFile>[0] & DocumentPlace

export type Restored = WholeBackup & {
  rows: number
  /** What is wrong with the audit log's chain, in words; null if nothing. */
  auditFault: string | null
}

/**
 * Restores a backup into an empty place: all of it in one transaction, or nothing. Throws a BackupError, with nothing
 * changed, if the file or the place is not suitable. `holdsSending`: nothing is sent until a person allows it, because
 * the desk may have sent more after the backup.
 */
export async function restoreBackup(
  openEmpty: () => Promise<Database>,
  settings: Settings,
  keys: BackupKeys,
  { file, now, holdsSending }: { file: string; now: Date; holdsSending: boolean },
): Promise<Restored> {
  const whole = await verifyBackup(file, keys.backupKey)
  requireSameSchema(whole.head)
  if (whole.head.dataKey !== dataKeyMark(keys.dataKey))
    throw new BackupError(
      'DATA_KEY is not that of the desk that was backed up: its identities and documents could never be opened. Give the DATA_KEY that it had.',
    )
  const place = await emptyPlace(settings, whole.manifest)
  const database = await openEmpty()
  try {
    const backup = await openBackup(file, keys.backupKey)
    try {
      await database.asOwner((db, client) =>
        db.transaction(async (tx) => {
          await requireEmpty(tx)
          await migrateWithin(tx)
          const manifest = await readInto(tx, client, backup, place)
          if (!isDeepStrictEqual(manifest, whole.manifest))
            throw new BackupError(`${file} was changed while it was read. Nothing was restored.`)
          for (const { name, last } of manifest.sequences)
            await tx.execute(sql`select setval(${name}::text::regclass, ${last}::bigint)`)
          if (holdsSending) await holdSending(tx, whole.head.takenAt)
          await recordAudit(tx, {
            at: now,
            actorId: null,
            action: 'backup-restored',
            subject: ['setting', 'backups'],
            requestId: 'command',
            detail: { takenAt: whole.head.takenAt, seals: manifest.audit.seq, holdsSending },
          })
          if (database.deskRole) await grantDesk(tx, database.deskRole)
          // Right before the commit: a database without its documents is worse than documents without a database.
          await place.fill()
        }),
      )
    } catch (error) {
      await place.clear()
      throw error
    } finally {
      await backup.close()
    }
    await place.documents.settle()
    const { fault } = await database.withSession((db) => verifyChain(db))
    return { ...whole, rows: rowsOf(whole.manifest), auditFault: fault && faultWords(fault) }
  } finally {
    await database.close()
  }
}

function requireSameSchema(head: BackupHead): void {
  const own = migrationHashes()
  if (isDeepStrictEqual(head.migrations, own)) return
  throw new BackupError(
    `The backup is of version ${head.version} with ${head.migrations.length} migrations, and this is version ${about.version} with ${own.length}. Restore it with the version that made it, then start this version on it.`,
  )
}

async function requireEmpty(tx: Tx): Promise<void> {
  const { rows } = await tx.execute<{ tables: number }>(sql`
    select count(*)::int as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'sandbox', 'drizzle', 'pgboss')`)
  const tables = rows[0]?.tables ?? 0
  if (tables > 0)
    throw new BackupError(
      `The database is not empty: it has ${tables} tables. Restore into an empty one (another DATABASE_URL or DATA_DIR). Where what it holds is not needed, npm run db:reset removes it.`,
    )
}

type Place = {
  documents: RestoredDocuments
  /** Where the file is written until everything is complete. */
  checkpoints: string
  fill(): Promise<void>
  clear(): Promise<void>
}

/** Never overwrites another desk's documents or checkpoints, or mixes them with the backup's. */
async function emptyPlace(settings: Settings, manifest: BackupManifest): Promise<Place> {
  const final = checkpointFile(settings)
  if (existsSync(final))
    throw new BackupError(
      `${final} is there already. It is evidence of what another log held: keep it, and move it away before you restore.`,
    )
  const documents = await placeForDocuments(settings, manifest)
  const checkpoints = `${final}.restoring`
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 })
  await rm(checkpoints, { force: true })
  let isFilled = false
  return {
    documents,
    checkpoints,
    async fill() {
      isFilled = true
      await documents.fill()
      if (existsSync(checkpoints)) await rename(checkpoints, final)
      for (const folder of new Set([settings.DATA_DIR, path.dirname(final)])) {
        const handle = await open(folder)
        await handle.sync()
        await handle.close()
      }
    },
    async clear() {
      await rm(checkpoints, { force: true })
      if (isFilled) await rm(final, { force: true })
      await documents.clear()
    },
  }
}

async function readInto(
  tx: Tx,
  client: ClientBase,
  backup: OpenBackup,
  place: Place,
): Promise<BackupManifest> {
  const tables = new Map((await listTables(tx)).map(({ name, columns }) => [name, columns]))
  const entries = backup.entries()
  for (;;) {
    const one = await entries.next()
    if (one.done) {
      if (tables.size > 0) throw new BackupError(`The backup lacks ${[...tables.keys()].join(', ')}.`)
      return one.value
    }
    const { entry, content } = one.value
    if (entry.kind === 'table') {
      const { name, columns } = entry
      // The name goes into a statement, so accept only tables of this database.
      if (!isDeepStrictEqual(tables.get(name), columns))
        throw new BackupError(`The backup holds ${name}, which this version has not or has otherwise.`)
      tables.delete(name)
      await pipeline(content, client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`)))
    } else if (entry.kind === 'document') await place.documents.add(entry.name, content)
    else
      await pipeline(content, createWriteStream(place.checkpoints, { mode: 0o600, flags: 'wx', flush: true }))
  }
}
