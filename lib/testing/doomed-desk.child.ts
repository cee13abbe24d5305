import { users } from '@/lib/db/schema/people'
import { deliverDocument } from '@/lib/server/documents/delivery'
import type { Ctx } from '@/lib/server/services'
import { submitAsReviewed } from './applications-at-partner'
import { openTestDesk } from './test-desk'

/**
 * Started by the crash tests: opens the data directory it is given, begins one use case, and is killed in it.
 * `dieAt` names a point that no fault of the partner can show; it kills itself there, as `kill -9` would.
 */
export type Doom = {
  dataDir: string
  keyEncryptionKey: string
  partnerUrl: string
  run: { submit: string } | { deliver: string }
  /** `before-call`: once the attempt is committed, before a byte of it went out. */
  dieAt: 'before-commit' | 'before-call' | 'after-answer' | null
}

const doom: Doom = JSON.parse(process.argv[2] ?? '')
const die = () => {
  process.kill(process.pid, 'SIGKILL')
}

const { services } = await openTestDesk({
  partnerUrl: doom.partnerUrl,
  dataDir: doom.dataDir,
  keyEncryptionKey: Buffer.from(doom.keyEncryptionKey, 'base64'),
})
const { partner } = services
if (doom.dieAt === 'before-call') {
  const never = () => {
    die()
    return new Promise<never>(() => {})
  }
  services.partner = {
    ...partner,
    sendApplication: never,
    sendFullApplication: never,
    uploadAttachment: never,
  }
}
if (doom.dieAt === 'after-answer') {
  services.partner = {
    ...partner,
    sendApplication: (...call) => partner.sendApplication(...call).finally(die),
    sendFullApplication: (...call) => partner.sendFullApplication(...call).finally(die),
    uploadAttachment: (...call) => partner.uploadAttachment(...call).finally(die),
  }
}
if ('submit' in doom.run) {
  const [person] = await services.db.select().from(users)
  if (!person) throw new Error('No one is there.')
  const ctx: Ctx = {
    ...services,
    actor: { ...person, sessionId: 'doomed' },
    get requestId() {
      // Asked for by the audit row, the last thing that the transaction writes.
      if (doom.dieAt === 'before-commit') die()
      return 'doomed'
    },
  }
  await submitAsReviewed(ctx, doom.run.submit)
} else {
  await deliverDocument(services, { documentId: doom.run.deliver }, true)
}
throw new Error('It should not have come to its end.')
