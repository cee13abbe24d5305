import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import type { Db } from '@/lib/db/client'
import type { Role } from '@/lib/domain/access/permissions'
import { createSandbox } from '@/lib/sandbox/create-sandbox'
import { listen } from '@/lib/sandbox/listen'
import { createOwnDatabase } from '@/lib/testing/test-cluster'
import { PARTNER_BOX, SECRETS } from './actions-applications'
import { MERCHANTS } from './actions-funding'
import { type Ground, openOwnDesk } from './desk'
import { emptierOf } from './emptier'
import { OwnJobs } from './own-jobs'
import { PartnerLine } from './partner-line'
import type { Random } from './random'
import { Reader } from './reader'
import type { Habits, Scene } from './scene'
import { SESSION_OPTIONS, Sessions } from './sessions'
import { type Locks, Stage } from './stage'

/**
 * What many histories share, one after the other: a database with the desk's and the partner's tables, and the
 * partner's server.
 */

const PEOPLE: [string, Role[]][] = [
  ['Ana', ['onboarding']],
  ['Otto', ['onboarding']],
  ['Una', ['underwriter']],
  ['Uwe', ['underwriter']],
  ['Fay', ['finance']],
  ['Finn', ['finance']],
  ['Flo', ['finance']],
  ['Fred', ['finance', 'onboarding']],
  ['Fiona', ['finance']],
  ['Frida', ['finance']],
  ['Ada', ['admin']],
  ['Alma', ['admin']],
]

const PROFILE = '941000000001'
const RECEIVER_KEY = 'simulated-receiver-key-0000000001'
const START = Date.parse('2026-11-16T09:00:00Z')

export type Started = {
  scene: Scene
  ground: Ground
  /** Values that may be stored only sealed. */
  secrets: readonly string[]
  newStage(random: Random): Stage
  pass(ms: number): void
  /** The current state, in one line. */
  standing(): Promise<string>
  /** How many requests the partner had. */
  requests(): Promise<number>
  end(): Promise<void>
}

export type House = {
  begin(random: Random, habits: Habits, tell: (line: string) => void): Promise<Started>
  close(): Promise<void>
}

export async function openHouse(): Promise<House> {
  const own = await createOwnDatabase({ migrated: true })
  const control = new Pool({ ...own.owner, max: 3, options: SESSION_OPTIONS })
  control.on('error', () => {})
  await control.query(`create schema simulation;
    create table simulation.posts (n bigserial primary key, body text not null, key text not null,
      at timestamptz not null, acknowledged boolean not null default false)`)
  const empty = await emptierOf(control)
  const sessions = new Sessions(own.desk, control)
  const directory = await mkdtemp(path.join(tmpdir(), 'payfac-desk-simulation-'))
  let clock = START
  const now = () => {
    clock += 1
    return new Date(clock)
  }
  const partnerPool = new Pool({ ...own.desk, max: 4, options: '-c timezone=UTC' })
  partnerPool.on('error', () => {})
  const partnerDb: Db = drizzle(partnerPool)
  let line = new PartnerLine(async () => new Response(null, { status: 503 }))
  const server = await listen({ host: '127.0.0.1', port: 0 }, (origin) => {
    const partner = createSandbox({ db: partnerDb, now, box: PARTNER_BOX, baseUrl: `${origin}/sandbox` })
    line = new PartnerLine(partner)
    return (request) => line.handle(request)
  })
  const partner = line.partner
  const partnerUrl = `${server.origin}/sandbox`
  const reader = await Reader.open({ ...own.owner, options: SESSION_OPTIONS })
  const read: Scene['read'] = (statement, values) => reader.read(statement, values)
  const write: Scene['write'] = async (statement, values = []) => {
    await control.query(statement, values)
    sessions.released()
  }
  const locks: Locks = {
    isWaiting: async (pid) => {
      const [row] = await read<{ waits: boolean }>('select cardinality(pg_blocking_pids($1)) > 0 as waits', [
        pid,
      ])
      return row?.waits ?? false
    },
    releases: () => sessions.releases,
  }

  return {
    async begin(random, habits, tell) {
      clock = START
      await empty()
      line = new PartnerLine(partner)
      const newStage = (of: Random) => new Stage(of, locks, tell)
      const ground: Ground = {
        sessions,
        stage: newStage(random),
        line,
        partnerUrl,
        jobs: new OwnJobs(),
        filesDir: directory,
        keys: { admit: () => 'unsure', isSure: () => true, refresh: async () => {}, stop: () => {} },
        now,
      }
      for (const [name, roles] of PEOPLE) {
        await control.query(
          `insert into users (id, email, name, password_hash, roles) values ($1, $2, $3, 'none', $4)`,
          [uuidOf(random), `${name.toLowerCase()}@desk.test`, name, roles],
        )
      }
      await control.query(
        `insert into merchants (merchant_id, name, state, created_by, created_at, updated_at, confirmed_by, confirmed_at)
         select id, 'Merchant ' || id, 'active', (select id from users where name = 'Ana'), $2, $2,
           (select id from users where name = 'Fay'), $2 from unnest($1::text[]) id`,
        [MERCHANTS, now().toISOString()],
      )
      await control.query(`insert into settings (key, value) values ('funding', $1), ('rules', $2)`, [
        JSON.stringify({
          secondAboveAmount: random.chance(0.5) ? '30' : null,
          overSale: random.chance(0.5),
        }),
        JSON.stringify({ resendNeedsSecondPerson: random.chance(0.5) }),
      ])
      const desk = await openOwnDesk(ground)
      const receiverId = uuidOf(random)
      const keyId = uuidOf(random)
      await control.query(
        `insert into callback_receivers (id, label, profile_id, created_by, created_at)
         values ($1, 'Main', $2, (select id from users where name = 'Ada'), $3)`,
        [receiverId, PROFILE, now().toISOString()],
      )
      await control.query(
        `insert into callback_keys (id, receiver_id, fingerprint, last_four, created_by, created_at)
         values ($1, $2, $3, '0001', (select id from users where name = 'Ada'), $4)`,
        [
          keyId,
          receiverId,
          desk.services.sealer.fingerprint('callback-key', RECEIVER_KEY),
          now().toISOString(),
        ],
      )
      ground.keys.admit = (key) => (key === RECEIVER_KEY ? { keyId } : 'unknown-key')
      const scene: Scene = {
        ground,
        desk,
        habits,
        receivers: [{ key: RECEIVER_KEY, keyId, profileId: PROFILE, merchantId: '' }],
        read,
        write,
      }
      return {
        scene,
        ground,
        secrets: SECRETS,
        newStage,
        pass: (ms) => {
          clock += ms
        },
        standing: async () => {
          const [row] = await read<{ line: string }>(`
            select concat_ws(' | ',
              (select string_agg(number || ' ' || status, ', ' order by number) from funding_batches),
              (select string_agg(state || coalesce(' ' || resolution, ''), ', ' order by sequence) from funding_attempts),
              (select string_agg(tran_id || ' ' || state || ' ' || funding, ', ' order by n) from callback_events),
              (select string_agg(status, ', ' order by created_at) from applications)) as line`)
          return row?.line ?? ''
        },
        requests: async () => {
          const [row] = await read<{ n: number }>('select count(*)::int as n from sandbox.journal')
          return row?.n ?? 0
        },
        end: async () => {
          line.dropAll()
          await scene.desk.kill()
        },
      }
    },
    async close() {
      await server.close()
      await sessions.end()
      await reader.end()
      await partnerPool.end()
      await control.end()
      await own.drop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function uuidOf(random: Random): string {
  const hex = random.bytes(16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
