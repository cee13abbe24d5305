import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attachmentBody, base64Parts } from './attachment-body'
import { PartnerError } from './errors'
import { wireAttachmentRequestSchema } from './wire/attachment'

async function* chunksOf(chunks: Uint8Array[]) {
  yield* chunks
}

async function collect(parts: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const part of parts) all.push(Buffer.from(part))
  return Buffer.concat(all)
}

const attachment = (name: string, sizeBytes: number, chunks: Uint8Array[]) =>
  attachmentBody({
    parentId: '006000000000001AAA',
    referenceId: 'document_1',
    name,
    sizeBytes,
    open: () => chunksOf(chunks),
  })

describe('attachment body', () => {
  it('a stream’s Base64 is that of the whole, however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 12 }), async (chunks) => {
        expect((await collect(base64Parts(chunksOf(chunks)))).toString()).toBe(
          Buffer.concat(chunks).toString('base64'),
        )
      }),
    )
  })

  it('its length is known before the first byte, and it says what was to be sent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.uint8Array({ maxLength: 50 }),
        async (name, bytes) => {
          const body = attachment(name, bytes.length, [bytes])
          const sent = await collect(body.open())
          expect(sent.length).toBe(body.sizeBytes)
          const [record] = wireAttachmentRequestSchema.parse(JSON.parse(sent.toString())).records
          expect(record).toMatchObject({ ParentId: '006000000000001AAA', Name: name })
          expect(Buffer.from(record?.body ?? '', 'base64')).toEqual(Buffer.from(bytes))
        },
      ),
    )
  })

  it.each([
    ['shorter', 5],
    ['longer', 3],
  ])('a file that is %s than announced stops before the request is whole', async (_how, sizeBytes) => {
    const body = attachment('a.txt', sizeBytes, [Buffer.from('ab'), Buffer.from('cd')])
    const parts: string[] = []
    const reading = (async () => {
      for await (const part of body.open()) parts.push(Buffer.from(part).toString())
    })()
    await expect(reading).rejects.toThrow(PartnerError)
    await expect(reading).rejects.toMatchObject({ kind: 'file', outcome: 'not-applied' })
    expect(parts.join('').length).toBeLessThan(body.sizeBytes)
    expect(parts.join('')).not.toContain(']}')
  })
})
