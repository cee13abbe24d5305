import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withCheckSuffix } from '@/lib/domain/values/record-id'
import { readObject, SANDBOX_PATHS, type SandboxCalls, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'

let sandbox: SandboxProcess
let calls: SandboxCalls
let opportunityId: string
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  calls = sandboxCalls(sandbox.url)
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  opportunityId = (await calls.createApplication()).opportunityId
})

const MAX_BYTES = 104_857_600
const TOO_LARGE = 150 * 1024 * 1024

type Fields = Record<string, unknown>

const record = (referenceId: unknown, fields: Fields = {}): Fields => ({
  attributes: { type: 'Attachment', referenceId },
  ParentId: opportunityId,
  Name: 'voided check.pdf',
  body: Buffer.from('a voided check').toString('base64'),
  ...fields,
})

const attachmentsOf = async (id: string) =>
  (await readObject(await calls.control('GET', `opportunities/${id}`))).attachments

/** Sends the records, expects a refusal of these reference ids only, and that nothing was stored. */
async function expectRefusal(records: unknown, failing: unknown[]) {
  const response = await calls.sendAttachments({ records })
  expect(response.status).toBe(400)
  const failure = (referenceId: unknown) => ({
    referenceId,
    errors: expect.arrayContaining([
      {
        statusCode: expect.stringMatching(/^[A-Z_0-9]+$/),
        message: expect.any(String),
        fields: expect.any(Array),
      },
    ]),
  })
  expect(await response.json()).toEqual({ hasErrors: true, results: failing.map(failure) })
  expect(await attachmentsOf(opportunityId)).toEqual([])
}

describe('an upload', () => {
  test('answers reference id and record id, and keeps name, size and hash of the content', async () => {
    const contents = [Buffer.from('%PDF-1.7 …'), Buffer.from([0, 255, 254, 0])]
    const response = await calls.sendAttachments({
      records: contents.map((content, index) =>
        record(`doc_${index}`, { Name: `Datei ü ${index}.pdf`, body: content.toString('base64') }),
      ),
    })
    expect(response.status).toBe(200)
    const answer = await response.json()
    expect(answer).toEqual({
      hasErrors: false,
      results: [
        { referenceId: 'doc_0', id: expect.stringMatching(/^00P[A-Za-z0-9]{15}$/) },
        { referenceId: 'doc_1', id: expect.stringMatching(/^00P[A-Za-z0-9]{15}$/) },
      ],
    })
    expect(await attachmentsOf(opportunityId)).toEqual(
      contents.map((content, index) => ({
        id: answer.results[index].id,
        name: `Datei ü ${index}.pdf`,
        sizeBytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      })),
    )
  })

  test('takes the content as Body too, and the parent by 15 characters', async () => {
    const { body, ...rest } = record('doc')
    const response = await calls.sendAttachments({
      records: [{ ...rest, Body: body, ParentId: opportunityId.slice(0, 15) }],
    })
    expect(response.status).toBe(200)
    expect(await attachmentsOf(opportunityId)).toHaveLength(1)
  })

  test.each(['QQ==', 'QUI=', 'QUJD', 'ab+/'])('%s is Base64', async (body) => {
    expect((await calls.sendAttachments({ records: [record('doc', { body })] })).status).toBe(200)
  })

  test('has at most 200 records', async () => {
    const records = Array.from({ length: 201 }, (_, index) => record(`doc_${index}`))
    const refused = await calls.sendAttachments({ records })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ hasErrors: true })
    expect(await attachmentsOf(opportunityId)).toEqual([])
    expect((await calls.sendAttachments({ records: records.slice(1) })).status).toBe(200)
    expect(await attachmentsOf(opportunityId)).toHaveLength(200)
  })
})

describe('a refused upload names the failing records only, and stores nothing', () => {
  test.each<[string, (good: () => Fields) => Fields, unknown]>([
    ['a reference id with a hyphen', () => record('doc-1'), 'doc-1'],
    ['a reference id with a space', () => record('doc 1'), 'doc 1'],
    ['a reference id with a line break at its end', () => record('doc\n'), 'doc\n'],
    ['an empty reference id', () => record(''), ''],
    ['a reference id that is a number', () => record(7), null],
    ['no reference id', () => record(undefined), null],
    ['no attributes', () => ({ ...record('x'), attributes: undefined }), null],
    [
      'another record type',
      () => ({ ...record('bad'), attributes: { type: 'Document', referenceId: 'bad' } }),
      'bad',
    ],
    ['no parent', () => record('bad', { ParentId: undefined }), 'bad'],
    ['an unknown parent', () => record('bad', { ParentId: withCheckSuffix('006000000000000') }), 'bad'],
    ['a parent id of 14 characters', () => record('bad', { ParentId: 'a'.repeat(14) }), 'bad'],
    ['a parent id of 19 characters', () => record('bad', { ParentId: 'a'.repeat(19) }), 'bad'],
    ['no name', () => record('bad', { Name: undefined }), 'bad'],
    ['an empty name', () => record('bad', { Name: '' }), 'bad'],
    ['a name with a NUL character', () => record('bad', { Name: 'a\u0000.pdf' }), 'bad'],
    ['no content', () => record('bad', { body: undefined }), 'bad'],
    ['empty content', () => record('bad', { body: '' }), 'bad'],
    ['content that is null', () => record('bad', { body: null }), 'bad'],
    ['content that is a number', () => record('bad', { body: 7 }), 'bad'],
    ['content given twice', () => record('bad', { Body: 'QUJD' }), 'bad'],
    ['Base64 of a wrong length', () => record('bad', { body: 'QUJDR' }), 'bad'],
    ['Base64 with a line break', () => record('bad', { body: 'QUJD\nQUJ' }), 'bad'],
    ['Base64 with padding inside', () => record('bad', { body: 'QQ==QUJD' }), 'bad'],
    ['padding only', () => record('bad', { body: '====' }), 'bad'],
    ['the URL alphabet', () => record('bad', { body: 'ab-_' }), 'bad'],
    ['a data address', () => record('bad', { body: 'data:application/pdf;base64,QUJD' }), 'bad'],
  ])('%s', async (_, bad, referenceId) => {
    const good = () => record('good')
    await expectRefusal([good(), bad(good)], [referenceId])
  })

  test('a reference id given twice', async () => {
    await expectRefusal([record('a'), record('b'), record('a')], ['a', 'a'])
  })

  test.each([
    ['null', null],
    ['a string', 'text'],
    ['a list', []],
  ])('a record that is %s', async (_, value) => {
    await expectRefusal([record('good'), value], [null])
  })

  test.each([
    ['no records', {}],
    ['an empty list', { records: [] }],
    ['records that are no list', { records: {} }],
    ['a body that is null', null],
    ['a body that is a list', []],
  ])('%s', async (_, body) => {
    const response = await calls.sendAttachments(JSON.stringify(body))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ hasErrors: true })
  })

  test('broken JSON', async () => {
    const response = await calls.sendAttachments('{"records":[')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ hasErrors: true })
  })
})

describe('the size of an upload', () => {
  test('a file may have 104,857,600 bytes, and not one more', async () => {
    const content = Buffer.alloc(MAX_BYTES, 'PayFac')
    const accepted = await calls.sendAttachments({
      records: [record('doc', { body: content.toString('base64') })],
    })
    expect(accepted.status).toBe(200)
    expect(await attachmentsOf(opportunityId)).toMatchObject([
      { sizeBytes: MAX_BYTES, sha256: createHash('sha256').update(content).digest('hex') },
    ])

    const larger = Buffer.concat([content, Buffer.from('!')]).toString('base64')
    const refused = await calls.sendAttachments({ records: [record('doc', { body: larger })] })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      hasErrors: true,
      results: [{ referenceId: 'doc', errors: [{ fields: ['body'] }] }],
    })
    expect(await attachmentsOf(opportunityId)).toHaveLength(1)
  })

  test('a body over 150 MB by its Content-Length is refused unread', async () => {
    const before = (await calls.journal()).length
    const response = await calls.sendAttachments(new Uint8Array(TOO_LARGE + 1))
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject([{ errorCode: expect.any(String) }])
    expect((await calls.journal()).slice(before)).toMatchObject([{ status: 413, bytes: 0, applied: false }])
  })

  test('a body without a Content-Length is refused when it has passed 150 MB', async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(0x20)
    let sentBytes = 0
    const endless = new ReadableStream({
      pull(controller) {
        sentBytes += chunk.length
        // Far more than the limit: only an answer before the end stops this.
        if (sentBytes > 10 * TOO_LARGE) controller.close()
        else controller.enqueue(chunk)
      },
    })
    const response = await calls.send(SANDBOX_PATHS.attachment, undefined, {
      body: endless,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
    expect(sentBytes).toBeLessThan(5 * TOO_LARGE)
    expect((await calls.journal()).at(-1)).toMatchObject({ status: 413, applied: false })
  })
})
