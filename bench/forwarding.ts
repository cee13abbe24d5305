import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { MAX_DOCUMENT_BYTES } from '@/lib/domain/documents/document-kinds'
import { attachmentBody } from '@/lib/partner/attachment-body'
import type { Forked } from './ground'
import { alternate, median, megabytes, milliseconds, times } from './measure'
import { growthDuring } from './memory'
import type { Subject } from './results'

const ROUNDS = 7
const AIM = 0.8
const AIM_BYTES = 40_000_000

export const forwarding: Subject = {
  title: 'Sending a document on to the partner',
  how: `A stored document, sealed on the disk, of ${MAX_DOCUMENT_BYTES.toLocaleString('en-US')} bytes sent as Base64 by the partner's client, against piping the very same request body from a file to the same connection; the sender in a process of its own, and so the receiver, which throws everything away. ${ROUNDS} rounds.`,
  async measure(ground) {
    const documentId = randomUUID()
    const stored = path.join(ground.directory, 'documents', documentId)
    const ready = path.join(ground.directory, 'request-body')
    await mkdir(path.dirname(stored), { recursive: true })
    const content = Buffer.alloc(MAX_DOCUMENT_BYTES, 'A document of the bench. ')
    const sha256 = createHash('sha256').update(content).digest('hex')
    await writeFile(stored, content)
    const body = attachmentBody({
      parentId: '006000000000001AAA',
      referenceId: 'bench',
      name: 'bench.pdf',
      sizeBytes: MAX_DOCUMENT_BYTES,
      open: () => createReadStream(stored),
    })
    await pipeline(body.open, createWriteStream(ready))

    const receiver = await ground.startReceiver(path.join(ground.directory, 'piped'))
    const senderOf = () =>
      ground.fork('bench/attachment-sender.ts', [receiver.origin, ground.directory, documentId, sha256])
    const [desk, plain] = [await senderOf(), await senderOf()]
    const send = async (sender: Forked, how: string) => Number(await sender.ask(how))
    await send(desk, 'client')
    await send(plain, ready)
    const measured: Record<'desk' | 'floor' | 'raw', number[]> = { desk: [], floor: [], raw: [] }
    const growthBytes = await growthDuring(desk.pid, async () => {
      Object.assign(
        measured,
        await alternate(ground.rounds(ROUNDS), {
          desk: () => send(desk, 'client'),
          floor: () => send(plain, ready),
          raw: () => send(plain, stored),
        }),
      )
    })

    const perSecond = (bytes: number, ms: readonly number[]) => `${megabytes(bytes / (median(ms) / 1000))}/s`
    const ratio = median(measured.floor) / median(measured.desk)
    const rawRatio = median(measured.raw) / median(measured.desk)
    return {
      figures: [
        {
          what: 'send 100 MB as Base64, bytes of the request',
          desk: perSecond(body.sizeBytes, measured.desk),
          floor: perSecond(body.sizeBytes, measured.floor),
          compared: times(ratio),
          aim: `≥ ${AIM} ×`,
          reached: ratio >= AIM,
        },
        {
          what: 'the same, bytes of the document (floor: the document piped as it is, a quarter less to send)',
          desk: perSecond(MAX_DOCUMENT_BYTES, measured.desk),
          floor: perSecond(MAX_DOCUMENT_BYTES, measured.raw),
          compared: times(rawRatio),
          aim: '',
          reached: null,
        },
        {
          what: 'growth of the sender’s memory',
          desk: megabytes(growthBytes),
          floor: '–',
          compared: '',
          aim: `≤ ${megabytes(AIM_BYTES)}`,
          reached: growthBytes <= AIM_BYTES,
        },
      ],
      notes: [
        `One document takes ${milliseconds(median(measured.desk))}; its request body piped ${milliseconds(median(measured.floor))}; the document piped ${milliseconds(median(measured.raw))}.`,
      ],
    }
  },
}
