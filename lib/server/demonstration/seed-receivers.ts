import { and, arrayContains, asc, eq } from 'drizzle-orm'
import { callbackKeys, callbackReceivers } from '@/lib/db/schema/callbacks'
import { users } from '@/lib/db/schema/people'
import { fingerprintOfKey } from '@/lib/server/callbacks/intake/known-keys'
import { findProfile } from '@/lib/server/funding/profiles'
import { DEMO_KEY, DEMO_PROFILE } from '@/lib/server/sandbox/join'
import type { World } from '@/lib/server/world'

/** The demonstration's receiver, once: what an admin has made of it since stays. */
export async function seedReceivers(world: World): Promise<void> {
  const [admin] = await world.db
    .select({ id: users.id })
    .from(users)
    .where(and(arrayContains(users.roles, ['admin']), eq(users.active, true)))
    .orderBy(asc(users.email))
    .limit(1)
  if (!admin || !findProfile(world, DEMO_PROFILE)) return
  const made = { createdBy: admin.id, createdAt: world.now() }
  await world.db.transaction(async (tx) => {
    const [receiver] = await tx
      .insert(callbackReceivers)
      .values({ label: 'Hosted page', profileId: DEMO_PROFILE, ...made })
      .onConflictDoNothing()
      .returning({ id: callbackReceivers.id })
    if (!receiver) return
    await tx.insert(callbackKeys).values({
      receiverId: receiver.id,
      fingerprint: fingerprintOfKey(world.sealer, DEMO_KEY),
      lastFour: DEMO_KEY.slice(-4),
      ...made,
    })
  })
}
