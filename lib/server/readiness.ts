import 'server-only'
import { isMigrated } from '@/lib/db/client'
import { log } from '@/lib/log'
import { requireDesk } from './running-desk'

/** What an operator should know although the desk works. Contains no addresses, because the endpoint is public. */
export function readinessNotes(): string[] {
  return requireDesk().untrustedProxy()
    ? ['Requests are forwarded by a peer that is not in TRUSTED_PROXIES.']
    : []
}

/** Why the desk cannot work at the moment; empty if it can. */
export async function checkReadiness(): Promise<string[]> {
  if (requireDesk().isStopping()) return ['The desk is stopping.']
  try {
    return (await isMigrated(requireDesk().db)) ? [] : ['The database lacks migrations.']
  } catch (error) {
    log.error({ err: error }, 'not ready')
    return ['The database does not answer.']
  }
}
