import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { auditLog, auditSeals } from '@/lib/db/schema/desk'
import { type Checkpoint, isSignedBy, type PublicKey } from './checkpoint'
import { SEALED_UP_TO } from './mark'
import { type AuditRow, exactMoment, NO_SEAL, ROW_COLUMNS, sealOf } from './seal'

/**
 * The first fault. Later rows are not checked, because every seal depends on the previous one. `row` is the number of
 * the audit row, `seq` that of its seal.
 */
export type ChainFault =
  | { kind: 'row-changed'; seq: number; row: string }
  | { kind: 'row-missing'; seq: number; row: string }
  | { kind: 'row-added'; row: string }
  | { kind: 'seal-changed'; seq: number; row: string }
  | { kind: 'seal-missing'; seq: number }
  | { kind: 'cut-off'; seq: number; checkpointSeq: number }
  | { kind: 'resealed'; seq: number }
  | { kind: 'rows-fewer'; checkpointSeq: number; rows: number; checkpointRows: number }

export type Verification = {
  /** The number of correct seals. */
  seq: number
  head: string
  /** Rows that have no seal yet. */
  unsealed: number
  checkpoints: number
  fault: ChainFault | null
}

const PAGE = 2_000

type SealedRow = AuditRow & { seq: string; auditId: string; seal: string; sealedAt: string }

/**
 * Recomputes every seal from the database and compares the chain with the signed checkpoints, which are stored
 * elsewhere. `checkpoints`: those with a valid signature, in order.
 */
export async function verifyChain(
  db: DbOrTx,
  checkpoints: readonly Checkpoint[] = [],
): Promise<Verification> {
  const found: Verification = { seq: 0, head: NO_SEAL, unsealed: 0, checkpoints: 0, fault: null }
  // One seal may have several checkpoints, and all must match: a later one may come from a chain that was resealed.
  const bySeq = Map.groupBy(checkpoints, ({ seq }) => seq)
  for (;;) {
    const rows = await readSealed(db, found.seq)
    for (const row of rows) {
      const fault = faultOf(found, row)
      if (fault) return { ...found, fault: await whoseFault(db, found, row, fault) }
      found.seq = Number(row.seq)
      found.head = row.seal
      const here = bySeq.get(found.seq) ?? []
      if (here.some(({ head }) => head !== found.head))
        return { ...found, fault: { kind: 'resealed', seq: found.seq } }
      found.checkpoints += here.length
    }
    if (rows.length < PAGE) break
    await nextTurn()
  }
  const added = await findAdded(db)
  if (added !== null) return { ...found, fault: { kind: 'row-added', row: added } }
  const beyond = checkpoints.find(({ seq }) => seq > found.seq)
  if (beyond) return { ...found, fault: { kind: 'cut-off', seq: found.seq, checkpointSeq: beyond.seq } }
  const { rows, unsealed } = await countRows(db)
  const fuller = checkpoints.find((checkpoint) => checkpoint.rows > rows)
  return {
    ...found,
    unsealed,
    fault: fuller
      ? { kind: 'rows-fewer', checkpointSeq: fuller.seq, rows, checkpointRows: fuller.rows }
      : null,
  }
}

async function readSealed(db: DbOrTx, after: number, limit = PAGE): Promise<SealedRow[]> {
  const { rows } = await db.execute<SealedRow>(sql`
    select ${auditSeals.seq}::text as "seq", ${auditSeals.auditId}::text as "auditId", ${auditSeals.seal} as "seal",
      ${exactMoment(sql`${auditSeals.sealedAt}`)} as "sealedAt", ${ROW_COLUMNS}
    from ${auditSeals} left join ${auditLog} on ${auditLog.id} = ${auditSeals.auditId}
    where ${auditSeals.seq} > ${after}
    order by ${auditSeals.seq} limit ${limit}`)
  return rows
}

type Before = Pick<Verification, 'seq' | 'head'>

const remade = ({ seq, head }: Before, row: SealedRow): string =>
  sealOf(head, { seq: seq + 1, sealedAt: row.sealedAt }, row)

function faultOf(before: Before, row: SealedRow): ChainFault | null {
  const seq = before.seq + 1
  if (Number(row.seq) !== seq) return { kind: 'seal-missing', seq }
  if (row.id === null) return { kind: 'row-missing', seq, row: row.auditId }
  return remade(before, row) === row.seal ? null : { kind: 'row-changed', seq, row: row.auditId }
}

/** If the next seal matches the recomputed seal, the row is right and the stored seal was changed. */
async function whoseFault(
  db: DbOrTx,
  before: Before,
  row: SealedRow,
  fault: ChainFault,
): Promise<ChainFault> {
  if (fault.kind !== 'row-changed') return fault
  const [next] = await readSealed(db, fault.seq, 1)
  const right = { seq: fault.seq, head: remade(before, row) }
  return next && next.id !== null && remade(right, next) === next.seal
    ? { kind: 'seal-changed', seq: fault.seq, row: row.auditId }
    : fault
}

/**
 * An unsealed row with an older transaction than the last sealed row was added later: the sealer would have seen it.
 * The last transaction itself may be only partly sealed, if it has as many rows as a page.
 */
async function findAdded(db: DbOrTx): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${auditLog.id}::text as id from ${auditLog}
    where ${auditLog.xid} < ${SEALED_UP_TO}
      and not exists (select from ${auditSeals} where ${auditSeals.auditId} = ${auditLog.id})
    order by ${auditLog.id} limit 1`)
  return rows[0]?.id ?? null
}

async function countRows(db: DbOrTx): Promise<{ rows: number; unsealed: number }> {
  const { rows } = await db.execute<{ rows: string; unsealed: string }>(sql`
    select count(*)::text as rows,
      count(*) filter (where not exists (
        select from ${auditSeals} where ${auditSeals.auditId} = ${auditLog.id}))::text as unsealed
    from ${auditLog}`)
  return { rows: Number(rows[0]?.rows), unsealed: Number(rows[0]?.unsealed) }
}

/** The checkpoints in a file that this key signed, and the numbers of the other lines. */
export function readCheckpoints(
  lines: readonly Checkpoint[],
  key: PublicKey,
): { good: Checkpoint[]; bad: Checkpoint[]; others: Checkpoint[] } {
  const own = lines.filter(({ key: id }) => id === key.id)
  return {
    good: own.filter((line) => isSignedBy(line, key)),
    bad: own.filter((line) => !isSignedBy(line, key)),
    others: lines.filter(({ key: id }) => id !== key.id),
  }
}

/** For people: which row, and what is wrong with it. */
export function faultWords(fault: ChainFault): string {
  switch (fault.kind) {
    case 'row-changed':
      return `Audit row ${fault.row} was changed after it was sealed (seal ${fault.seq}).`
    case 'row-missing':
      return `Audit row ${fault.row} was deleted after it was sealed (seal ${fault.seq}).`
    case 'row-added':
      return `Audit row ${fault.row} was added later, between rows that were sealed.`
    case 'seal-changed':
      return `Seal ${fault.seq} was changed. Its row, audit row ${fault.row}, is as it was sealed.`
    case 'seal-missing':
      return `Seal ${fault.seq} is missing.`
    case 'cut-off':
      return `The chain ends at seal ${fault.seq}, and a signed checkpoint has seal ${fault.checkpointSeq}: the last rows were deleted with their seals.`
    case 'resealed':
      return `Seal ${fault.seq} is not the one of its signed checkpoint: rows up to it were changed, and all were sealed again.`
    case 'rows-fewer':
      return `The log has ${fault.rows} rows, and ${fault.checkpointRows} at the signed checkpoint of seal ${fault.checkpointSeq}: rows were deleted before they were sealed.`
  }
}
