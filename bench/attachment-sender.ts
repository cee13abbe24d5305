import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { createPartnerClient } from '@/lib/partner/client'
import { createDocumentStore, type StoredDocument } from '@/lib/server/documents/document-store'
import { createSealer } from '@/lib/server/sealing/sealer'

/**
 * A process that sends a stored document, told by its parent how: `client` as the desk does, by the partner's
 * client; or a file's path, which is piped to the connection as it is. Answers each with the milliseconds taken.
 */
const [receiver = '', directory = '', documentId = '', sha256 = ''] = process.argv.slice(2)

const partner = createPartnerClient({
  authUrl: receiver,
  clientId: 'bench',
  clientSecret: 'bench',
  username: 'bench',
  password: 'bench',
  securityToken: '',
  instanceHosts: [new URL(receiver).host],
})
const sealer = createSealer([{ version: 1, key: randomBytes(32) }])
const documents = path.join(directory, 'documents')
const store = await createDocumentStore(path.join(directory, 'uploads'), documents, sealer)
const { size: sizeBytes } = await stat(path.join(documents, documentId))
let document: StoredDocument | undefined
// A token in hand, as it is for 24 hours.
await partner.checkToken()

async function sendByClient(): Promise<void> {
  document ??= {
    id: documentId,
    sizeBytes,
    sealedKey: await store.seal({ id: documentId, sizeBytes, sealedKey: null, sha256 }),
  }
  const stored = document
  const attachment = { parentId: '006000000000001AAA', referenceId: 'bench', name: 'bench.pdf', sizeBytes }
  // As the desk does: what was changed on the disk is never begun to be sent.
  if ((await store.check(stored)) !== 'whole') throw new Error('The document is not whole.')
  await partner.uploadAttachment({ ...attachment, open: () => store.pass(stored) })
}

async function pipeFile(file: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'content-length': (await stat(file)).size }
  const request = http.request(receiver, { method: 'POST', agent: false, headers })
  const answered = new Promise<void>((resolve, reject) => {
    request.once('response', (response) => response.resume().once('end', resolve))
    request.once('error', reject)
  })
  createReadStream(file).pipe(request)
  await answered
}

process.on('message', async (how: string) => {
  const startedAt = performance.now()
  await (how === 'client' ? sendByClient() : pipeFile(how))
  process.send?.(performance.now() - startedAt)
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
