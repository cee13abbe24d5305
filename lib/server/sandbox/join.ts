import { and, eq, isNull } from 'drizzle-orm'
import { callbackKeys } from '@/lib/db/schema/callbacks'
import { routes } from '@/lib/routes'
import { fingerprintOfKey } from '@/lib/server/callbacks/intake/known-keys'
import type { Services } from '@/lib/server/services'
import type { SandboxControls } from './controls'

/** contract.md, "The receiver". Real keys are made by the desk, and no one knows them. */
export const DEMO_PROFILE = '941000000001'
export const DEMO_KEY = 'demo-callback-key-0000000000000001'

/**
 * Has the simulated partner post the demonstration's sales to this desk, unless it posts them elsewhere already, or
 * the demonstration's key is gone. `deskAddress` is APP_URL.
 */
export async function joinSandbox(
  { db, sealer }: Pick<Services, 'db' | 'sealer'>,
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
