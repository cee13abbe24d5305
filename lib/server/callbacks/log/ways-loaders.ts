import 'server-only'
import { can, type Permission } from '@/lib/domain/access/permissions'
import { loadSandboxSwitch } from '@/lib/server/sandbox/loaders'
import { loadPerson } from '@/lib/server/sign-in/loaders'
import type { CallbackWays } from './views'

/** The links that a callbacks page may show to the user. Each target checks its own permission. */
export async function loadCallbackWays(): Promise<CallbackWays> {
  const roles = (await loadPerson())?.roles ?? []
  const may = (permission: Permission) => can(roles, permission)
  return {
    receivers: may('admin:settings'),
    batches: may('funding:read'),
    links: may('links:write'),
    sandbox: may('sandbox:control') && loadSandboxSwitch(),
  }
}
