import { sql } from 'drizzle-orm'
import type { Db, Tx } from '@/lib/db/client'
import { auditLog, auditSeals } from '@/lib/db/schema/desk'
import { log } from '@/lib/log'
import type { Services } from '@/lib/server/services'
import { SEALED_UP_TO } from './mark'
import { type AuditRow, NO_SEAL, ROW_COLUMNS, sealOf } from './seal'

/** An arbitrary number that no other lock of the desk uses. */
const SEAL_LOCK = 7_239_401_173
/** Rows sealed per transaction. */
const PAGE = 1_000

/**
 * Seals all unsealed rows whose position is final: rows of transactions older than the oldest running one, ordered by
 * transaction and row. So a row that a long transaction is still writing gets its place before later ones, and no row is
 * skipped. Only one sealer runs at a time, however many desks there are: others find the lock taken and return. Returns
 * how many rows were sealed.
 */
export async function sealWaiting({ db, now }: Pick<Services, 'db' | 'now'>): Promise<number> {
  for (let sealed = 0; ; ) {
    const page = await db.transaction((tx) => sealPage(tx, now()))
    sealed += page
    if (page < PAGE) return sealed
  }
}

async function sealPage(tx: Tx, at: Date): Promise<number> {
  const { rows: locks } = await tx.execute<{ isMine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${SEAL_LOCK}) as "isMine"`,
  )
  if (!locks[0]?.isMine) return 0
  const { rows: found } = await tx.execute<Waiting>(sql`
    with last_seal as (select seq, seal from audit_seals order by seq desc limit 1)
    select ${ROW_COLUMNS}, ${auditLog.xid}::text as "xid",
      ${auditLog.xid} >= pg_snapshot_xmax(pg_current_snapshot()) as "isAhead",
      (select seq::text from last_seal) as "lastSeq", (select seal from last_seal) as "lastSeal"
    from ${auditLog}
    where ${auditLog.xid} >= coalesce(${SEALED_UP_TO}, '0'::xid8)
      and (${auditLog.xid} < pg_snapshot_xmin(pg_current_snapshot())
        -- It can be seen, and yet has not begun here: it was copied from another cluster.
        or ${auditLog.xid} >= pg_snapshot_xmax(pg_current_snapshot()))
      and not exists (select from ${auditSeals} where ${auditSeals.auditId} = ${auditLog.id})
    order by ${auditLog.xid}, ${auditLog.id}
    limit ${PAGE}`)
  const rows = await withoutNearlyPresent(tx, found)
  const [first] = rows
  if (!first) return 0
  let seq = Number(first.lastSeq ?? 0)
  let seal = first.lastSeal ?? NO_SEAL
  // The database stores microseconds; a Date has none, so they read back as zeros.
  const sealedAt = at.toISOString().replace('Z', '000Z')
  const seals = rows.map((row) => {
    seq += 1
    seal = sealOf(seal, { seq, sealedAt }, row)
    return { seq, audit_id: row.id, seal }
  })
  await tx.execute(sql`
    insert into ${auditSeals} (seq, audit_id, seal, sealed_at)
    select seq, audit_id, seal, ${sealedAt}::timestamptz
    from json_to_recordset(${JSON.stringify(seals)}::json) as given(seq bigint, audit_id bigint, seal text)`)
  return seals.length
}

type Waiting = AuditRow & { xid: string; isAhead: boolean; lastSeq: string | null; lastSeal: string | null }

/**
 * A row whose number is ahead of the cluster's now, but no longer by the time of its seal, would pass for one written
 * here (`SEALED_UP_TO`), and for later than rows still being written. It waits until it is in order.
 */
async function withoutNearlyPresent(tx: Tx, rows: Waiting[]): Promise<Waiting[]> {
  if (!rows.some(({ isAhead }) => isAhead)) return rows
  const { rows: own } = await tx.execute<{ xid: string }>(sql`select pg_current_xact_id()::text as "xid"`)
  const present = BigInt(own[0]?.xid ?? 0)
  return rows.filter(({ isAhead, xid }) => !isAhead || BigInt(xid) > present)
}

export type SealedUpTo = { seq: number; head: string; rows: number }

/** The end of the chain, and the number of rows in the log. */
export async function readHead(db: Pick<Db, 'execute'>): Promise<SealedUpTo> {
  const { rows } = await db.execute<{ seq: string | null; head: string | null; rows: string }>(sql`
    select (select max(seq) from audit_seals)::text as seq,
      (select seal from audit_seals order by seq desc limit 1) as head,
      (select count(*) from audit_log)::text as rows`)
  const [head] = rows
  return { seq: Number(head?.seq ?? 0), head: head?.head ?? NO_SEAL, rows: Number(head?.rows ?? 0) }
}

/** Rows that are not sealed yet: usually those of the last half second. */
export async function countUnsealed(db: Pick<Db, 'execute'>): Promise<number> {
  const { rows } = await db.execute<{ unsealed: number }>(sql`
    select count(*)::int as unsealed from ${auditLog}
    where ${auditLog.xid} >= coalesce(${SEALED_UP_TO}, '0'::xid8)
      and not exists (select from ${auditSeals} where ${auditSeals.auditId} = ${auditLog.id})`)
  return rows[0]?.unsealed ?? 0
}

export async function readSeal(db: Pick<Db, 'execute'>, seq: number): Promise<string | null> {
  const { rows } = await db.execute<{ seal: string }>(sql`select seal from audit_seals where seq = ${seq}`)
  return rows[0]?.seal ?? null
}

const LOOK_EVERY_MS = 500

/** `stop` resolves once no run is in progress. The next sealer seals what remains. */
export type Sealer = { stop(): Promise<void> }

export function startSealer(services: Pick<Services, 'db' | 'now'>): Sealer {
  let running: Promise<void> | null = null
  const run = async () => {
    try {
      await sealWaiting(services)
    } catch (error) {
      log.error({ err: error }, 'audit rows could not be sealed, and are tried again soon')
    }
    running = null
  }
  const timer = setInterval(() => {
    running ??= run()
  }, LOOK_EVERY_MS).unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
      await run()
    },
  }
}
