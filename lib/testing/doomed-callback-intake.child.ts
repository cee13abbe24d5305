import { createServer } from 'node:http'
import { createCallbackIntake } from '@/lib/server/callbacks/intake/intake'
import { watchKeys } from '@/lib/server/callbacks/intake/known-keys'
import { startClassifier } from '@/lib/server/callbacks/log/classifier'
import { openTestDesk } from './test-desk'

/**
 * Started by the crash tests of the receiver: opens the data directory it is given, takes callbacks in over HTTP at
 * the path of their key and reads them, until it is killed. Says its address when it listens.
 */
export type DoomedIntake = { dataDir: string; keyEncryptionKey: string }

const doom: DoomedIntake = JSON.parse(process.argv[2] ?? '')

const { services } = await openTestDesk({
  partnerUrl: 'http://127.0.0.1:9',
  dataDir: doom.dataDir,
  keyEncryptionKey: Buffer.from(doom.keyEncryptionKey, 'base64'),
})
const classifier = startClassifier(services)
const intake = createCallbackIntake(services, await watchKeys(services), {
  onStored: () => classifier.wake(),
})

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  try {
    const outcome = await intake.receive({
      key: request.url?.slice(1) ?? '',
      address: request.socket.remoteAddress ?? '',
      body: Buffer.concat(chunks),
    })
    response.writeHead(outcome === 'stored' ? 200 : outcome === 'overloaded' ? 503 : 404).end()
  } catch {
    response.writeHead(503).end()
  }
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.send?.(`http://127.0.0.1:${address.port}`)
})
process.on('disconnect', () => process.exit(0))
