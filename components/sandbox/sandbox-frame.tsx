import type { Route } from 'next'
import type { ReactNode } from 'react'
import { PageHeader } from '@/components/shell/page-header'
import { PageTabs } from '@/components/shell/page-tabs'
import { routes } from '@/lib/routes'

type Tab = { id: string; label: string; href: Route }

/** The pages of this area in tab order. */
const TABS = [
  { id: 'requests', label: 'Requests', href: routes.sandboxPages.requests },
  { id: 'applications', label: 'Applications held', href: routes.sandboxPages.applications },
  { id: 'profiles', label: 'Profiles', href: routes.sandboxPages.profiles },
  { id: 'callbacks', label: 'Callbacks', href: routes.sandboxPages.callbacks },
  { id: 'faults', label: 'Faults', href: routes.sandboxPages.faults },
  { id: 'reset', label: 'Reset', href: routes.sandboxPages.reset },
  { id: 'interface', label: 'Interface', href: routes.sandboxPages.interface },
] as const satisfies readonly Tab[]

type SandboxTab = (typeof TABS)[number]['id']

/** A page of this area, with what the sandbox is and what the page is for. */
export function SandboxFrame({
  tab,
  intro,
  children,
}: {
  tab: SandboxTab
  intro: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <PageHeader title="Sandbox" subtitle="The simulated partner. Nothing here reaches a real partner." />
      <PageTabs label="Sandbox" tabs={TABS} current={tab} />
      <h2 className="sr-only">{TABS.find(({ id }) => id === tab)?.label}</h2>
      <p className="mb-4 max-w-prose text-sm text-muted">{intro}</p>
      {children}
    </>
  )
}
