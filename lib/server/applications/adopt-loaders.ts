import 'server-only'
import { routes } from '@/lib/routes'
import { loadContext } from '@/lib/server/page-context'

/** For whoever may write applications; the form begins blank. */
export async function loadAdoption(): Promise<void> {
  await loadContext('applications:write', routes.adoptApplication)
}
