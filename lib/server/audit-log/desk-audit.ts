import path from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { DAY_MS } from '@/lib/domain/values/calendar'
import type { Env } from '@/lib/env'
import { log } from '@/lib/log'
import { recordAudit } from '@/lib/server/audit'
import { loadAuditSeed } from '@/lib/server/secrets'
import type { Services } from '@/lib/server/services'
import { getSetting, storeSetting } from '@/lib/server/settings'
import { type Checkpoint, type PublicKey, parseCheckpoints, signingKey } from './checkpoint'
import { type CheckpointState, createCheckpointWriter, readCheckpointFile } from './checkpoint-writer'
import { type Sealer, startSealer } from './sealer'
import { faultWords, readCheckpoints, type Verification, verifyChain } from './verify'

/** The audit log's chain in a running desk: sealed continuously, signed every few minutes, verified daily. */
export type DeskAudit = {
  publicKey: PublicKey
  checkpoints(): CheckpointState
  /** Recomputes every seal and stores the result. `by`: who asked; null for the daily verification. */
  verify(by: { actorId: string; requestId: string } | null): Promise<StoredVerification>
  /** Call it once nothing modifies existing rows any more. */
  begin(): void
  stop(): Promise<void>
}

const CHECKPOINT_MS = 5 * 60_000
/** How often to check whether the daily verification is due. */
const DUE_MS = 10 * 60_000

const verificationSchema = z.object({
  at: z.string(),
  seq: z.int(),
  checkpoints: z.int(),
  /** In words; null if there is no fault. */
  fault: z.string().nullable(),
  /** What an admin should know although it is not a fault, in words. */
  note: z.string().nullable().default(null),
})
/** The last verification's result. It is in the database, so it proves less than the command on the server. */
export type StoredVerification = z.output<typeof verificationSchema>

export async function lastVerification({ db }: Pick<Services, 'db'>): Promise<StoredVerification | null> {
  const read = verificationSchema.safeParse(await getSetting(db, 'audit-verification'))
  return read.success ? read.data : null
}

type Settings = Pick<
  Env,
  | 'DATA_DIR'
  | 'AUDIT_SIGNING_KEY'
  | 'AUDIT_SIGNING_KEY_FILE'
  | 'AUDIT_CHECKPOINT_FILE'
  | 'AUDIT_CHECKPOINT_URL'
  | 'AUDIT_CHECKPOINT_INNER'
>

export const checkpointFile = ({ AUDIT_CHECKPOINT_FILE, DATA_DIR }: Settings): string =>
  AUDIT_CHECKPOINT_FILE || path.join(DATA_DIR, 'audit-checkpoints.jsonl')

export async function openDeskAudit(
  services: Pick<Services, 'db' | 'now'>,
  env: Settings,
): Promise<DeskAudit> {
  const key = signingKey(await loadAuditSeed(env))
  const file = checkpointFile(env)
  const writer = createCheckpointWriter(services, key, {
    file,
    post: env.AUDIT_CHECKPOINT_URL
      ? { url: env.AUDIT_CHECKPOINT_URL, innerAllowed: env.AUDIT_CHECKPOINT_INNER === '1' }
      : null,
  })
  const timers: NodeJS.Timeout[] = []
  let sealer: Sealer | null = null
  let verifying: Promise<StoredVerification> | null = null

  async function verify(by: { actorId: string; requestId: string } | null): Promise<StoredVerification> {
    const found = await verifyWithFile(services, file, key.public, { last: writer.state().last })
    const kept: StoredVerification = {
      at: services.now().toISOString(),
      seq: found.seq,
      checkpoints: found.checkpoints,
      fault: found.problem,
      note: found.note,
    }
    if (kept.fault) log.error({ fault: kept.fault }, 'the audit log is not as it was sealed')
    await services.db.transaction(async (tx) => {
      await storeSetting(tx, 'audit-verification', kept)
      await recordAudit(tx, {
        at: services.now(),
        actorId: by?.actorId ?? null,
        action: 'audit-verified',
        subject: ['setting', 'audit-log'],
        requestId: by?.requestId ?? 'job',
        detail: {
          seals: kept.seq,
          checkpoints: kept.checkpoints,
          key: key.public.id,
          fault: kept.fault,
          ...(kept.note && { note: kept.note }),
        },
      })
    })
    return kept
  }

  async function verifyWhenDue(): Promise<void> {
    const last = await lastVerification(services)
    if (last && services.now().getTime() - Date.parse(last.at) < DAY_MS) return
    await verify(null)
  }
  const quietly = (run: () => Promise<unknown>) => () => {
    run().catch((error) => log.error({ err: error }, 'the audit log could not be verified, and is later'))
  }

  return {
    publicKey: key.public,
    checkpoints: writer.state,
    verify(by) {
      verifying ??= verify(by).finally(() => {
        verifying = null
      })
      return verifying
    },
    begin() {
      sealer = startSealer(services)
      // Do not wait: the first run seals everything that was ever written.
      void writer.write()
      timers.push(
        setInterval(() => void writer.write(), CHECKPOINT_MS).unref(),
        setInterval(quietly(verifyWhenDue), DUE_MS).unref(),
      )
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      if (!sealer) return
      await sealer.stop()
      await writer.write({ atEnd: true })
    },
  }
}

type FileVerification = Verification & {
  /** What is wrong, in words: in the chain, a forged line, or missing lines. */
  problem: string | null
  /** That the signing key changed, in words. */
  note: string | null
  /** Lines that another key signed, and unreadable lines: they prove nothing either way. */
  otherKeys: number
  unreadable: number[]
}

/**
 * Verifies the chain against a file's checkpoints; a missing file has none. `own`: set for the desk's own file, with the
 * checkpoint that the desk wrote last. A copy of the file may be older and have fewer.
 */
export async function verifyWithFile(
  { db }: Pick<Services, 'db'>,
  file: string,
  key: PublicKey,
  own: { last: Checkpoint | null } | null,
): Promise<FileVerification> {
  const { checkpoints, unreadable } = parseCheckpoints(await readCheckpointFile(file))
  const { good, bad, others } = readCheckpoints(checkpoints, key)
  // Count each checkpoint once, so that a duplicate line cannot hide a missing one.
  const inFile = new Map(good.map((checkpoint) => [nameOf(checkpoint), checkpoint]))
  const last = own?.last?.key === key.id ? own.last : null
  const isLastGone = last !== null && !inFile.has(nameOf(last))
  const found = await verifyChain(db, [...inFile.values(), ...(isLastGone ? [last] : [])])
  const [forged] = bad
  const before = own && (await readEarlier(db, key))
  const fewer = before && before.checkpoints > inFile.size ? before.checkpoints : null
  const problem = found.fault
    ? faultWords(found.fault)
    : forged
      ? `The checkpoint of seal ${forged.seq} in the file has a wrong signature: the file was changed.`
      : isLastGone
        ? `The checkpoint of seal ${last.seq}, which this desk signed at ${last.at}, is not in the checkpoint file: lines were taken out of it or changed.`
        : fewer !== null
          ? `The checkpoint file has ${inFile.size} checkpoints of this key; an earlier verification found ${fewer}. Either lines were taken out of it or changed, or another desk signs with this key into a file of its own. Desks that share a database need one file, or a key each.`
          : null
  const note =
    before?.lastKey && before.lastKey !== key.id
      ? `The signing key changed: the verification before this one was with key ${before.lastKey}. The ${others.length} checkpoints of other keys were not looked at; verify them with --key.`
      : null
  return { ...found, problem, note, otherKeys: others.length, unreadable }
}

const nameOf = ({ seq, head, rows, at }: Checkpoint): string => `${seq} ${head} ${rows} ${at}`

/** From earlier verifications in the log: the largest number of checkpoints by this key, and the last key. */
async function readEarlier(
  db: Services['db'],
  key: PublicKey,
): Promise<{ checkpoints: number; lastKey: string | null }> {
  const { rows } = await db.execute<{ checkpoints: string | null; lastKey: string | null }>(sql`
    with earlier as (
      select id, detail->>'key' as key, detail->'checkpoints' as checkpoints from audit_log
      where action = 'audit-verified' and detail ? 'key')
    select (select max(case when jsonb_typeof(checkpoints) = 'number' then checkpoints::numeric end)
        from earlier where key = ${key.id})::text as checkpoints,
      (select key from earlier order by id desc limit 1) as "lastKey"`)
  return { checkpoints: Number(rows[0]?.checkpoints ?? 0), lastKey: rows[0]?.lastKey ?? null }
}
