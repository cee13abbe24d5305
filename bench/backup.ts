import { randomBytes } from 'node:crypto'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { type Db, migrateDatabase, openDatabase } from '@/lib/db/client'
import { EVENTS, seedEvents } from './callback-log'
import { alternate, median, megabytes, times } from './measure'
import { growthDuring } from './memory'
import type { Subject } from './results'

const ROUNDS = 3
const DOCUMENTS = 10_000
const DOCUMENT_BYTES = 100_000
const AIM_BYTES_A_SECOND = 50_000_000
const AIM_GROWTH_BYTES = 100_000_000

export const backup: Subject = {
  title: 'Backup',
  how: `Of ${EVENTS.toLocaleString('en-US')} events in an embedded database and ${DOCUMENTS.toLocaleString('en-US')} documents of ${DOCUMENT_BYTES / 1000} kB on the disk, in a process that does nothing else; against one that copies the table and the files into one file, and neither seals nor hashes. ${ROUNDS} rounds.`,
  async measure(ground) {
    const folder = path.join(ground.directory, 'backed-up')
    const database = await openDatabase({ dataDir: folder })
    try {
      await migrateDatabase(database)
      await database.asOwner((db) => seedEvents(db, ground.size(EVENTS)))
      await database.asOwner((db) =>
        seedDocuments(db, ground.size(DOCUMENTS), path.join(folder, 'documents')),
      )
    } finally {
      await database.close()
    }
    const maker = await ground.fork('bench/backup-maker.ts', [folder])
    let bytes = 0
    const ofCore: number[] = []
    const write = (what: string) => async (round: number) => {
      const file = path.join(ground.directory, `${what}-${round}`)
      const [ms = 0, coreMs = 0] = (await maker.ask(`${what} ${file}`)).split(' ').map(Number)
      if (what === 'backup') {
        bytes = (await stat(file)).size
        ofCore.push(coreMs)
      }
      await rm(file)
      return ms
    }
    const took: { desk: number[]; floor: number[] } = { desk: [], floor: [] }
    const growth = await growthDuring(maker.pid, async () => {
      // The backup alone: what the other grows by is none of it.
      await write('backup')(0)
    })
    Object.assign(
      took,
      await alternate(ground.rounds(ROUNDS), { desk: write('backup'), floor: write('copy') }),
    )
    const rate = bytes / (median(took.desk) / 1000)
    return {
      figures: [
        {
          what: `backup of ${megabytes(bytes)}`,
          desk: `${megabytes(rate)}/s`,
          floor: `${megabytes(bytes / (median(took.floor) / 1000))}/s`,
          compared: times(median(took.floor) / median(took.desk)),
          aim: `≥ ${megabytes(AIM_BYTES_A_SECOND)}/s`,
          reached: rate >= AIM_BYTES_A_SECOND,
        },
        {
          what: 'growth of the memory of the process',
          desk: megabytes(growth),
          floor: '–',
          compared: '',
          aim: `≤ ${megabytes(AIM_GROWTH_BYTES)}`,
          reached: growth <= AIM_GROWTH_BYTES,
        },
      ],
      notes: [
        `One backup takes ${(median(took.desk) / 1000).toFixed(1)} s, and the process has a core for ${(median(ofCore) / 1000).toFixed(1)} s of them, which is ${megabytes(bytes / (median(ofCore) / 1000))} for each second of it. The rest waits for PostgreSQL and the disk.`,
      ],
    }
  },
}

/** Sealed contents are random bytes to whoever backs them up; nobody opens them here. */
async function seedDocuments(db: Db, count: number, folder: string): Promise<void> {
  await db.execute(sql`
    insert into applications (status, created_by, created_at, updated_at)
    select 'draft', id, now(), now() from users limit 1`)
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into documents (application_id, name, category, media_type, size_bytes, sha256, sealed_key, delivery,
      uploaded_by, uploaded_at)
    select a.id, 'document-' || i || '.pdf', 'other', 'application/pdf', ${DOCUMENT_BYTES}, md5(i::text), 'none',
      'waiting', a.created_by, now()
    from generate_series(1, ${count}::int) i, (select id, created_by from applications limit 1) a
    returning id`)
  await mkdir(folder, { recursive: true })
  for (const { id } of rows) await writeFile(path.join(folder, `${id}.sealed`), randomBytes(DOCUMENT_BYTES))
}
