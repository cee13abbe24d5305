import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '@/components/factors/confirm-dialog'
import { Bell } from '@/components/notifications/bell'
import { AppFrame } from '@/components/shell/app-frame'
import { BrowserZone } from '@/components/shell/browser-zone'
import { CommandBar } from '@/components/shell/command-bar'
import { CountsProvider } from '@/components/shell/counts'
import { LostAdmin } from '@/components/shell/lost-admin'
import type { NavItem } from '@/components/shell/nav-links'
import { CheckAccess } from '@/components/shell/partner-words'
import { SessionDialog } from '@/components/shell/session-dialog'
import { readTheme, THEME_COOKIE } from '@/components/shell/theme'
import { readZone, ZONE_COOKIE } from '@/components/shell/zone'
import { TimeZone } from '@/components/ui/date-time'
import { can, type Permission } from '@/lib/domain/access/permissions'
import { isAdmin } from '@/lib/domain/access/roles'
import { ENVIRONMENT_TEXTS } from '@/lib/domain/connections/connections'
import { routes } from '@/lib/routes'
import { loadDeskTimeZone } from '@/lib/server/account/loaders'
import { loadEnvironment } from '@/lib/server/connections/loaders'
import { loadCounts } from '@/lib/server/counts/loaders'
import { loadSandboxSwitch } from '@/lib/server/sandbox/loaders'
import { loadPerson } from '@/lib/server/sign-in/loaders'

const AREAS: (NavItem & { permission: Permission })[] = [
  { area: 'home', label: 'Overview', href: routes.home, permission: 'applications:read' },
  { area: 'applications', label: 'Applications', href: routes.applications, permission: 'applications:read' },
  { area: 'underwriting', label: 'Underwriting', href: routes.underwriting, permission: 'underwriting:read' },
  { area: 'merchants', label: 'Merchants', href: routes.merchants, permission: 'merchants:read' },
  { area: 'funding', label: 'Funding', href: routes.funding, permission: 'funding:read' },
  { area: 'callbacks', label: 'Callbacks', href: routes.callbacks, permission: 'callbacks:read' },
  { area: 'people', label: 'People', href: routes.people, permission: 'admin:users' },
  { area: 'audit', label: 'Audit log', href: routes.audit, permission: 'audit:read' },
  { area: 'admin', label: 'Settings', href: routes.settings.lists, permission: 'admin:settings' },
  { area: 'sandbox', label: 'Sandbox', href: routes.sandboxPages.requests, permission: 'sandbox:control' },
]

/**
 * The frame for people who are signed in. Each page still checks access itself, because a layout is not rendered
 * again for every page.
 */
export default async function DeskLayout({ children }: { children: ReactNode }) {
  const actor = await loadPerson()
  // The page itself redirects to the sign-in page and back. Only addresses without a page are left here.
  if (!actor) return <main className="px-4 py-10">{children}</main>
  const sandboxOn = loadSandboxSwitch()
  const counts = await loadCounts()
  const nav = AREAS.filter(
    ({ area, permission }) => can(actor.roles, permission) && (area !== 'sandbox' || sandboxOn),
  ).map(({ permission: _, ...item }) => item)
  const kept = await cookies()
  const browserZone = readZone(kept.get(ZONE_COOKIE)?.value)
  return (
    <CheckAccess may={can(actor.roles, 'admin:settings')}>
      <CountsProvider first={counts}>
        <AppFrame
          environment={ENVIRONMENT_TEXTS[loadEnvironment()]}
          nav={nav}
          home={routes.home}
          account={routes.account}
          person={actor}
          theme={readTheme(kept.get(THEME_COOKIE)?.value)}
          signOut={routes.api.signOut}
          topBar={
            <>
              <CommandBar nav={nav} roles={actor.roles} signOut={routes.api.signOut} />
              <Bell />
            </>
          }
        >
          <LostAdmin isAdmin={isAdmin(actor.roles)} personId={actor.id} />
          <TimeZone zone={actor.timeZone ?? browserZone ?? loadDeskTimeZone()}>{children}</TimeZone>
          {actor.timeZone === null && <BrowserZone known={browserZone} />}
          <SessionDialog email={actor.email} />
          <ConfirmDialog />
        </AppFrame>
      </CountsProvider>
    </CheckAccess>
  )
}
