import 'server-only'
import { can, type Permission } from '@/lib/domain/access/permissions'
import { loadSandboxSwitch } from '@/lib/server/sandbox/loaders'
import { loadPerson } from '@/lib/server/sign-in/loaders'
import type { CallbackWays } from './views'

/** Where a page of callbacks may lead this person; that page itself asks for their permission. */
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
