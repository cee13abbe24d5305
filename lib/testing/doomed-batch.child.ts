import { sendFundingBatch } from '@/lib/server/funding/send'
import { openTestDesk } from './test-desk'

/**
 * Started by the crash tests of funding: opens the data directory it is given, sends a batch, and is killed in it.
 * `dieAt` names a point that no fault of the partner can show; it kills itself there, as `kill -9` would.
 */
export type DoomedBatch = {
  dataDir: string
  keyEncryptionKey: string
  partnerUrl: string
  batchId: string
  /** After the first request was recorded; once the second is committed, before a byte of it; once it was answered. */
  dieAt: 'between' | 'before-second' | 'after-second-answer' | null
}

const doom: DoomedBatch = JSON.parse(process.argv[2] ?? '')
const die = () => {
  process.kill(process.pid, 'SIGKILL')
}

const { services } = await openTestDesk({
  partnerUrl: doom.partnerUrl,
  dataDir: doom.dataDir,
  keyEncryptionKey: Buffer.from(doom.keyEncryptionKey, 'base64'),
})
const { jobs, funding } = services
let asked = 0
let sent = 0
services.jobs = {
  ...jobs,
  isStopping() {
    // Asked before each request is claimed.
    asked += 1
    if (doom.dieAt === 'between' && asked === 2) die()
    return jobs.isStopping()
  },
}
services.funding = {
  ...funding,
  send(...call) {
    sent += 1
    if (doom.dieAt === 'before-second' && sent === 2) die()
    const answer = funding.send(...call)
    return doom.dieAt === 'after-second-answer' && sent === 2 ? answer.finally(die) : answer
  },
}
await sendFundingBatch(services, { batchId: doom.batchId })
throw new Error('It should not have come to its end.')
