import { and, arrayContains, asc, eq, isNull } from 'drizzle-orm'
import { callbackKeys, callbackReceivers, users } from '@/lib/db/schema/desk'
import { routes } from '@/lib/routes'
import { fingerprintOfKey } from '@/lib/server/callbacks/known-keys'
import { findProfile } from '@/lib/server/funding/profiles'
import type { SandboxControls } from '@/lib/server/sandbox/controls'
import type { World } from '@/lib/server/world'

/** contract.md, "The receiver". Real keys are made by the desk, and nobody knows them. */
export const DEMO_PROFILE = '941000000001'
export const DEMO_KEY = 'demo-callback-key-0000000000000001'

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

/**
 * Has the simulated partner post the demonstration's sales to this desk, unless it posts them elsewhere already, or
 * the demonstration's key is gone. `deskAddress` is APP_URL.
 */
export async function joinSandbox(
  { db, sealer }: Pick<World, 'db' | 'sealer'>,
  controls: Pick<SandboxControls, 'requireProfile' | 'changeProfile'>,
  deskAddress: string,
): Promise<void> {
  const [key] = await db
    .select({ id: callbackKeys.id })
    .from(callbackKeys)
    .where(
      and(
        eq(callbackKeys.fingerprint, fingerprintOfKey(sealer, DEMO_KEY)),
        isNull(callbackKeys.revokedAt),
        isNull(callbackKeys.expiresAt),
      ),
    )
  if (!key) return
  const { status, responseUrl } = await controls.requireProfile(DEMO_PROFILE)
  if (responseUrl !== null) return
  await controls.changeProfile(DEMO_PROFILE, {
    status,
    responseUrl: `${deskAddress}${routes.receiver}/${DEMO_KEY}`,
  })
}
