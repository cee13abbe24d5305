import 'server-only'
import { DeskError } from '@/lib/errors'
import { partnerConfig } from '@/lib/server/partner-config'
import { requireDesk } from '@/lib/server/running-desk'
import { type SandboxControls, sandboxControls } from './controls'

/** The simulated partner: mounted in this desk, or alone where the environment names its address. */
export type Sandbox = { address: string; controls: SandboxControls }

/** With a real partner there is no sandbox, no page about it, and nothing to control. */
export const isSandboxOn = (): boolean => requireDesk().env.sandboxOn

/** Throws `not-found` where it is off. */
export function requireSandbox(): Sandbox {
  const { env } = requireDesk()
  if (!env.sandboxOn) throw new DeskError('not-found', 'There is no sandbox: a real partner is configured.')
  const address = partnerConfig(env).authUrl.replace(/\/+$/, '')
  return { address, controls: sandboxControls(address, env.SANDBOX_CONTROL_TOKEN) }
}
