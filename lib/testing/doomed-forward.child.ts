import { forwardCallback } from '@/lib/server/callbacks/forwarding/forward-job'
import { queueForwards } from '@/lib/server/callbacks/forwarding/forwards'
import { openTestDesk } from './test-desk'

/**
 * Started by the crash test of forwarding: opens the data directory it is given, queues one message, and is killed
 * while whoever it is sent to keeps it waiting.
 */
export type DoomedForward = { dataDir: string; keyEncryptionKey: string; forwardId: string }

const doom: DoomedForward = JSON.parse(process.argv[2] ?? '')
const { services } = await openTestDesk({
  partnerUrl: 'http://127.0.0.1:1',
  dataDir: doom.dataDir,
  keyEncryptionKey: Buffer.from(doom.keyEncryptionKey, 'base64'),
})
await services.jobs.work('forward-callback', (data, last) => forwardCallback(services, data, last))
await queueForwards(services, [doom.forwardId])
