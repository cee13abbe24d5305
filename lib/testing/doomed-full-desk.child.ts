import { users } from '@/lib/db/schema/desk'
import type { Ctx } from '@/lib/server/world'
import { submitAsReviewed } from './applications-at-partner'
import { openTestDesk } from './test-desk'

/**
 * Started by the crash tests of full applications, as `doomed-desk.child.ts` is by those of the other kind:
 * begins to submit one, and is killed in it. `dieAt` names a point that no fault of the partner can show.
 */
export type FullDoom = {
  dataDir: string
  keyEncryptionKey: string
  partnerUrl: string
  applicationId: string
  dieAt: 'before-commit' | 'after-answer' | null
}

const doom: FullDoom = JSON.parse(process.argv[2] ?? '')
const die = () => {
  process.kill(process.pid, 'SIGKILL')
}

const { world } = await openTestDesk({
  partnerUrl: doom.partnerUrl,
  dataDir: doom.dataDir,
  keyEncryptionKey: Buffer.from(doom.keyEncryptionKey, 'base64'),
})
const { partner } = world
if (doom.dieAt === 'after-answer') {
  world.partner = {
    ...partner,
    sendFullApplication: (...call) => partner.sendFullApplication(...call).finally(die),
  }
}
const [person] = await world.db.select().from(users)
if (!person) throw new Error('Nobody is there.')
const ctx: Ctx = {
  ...world,
  actor: { ...person, sessionId: 'doomed' },
  get requestId() {
    // Asked for by the audit row, the last thing that the transaction writes.
    if (doom.dieAt === 'before-commit') die()
    return 'doomed'
  },
}
await submitAsReviewed(ctx, doom.applicationId)
throw new Error('It should not have come to its end.')
