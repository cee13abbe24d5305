import { and, arrayContains, asc, eq } from 'drizzle-orm'
import { callbackKeys, callbackReceivers } from '@/lib/db/schema/callbacks'
import { users } from '@/lib/db/schema/people'
import { fingerprintOfKey } from '@/lib/server/callbacks/intake/known-keys'
import { findProfile } from '@/lib/server/funding/profiles'
import { DEMO_KEY, DEMO_PROFILE } from '@/lib/server/sandbox/join'
import type { Services } from '@/lib/server/services'

/** The demonstration's receiver, once: what an admin has made of it since stays. */
export async function seedReceivers(services: Services): Promise<void> {
  const [admin] = await services.db
    .select({ id: users.id })
    .from(users)
    .where(and(arrayContains(users.roles, ['admin']), eq(users.active, true)))
    .orderBy(asc(users.email))
    .limit(1)
  if (!admin || !findProfile(services, DEMO_PROFILE)) return
  const made = { createdBy: admin.id, createdAt: services.now() }
  await services.db.transaction(async (tx) => {
    const [receiver] = await tx
      .insert(callbackReceivers)
      .values({ label: 'Hosted page', profileId: DEMO_PROFILE, ...made })
      .onConflictDoNothing()
      .returning({ id: callbackReceivers.id })
    if (!receiver) return
    await tx.insert(callbackKeys).values({
      receiverId: receiver.id,
      fingerprint: fingerprintOfKey(services.sealer, DEMO_KEY),
      lastFour: DEMO_KEY.slice(-4),
      ...made,
    })
  })
}
