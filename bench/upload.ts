import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import path from 'node:path'
import { MAX_DOCUMENT_BYTES } from '@/lib/domain/documents/document-kinds'
import { routes } from '@/lib/routes'
import { type SignedIn, signIn } from './desk-pages'
import { alternate, median, megabytes, milliseconds, timed, times } from './measure'
import { growthDuring } from './memory'
import type { Subject } from './results'

const ROUNDS = 7
const AIM = 0.8
const AIM_BYTES = 40_000_000

export const upload: Subject = {
  title: 'Upload of a document',
  how: `${MAX_DOCUMENT_BYTES.toLocaleString('en-US')} bytes over the loopback in one resumable-upload request to the desk, against a plain HTTP server that pipes them into a file, in a process of its own. ${ROUNDS} rounds.`,
  async measure(ground) {
    const desk = await ground.startDesk()
    const receiver = await ground.startReceiver(path.join(ground.directory, 'piped'))
    const person = await signIn(desk.origin)
    // A small one first: the route's code is loaded by its first request, and is no growth.
    await uploadToDesk(person, desk.origin, 1_000_000)
    await send(`${receiver.origin}/disk`, 'PUT', {}, 1_000_000)

    const measured: { desk: number[]; floor: number[] } = { desk: [], floor: [] }
    const growthBytes = await growthDuring(desk.pid, async () => {
      Object.assign(
        measured,
        await alternate(ground.rounds(ROUNDS), {
          desk: () => uploadToDesk(person, desk.origin, MAX_DOCUMENT_BYTES),
          floor: () => timed(() => send(`${receiver.origin}/disk`, 'PUT', {}, MAX_DOCUMENT_BYTES)),
        }),
      )
    })
    await person.api.dispose()
    const ratio = median(measured.floor) / median(measured.desk)
    return {
      figures: [
        {
          what: 'upload 100 MB',
          desk: perSecond(measured.desk),
          floor: perSecond(measured.floor),
          compared: times(ratio),
          aim: `≥ ${AIM} ×`,
          reached: ratio >= AIM,
        },
        {
          what: 'growth of the desk’s memory',
          desk: megabytes(growthBytes),
          floor: '–',
          compared: '',
          aim: `≤ ${megabytes(AIM_BYTES)}`,
          reached: growthBytes <= AIM_BYTES,
        },
      ],
      notes: [
        `One upload takes ${milliseconds(median(measured.desk))}, the plain one ${milliseconds(median(measured.floor))}.`,
        'The desk reads the request as Node does, past the copies that Next makes of each chunk, and writes a megabyte at a time, where the plain pipe writes each chunk as it comes: hence it can be quicker than its floor.',
        'It lets go of the memory of every chunk as soon as that is written. Left to the collector, chunks pile up outside of the heap to some 70 MB, and letting go of them marks all of what the desk holds.',
        'Growth is the highest resident memory during all rounds, less what the process had before the first, after an upload of 1 MB. What the garbage collector had not given back yet counts.',
      ],
    }
  },
}

const perSecond = (ms: readonly number[]) => `${megabytes(MAX_DOCUMENT_BYTES / (median(ms) / 1000))}/s`

/** No application has to be there until an upload becomes a document. */
const ABOUT = Object.entries({
  application: '0198c0de-0000-4000-8000-000000000001',
  name: 'bench.pdf',
  category: 'other',
  modified: '0',
})
  .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
  .join(',')

/** Begins an upload, sends it whole in one request, whose time is the figure, and throws it away. */
async function uploadToDesk({ api, storageState }: SignedIn, origin: string, bytes: number): Promise<number> {
  const tus = { 'tus-resumable': '1.0.0' }
  const started = await api.post(routes.api.uploads, {
    headers: { ...tus, 'upload-length': String(bytes), 'upload-metadata': ABOUT },
  })
  const location = started.headers().location
  if (started.status() !== 201 || !location)
    throw new Error(`Beginning an upload answered ${started.status()}.`)
  const url = new URL(location, origin).href
  const cookie = storageState.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const headers = {
    ...tus,
    cookie,
    origin,
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  }
  const ms = await timed(() => send(url, 'PATCH', headers, bytes))
  await api.delete(url, { headers: tus })
  return ms
}

const CHUNK = randomBytes(256 * 1024)

/** Sends that many bytes, as fast as they are taken. */
async function send(
  url: string,
  method: string,
  headers: Record<string, string>,
  bytes: number,
): Promise<void> {
  const request = http.request(url, {
    method,
    agent: false,
    headers: { ...headers, 'content-length': bytes },
  })
  const answered = new Promise<number>((resolve, reject) => {
    request.once('response', (response) =>
      response.resume().once('end', () => resolve(response.statusCode ?? 0)),
    )
    request.once('error', reject)
  })
  for (let sent = 0; sent < bytes; sent += CHUNK.length) {
    if (!request.write(CHUNK.subarray(0, bytes - sent))) await once(request, 'drain')
  }
  request.end()
  const status = await answered
  if (status !== 204) throw new Error(`${method} ${new URL(url).pathname} answered ${status}.`)
}
