import { execFileSync, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  countWritten,
  isRunning,
  killHard,
  serverPid,
  startWriter,
  type Writer,
  watchdogPids,
} from '@/lib/testing/embedded-writer'
import { makeTable } from '@/lib/testing/make-table'
import { type Database, openDatabase } from './client'
import { findInstallation, makeLinks, packageOf } from './engine/installation'
import { asNobody, asOurselves, chooseUser, inUserNamespace, isRoot } from './engine/run-as'
import { DatabaseLockedError } from './engine/supervisor'

let emptyDataDir: string
let dataDir: string
const opened: Database[] = []
const writers: Writer[] = []
const folders: string[] = []

function newFolder(): string {
  const folder = fs.mkdtempSync(join(tmpdir(), 'payfac-desk-embedded-'))
  folders.push(folder)
  return folder
}

async function open(directory = dataDir): Promise<Database> {
  const database = await openDatabase({ dataDir: directory })
  opened.push(database)
  return database
}

function write(directory = dataDir, identity = {}): Writer {
  const writer = startWriter(directory, identity)
  writers.push(writer)
  return writer
}

const one = async ({ db }: Database) => (await db.execute(sql`select 1 as one`)).rows

/** Creating a cluster takes a second or more, so it is created once and copied. */
beforeAll(async () => {
  emptyDataDir = fs.mkdtempSync(join(tmpdir(), 'payfac-desk-embedded-'))
  await (await openDatabase({ dataDir: emptyDataDir })).close()
})
afterAll(() => fs.rmSync(emptyDataDir, { recursive: true }))

beforeEach(() => {
  dataDir = newFolder()
  fs.cpSync(emptyDataDir, dataDir, { recursive: true })
})

afterEach(async () => {
  vi.restoreAllMocks()
  for (const writer of writers.splice(0)) await writer.kill()
  for (const database of opened.splice(0)) await database.close()
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true })
})

describe('the database', () => {
  test('waits for the disk, checks its pages, and can be reached by one private door', async () => {
    const { db } = await open()
    const { rows } = await db.execute(sql`
      select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits,
        current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums,
        current_setting('listen_addresses') as addresses, current_setting('unix_socket_permissions') as door,
        (select string_agg(rolname, ' ' order by rolname) from pg_roles where rolcanlogin) as roles, current_user as me,
        (select datcollate || ' ' || datlocprovider::text from pg_database where datname = current_database()) as locale`)
    expect(rows).toEqual([
      {
        fsync: 'on',
        commits: 'on',
        pages: 'on',
        checksums: 'on',
        addresses: '',
        door: '0700',
        roles: 'desk desk_at_work',
        me: 'desk_at_work',
        locale: 'C b',
      },
    ])
    const host = join(dataDir, 'postgres')
    expect(fs.statSync(host).mode & 0o777).toBe(0o700)
    expect(fs.statSync(join(host, 'desk-password')).mode & 0o777).toBe(0o600)
    const stranger = new Client({ host, user: 'desk', database: 'postgres', password: 'a guess' })
    await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' })
  })

  test.skipIf(process.platform !== 'linux')('is told nothing of the desk’s environment', async () => {
    vi.stubEnv('DATA_KEY', 'a key that no one else may read')
    await open()
    const environment = fs.readFileSync(`/proc/${serverPid(dataDir)}/environ`, 'utf8')
    vi.unstubAllEnvs()
    expect(environment).toContain('PATH=')
    expect(environment).not.toContain('DATA_KEY')
  })

  test('that was closed has ended, and can be opened again', async () => {
    await open()
    const server = serverPid(dataDir)
    await opened.pop()?.close()
    expect(isRunning(server)).toBe(false)
    expect(await one(await open())).toEqual([{ one: 1 }])
  })

  test('is closed in a script that does nothing else, and in one that forgets it', async () => {
    const script = (end: string) =>
      `import { openDatabase } from './lib/db/client.ts'; const d = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} }); ${end}`
    for (const end of ['await d.close(); console.log("closed")', 'console.log("closed")']) {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['--import', 'tsx', '--input-type=module', '-e', script(end)],
        { encoding: 'utf8' },
      )
      expect([status, stdout, stderr]).toEqual([0, 'closed\n', ''])
    }
    expect(await one(await open())).toEqual([{ one: 1 }])
  })

  test('whose folder was copied with open doors is closed to others', async () => {
    fs.chmodSync(join(dataDir, 'postgres'), 0o755)
    expect(await one(await open())).toEqual([{ one: 1 }])
    expect(fs.statSync(join(dataDir, 'postgres')).mode & 0o077).toBe(0)
  })

  test('with a path that is too long for a socket has its door in a short folder, as closed, and gone afterwards', async () => {
    const long = join(newFolder(), 'x'.repeat(100))
    fs.renameSync(dataDir, long)
    const database = await open(long)
    const { rows } = await database.asOwner((db) =>
      db.execute<{ dir: string }>(sql`select current_setting('unix_socket_directories') as dir`),
    )
    const dir = rows[0]?.dir ?? ''
    expect(dir.length).toBeLessThan(90)
    expect(fs.statSync(dir).mode & 0o777).toBe(0o700)
    await expect(openDatabase({ dataDir: long })).rejects.toThrow(DatabaseLockedError)
    await opened.pop()?.close()
    await expect.poll(() => fs.existsSync(dir)).toBe(false)
  })
})

describe('a second desk', () => {
  test('is refused with the process id of the first, which goes on', async () => {
    const holder = write()
    await holder.hasTold(1)
    const refused = await openDatabase({ dataDir }).catch((error) => error)
    expect(refused).toBeInstanceOf(DatabaseLockedError)
    expect(refused.holderPid).toBe(holder.pid)
    expect(refused.message).toContain(`process ${holder.pid}`)
    expect(refused.message).toContain(dataDir)
    await holder.hasTold(holder.lines.length + 1)
  })

  test('in the same process is refused too', async () => {
    await open()
    await expect(openDatabase({ dataDir })).rejects.toThrow(`this process (process id ${process.pid})`)
  })

  test('that starts at the same moment waits its turn: one has it, the other is refused', async () => {
    const fresh = newFolder()
    const both = await Promise.allSettled([open(fresh), open(fresh)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: expect.any(DatabaseLockedError),
    })
    expect(fs.readdirSync(fresh)).toEqual(['postgres'])
  })

  test('on a copy of the folder has a database of its own, while the first one runs', async () => {
    const first = await open()
    await makeTable(first, sql`create table only_here (n int)`)
    await first.asOwner((db) => db.execute(sql`checkpoint`))
    const copy = newFolder()
    fs.cpSync(dataDir, copy, { recursive: true, filter: (path) => !fs.lstatSync(path).isSocket() })
    const second = await open(copy)
    await makeTable(second, sql`create table only_there (n int)`)
    expect((await first.db.execute(sql`select to_regclass('only_there') as t`)).rows).toEqual([{ t: null }])
  })
})

describe('after a kill -9', () => {
  test('of the desk its database ends by itself, with nobody there to see it', async () => {
    const writer = write()
    await writer.hasTold(2)
    const server = serverPid(dataDir)
    const watchdog = watchdogPids(server)
    await writer.kill()
    await expect.poll(() => [server, ...watchdog].some(isRunning), { timeout: 30_000 }).toBe(false)
  })

  test('of the database the desk starts it again, and what waited goes on', async () => {
    const writer = write()
    await writer.hasTold(3)
    const before = serverPid(dataDir)
    killHard(before)
    // Output that arrives now may have been sent before the kill.
    await vi.waitFor(() => expect(serverPid(dataDir)).not.toBe(before), { timeout: 60_000 })
    const told = writer.lines.length
    await writer.hasTold(told + 20)
    await writer.kill()
    expect(await countWritten(dataDir)).toBeGreaterThanOrEqual(told + 19)
  })

  test('of the desk and of whoever should have ended its database, the next start takes it over', async () => {
    const writer = write()
    await writer.hasTold(2)
    const orphan = serverPid(dataDir)
    // Both must end at the same moment: a desk that outlives its watchdog by milliseconds takes the database over.
    process.kill(writer.pid, 'SIGSTOP')
    for (const pid of watchdogPids(orphan)) killHard(pid)
    await writer.kill()
    expect(isRunning(orphan)).toBe(true)
    expect(await countWritten(dataDir)).toBeGreaterThan(0)
    expect(isRunning(orphan)).toBe(false)
  })

  test('a stranger who has the process id by now stops nothing', async () => {
    const writer = write()
    await writer.hasTold(2)
    const server = serverPid(dataDir)
    for (const pid of [...watchdogPids(server), server]) killHard(pid)
    await writer.kill()
    // A process of the database's user, which PostgreSQL would take for a running server.
    const { uid, gid } = fs.statSync(join(dataDir, 'postgres/PG_VERSION'))
    const stranger = spawn('sleep', ['600'], isRoot() ? { uid, gid } : {})
    try {
      const lock = join(dataDir, 'postgres/postmaster.pid')
      const [, ...rest] = fs.readFileSync(lock, 'utf8').split('\n')
      fs.writeFileSync(lock, [stranger.pid, ...rest].join('\n'))
      expect(await countWritten(dataDir)).toBeGreaterThan(0)
      expect(isRunning(stranger.pid ?? 0)).toBe(true)
    } finally {
      stranger.kill()
    }
  })

  /** Killed between making one of its lock files and writing into it, or between the two; or rebooted since. */
  test.each([
    { left: 'an empty postmaster.pid', pid: '', socketLock: null },
    { left: 'an empty lock of its socket', pid: null, socketLock: '' },
    { left: 'both empty', pid: '', socketLock: '' },
    { left: 'a lock of its socket with the process id of a stranger', pid: null, socketLock: 'stranger' },
    { left: 'both with that of a stranger', pid: 'stranger', socketLock: 'stranger' },
    { left: 'that of a stranger, and an empty lock of its socket', pid: 'stranger', socketLock: '' },
  ])('a server that left $left stops nothing', async ({ pid, socketLock }) => {
    const cluster = join(dataDir, 'postgres')
    // A process of the database's user; a copied folder belongs to the user who copied it.
    const { uid, gid } = fs.statSync(join(emptyDataDir, 'postgres/PG_VERSION'))
    const stranger = spawn('sleep', ['600'], isRoot() ? { uid, gid } : {})
    try {
      for (const [name, text] of [
        ['postmaster.pid', pid],
        ['.s.PGSQL.5432.lock', socketLock],
      ] as const) {
        if (text === null) continue
        fs.writeFileSync(join(cluster, name), text.replace('stranger', `${stranger.pid}\n`), { mode: 0o600 })
        if (isRoot()) fs.chownSync(join(cluster, name), uid, gid)
      }
      expect(await one(await open())).toEqual([{ one: 1 }])
      expect(isRunning(stranger.pid ?? 0)).toBe(true)
    } finally {
      stranger.kill()
    }
  })

  test('of a first start the next one begins again, and clears away what was left', async () => {
    const fresh = newFolder()
    const writer = write(fresh)
    await expect.poll(() => fs.readdirSync(fresh).length, { timeout: 60_000, interval: 2 }).toBeGreaterThan(0)
    await writer.kill()
    expect(await one(await open(fresh))).toEqual([{ one: 1 }])
    expect(fs.readdirSync(fresh)).toEqual(['postgres'])
  })
})

describe('where it cannot run, words say why and what to do:', () => {
  test('a folder of the former kind', async () => {
    const former = newFolder()
    fs.mkdirSync(join(former, 'database'))
    fs.writeFileSync(join(former, 'database/PG_VERSION'), '17\n')
    await expect(openDatabase({ dataDir: former })).rejects.toThrow(/earlier versions.*npm run db:reset/)
    expect(fs.readdirSync(former)).toEqual(['database'])
  })

  test('a cluster of another major version', async () => {
    fs.writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '9\n')
    await expect(openDatabase({ dataDir })).rejects.toThrow(/made by PostgreSQL 9, and PostgreSQL 18/)
    fs.writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '18\n')
    expect(await one(await open())).toEqual([{ one: 1 }])
  })

  test('settings that do not let it start', async () => {
    fs.appendFileSync(join(dataDir, 'postgres/postgresql.conf'), '\nno_such_setting = 1\n')
    await expect(openDatabase({ dataDir })).rejects.toThrow(/did not start.*no_such_setting/s)
  })

  test.each([
    ['linux', 'x64', true, /glibc.*DATABASE_URL/],
    ['win32', 'x64', false, /no embedded database for win32-x64.*DATABASE_URL/],
    ['linux', 'riscv64', false, /no embedded database for linux-riscv64.*DATABASE_URL/],
  ] as const)('%s %s, musl: %s', (platform, arch, musl, words) => {
    expect(() => packageOf(platform, arch, musl)).toThrow(words)
  })

  test('no user that may run it', async () => {
    const nobodyCan = [{ ...asOurselves, runAs: () => ({ prefix: ['false'], identity: {}, owner: null }) }]
    await expect(chooseUser(findInstallation(), dataDir, nobodyCan)).rejects.toThrow(
      /cannot run here.*as this user.*ordinary user, or set DATA_DIR.*DATABASE_URL/s,
    )
  })
})

test('links that an install script would have made are made where they are missing', () => {
  const folder = newFolder()
  fs.mkdirSync(join(folder, 'native/lib'), { recursive: true })
  fs.writeFileSync(join(folder, 'native/lib/libpq.so.5.18'), 'a library')
  fs.writeFileSync(
    join(folder, 'native/pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  )
  makeLinks(folder)
  makeLinks(folder)
  expect(fs.readlinkSync(join(folder, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18')
  expect(fs.readFileSync(join(folder, 'native/lib/libpq.so.5'), 'utf8')).toBe('a library')
})

describe.skipIf(!isRoot())('as root', () => {
  const userOfServer = () =>
    execFileSync('ps', ['-o', 'uid=', '-p', String(serverPid(dataDir))], { encoding: 'utf8' }).trim()

  test('it runs as nobody where the folders let nobody pass', async () => {
    const chosen = await chooseUser(findInstallation(), dataDir, [asNobody(dataDir)]).catch(() => null)
    await open()
    expect(userOfServer() !== '0').toBe(chosen !== null)
    // Its own folder is still closed to other users.
    expect(fs.statSync(dataDir).mode & 0o007).toBe(0)
  })

  test('it runs in a user namespace below a closed folder, and what nobody owned before is handed over', async ({
    skip,
  }) => {
    await open()
    await opened.pop()?.close()
    const home = newFolder()
    const inside = join(home, 'data')
    fs.renameSync(dataDir, inside)
    dataDir = inside
    const chosen = await chooseUser(findInstallation(), inside, [inUserNamespace]).catch(() => null)
    if (chosen === null) return skip('there are no user namespaces here')
    expect(await one(await open())).toEqual([{ one: 1 }])
    expect(userOfServer()).toBe('0')
    await opened.pop()?.close()

    fs.chmodSync(home, 0o755)
    expect(await one(await open())).toEqual([{ one: 1 }])
  })

  test('an ordinary user runs it as themselves', async ({ skip }) => {
    const nobody = Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }))
    const theirs = newFolder()
    fs.chownSync(theirs, nobody, nobody)
    const writer = write(theirs, { uid: nobody, gid: nobody })
    try {
      await writer.hasTold(3)
    } catch (error) {
      if (/EACCES|Cannot find/.test(String(error))) return skip('the project is not open to others here')
      throw error
    }
    expect(fs.statSync(join(theirs, 'postgres')).uid).toBe(nobody)
  })

  test('a cluster that somebody else has made stays theirs', async ({ skip }) => {
    const [name, id] = execFileSync('getent', ['passwd'], { encoding: 'utf8' })
      .split('\n')
      .map((line) => [line.split(':')[0], Number(line.split(':')[2])] as const)
      .filter(([name, uid]) => uid > 0 && name !== 'nobody')[0] ?? ['', 0]
    if (id === 0) return skip('there is no one else')
    dataDir = newFolder()
    fs.cpSync(emptyDataDir, dataDir, { recursive: true })
    fs.chmodSync(dataDir, 0o711)
    execFileSync('chown', ['-R', `${name}:`, join(dataDir, 'postgres')])
    try {
      await open()
    } catch (error) {
      if (/cannot run here/.test(String(error))) return skip('the project is not open to others here')
      throw error
    }
    expect(userOfServer()).toBe(String(id))
    expect(fs.statSync(join(dataDir, 'postgres')).uid).toBe(id)
  })
})
