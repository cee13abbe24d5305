import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BackupError, createArchive } from './archive'
import { type BackupEntry, openBackup, sumOf, sumsOfAll } from './content'

const key = randomBytes(32)
const ROWS = Buffer.from('1\ta\\nb\n2\t\\N\n')
/** Longer than a part, in chunks that do not fit into parts. */
const CONTENT = randomBytes(2_500_000)

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'archive-'))
  file = path.join(folder, 'whole.backup')
  await write(file)
})
afterAll(() => rm(folder, { recursive: true }))

const json = (value: unknown) => Buffer.from(JSON.stringify(value))

async function write(to: string, lie: (rows: number) => number = (rows) => rows): Promise<void> {
  const archive = await createArchive(to, key)
  const all = sumsOfAll()
  await archive.write('head', json({ version: '1', takenAt: 'now', migrations: [], dataKey: '' }))
  const entries: [BackupEntry, Buffer][] = [
    [{ kind: 'table', name: 'public.t', columns: ['a', 'b'] }, ROWS],
    [{ kind: 'checkpoints', name: 'checkpoints' }, Buffer.alloc(0)],
    [{ kind: 'document', name: `${crypto.randomUUID()}.sealed` }, CONTENT],
  ]
  for (const [entry, content] of entries) {
    const sum = sumOf(entry)
    await archive.write('entry', json(entry))
    for (let at = 0; at < content.length; at += 700_001) {
      const chunk = Buffer.from(content.subarray(at, at + 700_001))
      sum.add(chunk)
      await archive.write('bytes', chunk)
    }
    const found = sum.end()
    const told = { ...found, rows: found.rows === null ? null : lie(found.rows) }
    await archive.write('sum', json(told))
    all.add(entry, told)
  }
  const rest = { missing: { count: 0, first: [] }, sequences: [], audit: { seq: 0, head: '', rows: 0 } }
  await archive.write('manifest', json({ ...all.end(), ...rest }))
  await archive.finish()
}

async function readAll(from = file, by = key) {
  const backup = await openBackup(from, by)
  const contents: Record<string, Buffer> = {}
  try {
    const entries = backup.entries()
    for (let one = await entries.next(); ; one = await entries.next()) {
      if (one.done) return { contents, manifest: one.value }
      const chunks: Buffer[] = []
      for await (const chunk of one.value.content) chunks.push(chunk)
      contents[one.value.entry.kind] = Buffer.concat(chunks)
    }
  } finally {
    await backup.close()
  }
}

async function refused(bytes: Uint8Array, words: RegExp): Promise<void> {
  const bad = path.join(folder, 'bad.backup')
  await writeFile(bad, bytes)
  const error = await readAll(bad).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(BackupError)
  expect(String(error)).toMatch(words)
}

test('what is written is read again, counted and hashed', async () => {
  const { contents, manifest } = await readAll()
  expect(contents.table).toEqual(ROWS)
  expect(contents.checkpoints).toEqual(Buffer.alloc(0))
  expect(contents.document?.equals(CONTENT)).toBe(true)
  expect(manifest.sums.map(({ name, rows }) => [name, rows])).toEqual([
    ['public.t', 2],
    ['checkpoints', null],
  ])
  expect(manifest.documents).toMatchObject({ count: 1, bytes: CONTENT.length })
  expect(await readdir(folder)).not.toContain('whole.backup.unfinished')
})

describe('refused in words is', () => {
  test('a file that is cut, wherever it is', async () => {
    const whole = await readFile(file)
    for (const bytes of [62, 70, 400, 1_500_000, whole.length - 1])
      await refused(whole.subarray(0, bytes), /is cut off: its end is missing.*use another backup/)
  })

  test('one bit that is not as it was, wherever it is', async () => {
    const whole = await readFile(file)
    // The salt, a length, the sealed bytes and their tag; the end.
    for (const at of [40, 62, 70, 1_500_000, whole.length - 1]) {
      const bytes = Buffer.from(whole)
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
      await refused(bytes, /was altered or damaged.*use another backup/)
    }
  })

  test('parts in another order, and what follows the end', async () => {
    const whole = await readFile(file)
    const [first, second] = [61, 61 + 20 + whole.readUInt32BE(61)]
    const third = second + 20 + whole.readUInt32BE(second)
    const turned = [
      whole.subarray(0, first),
      whole.subarray(second, third),
      whole.subarray(first, second),
      whole.subarray(third),
    ]
    await refused(Buffer.concat(turned), /altered or damaged/)
    await refused(Buffer.concat([whole, Buffer.of(0)]), /altered or damaged/)
  })

  test('another key, another file, and no file', async () => {
    await expect(readAll(file, randomBytes(32))).rejects.toThrow(/another BACKUP_KEY. Give the one/)
    await refused(Buffer.from('x'.repeat(1_000)), /is not a backup of the desk/)
    await refused(Buffer.alloc(0), /is not a backup of the desk/)
    await expect(readAll(path.join(folder, 'none.backup'))).rejects.toThrow(/cannot be read \(ENOENT\)/)
  })

  test('a file that tells of more rows than it has', async () => {
    const lying = path.join(folder, 'lying.backup')
    await write(lying, (rows) => rows + 1)
    await expect(readAll(lying)).rejects.toThrow(/does not hold what it should \(public.t\)/)
  })

  test('a name that is taken, and a folder that is not there', async () => {
    await expect(write(file)).rejects.toThrow(/is there already/)
    await expect(write(path.join(folder, 'none', 'a.backup'))).rejects.toThrow(/cannot be written.*ENOENT/)
  })
})
