import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withCheckSuffix } from '@/lib/domain/values/record-id'
import { application, isRecordId, type Json, withValue } from '@/lib/testing/interface/application-bodies'
import { shown } from '@/lib/testing/interface/field-cases'
import { readObject, SANDBOX_PATHS, type SandboxCalls, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'

/** Endpoint 3 of the interface, "Upload attachments", held to the document. */

const MAX_BYTES = 104_857_600
const MAX_RECORDS = 200
const TOO_LARGE = 150 * 1024 * 1024

let sandbox: SandboxProcess
let calls: SandboxCalls
let opportunityId: string
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  calls = sandboxCalls(sandbox.url)
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  opportunityId = (await calls.createApplication(application())).opportunityId
})

const record = (referenceId: string, fields: Json = {}): Json => ({
  attributes: { type: 'Attachment', referenceId },
  ParentId: opportunityId,
  Name: `${referenceId}.pdf`,
  body: Buffer.from(referenceId).toString('base64'),
  ...fields,
})

const held = async () => {
  const { attachments } = await readObject(await calls.control('GET', `opportunities/${opportunityId}`))
  return attachments
}

async function expectStored(records: Json[]) {
  const response = await calls.sendAttachments({ records })
  const answer = await readObject(response)
  expect([response.status, answer]).toEqual([
    200,
    {
      hasErrors: false,
      results: records.map(({ attributes }) => ({
        referenceId: Object(attributes).referenceId,
        id: expect.any(String),
      })),
    },
  ])
  const ids = [answer.results].flat().map((result) => Object(result).id)
  expect(ids.map((id) => isRecordId(id, '00P'))).toEqual(ids.map(() => true))
  expect(new Set(ids).size).toBe(records.length)
  expect(await held()).toMatchObject(records.map(({ Name }, index) => ({ id: ids[index], name: Name })))
}

/** Sends a good record on each side of a bad one, and expects a result for the bad one only, and nothing stored. */
async function expectRefused(bad: unknown, referenceId: unknown, field?: string) {
  const response = await calls.sendAttachments({ records: [record('before'), bad, record('after')] })
  expect([response.status, await readObject(response)]).toEqual([
    400,
    {
      hasErrors: true,
      results: [
        {
          referenceId,
          errors: expect.arrayContaining([
            {
              statusCode: expect.stringMatching(/^[A-Z][A-Z_]*$/),
              message: expect.stringMatching(/\S/),
              fields: field === undefined ? expect.any(Array) : [field],
            },
          ]),
        },
      ],
    },
  ])
  expect(await held()).toEqual([])
}

describe('a reference id', () => {
  test('has letters, digits and underscores, in any number', async () => {
    await expectStored(['a', 'Z9_', '_', '0', 'x'.repeat(60)].map((id) => record(id)))
  })

  test.each(['a-b', 'a b', 'ä', 'a.b', '', 'a\n', '٣', 'a/b'])('is not %j', async (referenceId) => {
    await expectRefused(record(referenceId), referenceId)
  })

  test.each([undefined, null, 7, ['a'], {}, true])('is a string, and not %j', async (referenceId) => {
    await expectRefused(withValue(record('bad'), 'attributes.referenceId', referenceId), null)
  })

  test('is unique within the request, and may come again in another', async () => {
    const response = await calls.sendAttachments({ records: ['a', 'b', 'a'].map((id) => record(id)) })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      hasErrors: true,
      results: [{ referenceId: 'a' }, { referenceId: 'a' }],
    })
    expect(await held()).toEqual([])
    await expectStored([record('a')])
    expect((await calls.sendAttachments({ records: [record('a')] })).status).toBe(200)
  })

  test('is told apart by the case of its letters', async () => {
    await expectStored([record('a'), record('A')])
  })
})

describe('the other members of a record', () => {
  test.each([
    undefined,
    {},
    { referenceId: 'bad' },
    { type: 'Attachments', referenceId: 'bad' },
    { type: 'Document', referenceId: 'bad' },
    'Attachment',
  ])('attributes %j are not of type Attachment', async (attributes) => {
    const referenceId = Object(attributes).referenceId ?? null
    await expectRefused(withValue(record('bad'), 'attributes', attributes), referenceId)
  })

  test.each([undefined, null, '', 7, 'a'.repeat(14), 'a'.repeat(19), `006${'-'.repeat(15)}`, {}])(
    'ParentId %j is not of 15 to 18 alphanumeric characters',
    async (parent) => {
      await expectRefused(record('bad', { ParentId: parent }), 'bad', 'ParentId')
    },
  )

  test('ParentId must be a known opportunity', async () => {
    const { accountId, contactIds } = await calls.createApplication(application())
    const unknown = withCheckSuffix('006000000000000')
    for (const parent of [
      unknown,
      '006000000000999AAA',
      'a'.repeat(15),
      'a'.repeat(16),
      accountId,
      contactIds[0],
    ])
      await expectRefused(record('bad', { ParentId: parent }), 'bad', 'ParentId')
  })

  test('ParentId may be of 15 characters', async () => {
    await expectStored([record('a', { ParentId: opportunityId.slice(0, 15) })])
  })

  test.each([undefined, null, 7, ['a.pdf'], '', 'a\u0000.pdf'])(
    'Name is a string, and not %j',
    async (name) => {
      await expectRefused(record('bad', { Name: name }), 'bad', 'Name')
    },
  )
})

describe('the content', () => {
  test.each(['body', 'Body'])('is the member %s', async (member) => {
    const { body, ...rest } = record('a')
    await expectStored([{ ...rest, [member]: body }])
  })

  test.each(['QQ==', 'QUI=', 'QUJD', 'ab+/'])('may be %j', async (body) => {
    await expectStored([record('a', { body })])
  })

  test('is in one of the two, not in both', async () => {
    await expectRefused(record('bad', { Body: 'QUJD' }), 'bad')
  })

  test('is kept as it was', async () => {
    const contents = [Buffer.from([0, 255, 0]), Buffer.from('ü\r\n'), Buffer.from('%PDF-1.7')]
    await expectStored(
      contents.map((content, index) =>
        record(`doc_${index}`, { Name: `Datei ü ${index}.pdf`, body: content.toString('base64') }),
      ),
    )
    expect(await held()).toMatchObject(
      contents.map((content) => ({
        sizeBytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      })),
    )
  })

  test.each([
    undefined,
    null,
    7,
    ['QQ=='],
    '',
    'QQ',
    'QQ=',
    'QUJDR',
    '====',
    'QQ===',
    'Q===',
    'QQ==QQ==',
    'QUJ DRA=',
    'QUJD\n',
    'QUJD\nQUJ',
    'ab-_',
    'Ünop',
    'data:text/plain;base64,QUJD',
  ])('is valid Base64, and not %j', async (content) => {
    await expectRefused(record('bad', { body: content }), 'bad')
  })

  test('may have 104,857,600 bytes, and not one more', async () => {
    const content = Buffer.alloc(MAX_BYTES, 'PayFac')
    const larger = Buffer.alloc(MAX_BYTES + 1, 'PayFac').toString('base64')
    const refused = await calls.sendAttachments({ records: [record('bad', { body: larger })] })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      hasErrors: true,
      results: [{ referenceId: 'bad', errors: [{ fields: ['body'] }] }],
    })
    expect(await held()).toEqual([])
    await expectStored([record('a', { body: content.toString('base64') })])
    expect(await held()).toMatchObject([
      { sizeBytes: MAX_BYTES, sha256: createHash('sha256').update(content).digest('hex') },
    ])
  })
})

describe('the records', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => record(`r_${index}`))

  test('may be 200, in their order', async () => {
    await expectStored(many(MAX_RECORDS))
    expect(await held()).toMatchObject(many(MAX_RECORDS).map(({ Name }) => ({ name: Name })))
  })

  test('may not be 201', async () => {
    const response = await calls.sendAttachments({ records: many(MAX_RECORDS + 1) })
    expect(response.status).toBe(400)
    expect(await readObject(response)).toMatchObject({ hasErrors: true })
    expect(await held()).toEqual([])
  })

  test('may be of several opportunities', async () => {
    const other = await calls.createApplication(application())
    const response = await calls.sendAttachments({
      records: [record('a'), record('b', { ParentId: other.opportunityId })],
    })
    expect(response.status).toBe(200)
    expect(await held()).toHaveLength(1)
  })

  test('fail alone: results name only those that do', async () => {
    const response = await calls.sendAttachments({
      records: [record('a'), record('b', { body: '!' }), record('c'), record('d', { Name: 7 })],
    })
    expect(response.status).toBe(400)
    expect(await readObject(response)).toMatchObject({
      hasErrors: true,
      results: [{ referenceId: 'b' }, { referenceId: 'd' }],
    })
    expect(await held()).toEqual([])
  })

  test.each([null, 'text', [[]]])('have none that is %j', async (value) => {
    await expectRefused(value, null)
  })

  const bodies: unknown[] = [
    {},
    { records: [] },
    { records: {} },
    { records: 'text' },
    { records: null },
    [],
    null,
    7,
  ]
  test.each(bodies.map((body) => [shown(body), body]))('are not %s', async (_, body) => {
    const response = await calls.sendAttachments(JSON.stringify(body))
    expect(response.status).toBe(400)
    expect(await readObject(response)).toMatchObject({ hasErrors: true, results: expect.any(Array) })
  })

  test.each(['', '{', '{"records":[{]}'])('are not the broken JSON %j', async (text) => {
    const response = await calls.sendAttachments(text)
    expect(response.status).toBe(400)
    expect(await readObject(response)).toMatchObject({ hasErrors: true })
  })
})

describe('the request', () => {
  test.each([SANDBOX_PATHS.attachment, `${SANDBOX_PATHS.attachment}/`])(
    'goes to %s, with no redirect',
    async (path) => {
      const response = await calls.send(path, { records: [record('a')] }, { redirect: 'manual' })
      expect(response.status).toBe(200)
    },
  )

  test.each(['text/plain', 'multipart/form-data', 'application/octet-stream'])(
    'is not of content type %s',
    async (type) => {
      const response = await calls.sendAttachments(
        { records: [record('a')] },
        { headers: { 'content-type': type } },
      )
      expect([400, 415]).toContain(response.status)
      expect(await held()).toEqual([])
    },
  )

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
