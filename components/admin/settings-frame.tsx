import type { Route } from 'next'
import type { ReactNode } from 'react'
import { PageHeader } from '@/components/shell/page-header'
import { PageTabs } from '@/components/shell/page-tabs'
import { SETTING_NAMES, SETTINGS } from '@/lib/domain/settings/settings'
import { routes } from '@/lib/routes'
import type { ProposalView } from '@/lib/server/proposals/views'
import { ProposalNotices } from './proposal-notices'

type Tab = { id: string; label: string; href: Route }

/** The sections of Settings, in the order in which they stand beside each other. */
const TABS = [
  { id: 'lists', label: 'Lists', href: routes.settings.lists },
  ...SETTING_NAMES.map((name) => ({
    id: name,
    label: SETTINGS[name].title,
    href: routes.settings.setting(name),
  })),
  { id: 'callbacks', label: 'Callbacks', href: routes.settings.callbacks },
  { id: 'forwarding', label: 'Forwarding', href: routes.settings.forwarding },
  { id: 'connections', label: 'Connections', href: routes.settings.connections },
  { id: 'line-items', label: 'Line item templates', href: routes.settings.lineItems },
] as const satisfies readonly Tab[]

type SettingsTab = (typeof TABS)[number]['id']

/** One section of Settings: the other sections, and what this one decides. */
export function SettingsFrame({
  tab,
  intro,
  proposals,
  children,
}: {
  tab: SettingsTab
  intro: ReactNode
  /** Where rules are changed. */
  proposals?: readonly ProposalView[]
  children: ReactNode
}) {
  return (
    <>
      <PageHeader
        title="Settings"
        subtitle="Settings for everyone on this desk. The audit log records every change."
      />
      <PageTabs label="Settings" tabs={TABS} current={tab} />
      <div className="mb-4 max-w-prose text-sm text-muted">{intro}</div>
      {proposals && <ProposalNotices proposals={proposals} />}
      {children}
    </>
  )
}
