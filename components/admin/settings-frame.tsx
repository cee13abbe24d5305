import type { ReactNode } from 'react'
import { PageHeader } from '@/components/shell/page-header'
import { SETTING_NAMES, SETTINGS } from '@/lib/domain/settings/settings'
import { routes } from '@/lib/routes'
import type { ProposalView } from '@/lib/server/proposals/views'
import { ProposalNotices } from './proposal-notices'
import { SettingsNav, type SettingsSection } from './settings-nav'

/** All sections, in order within their groups. */
const SECTIONS = [
  { id: 'lists', label: 'Lists', href: routes.settings.lists, group: 'Applications' },
  { id: 'line-items', label: 'Line item templates', href: routes.settings.lineItems, group: 'Applications' },
  ...SETTING_NAMES.map((name) => ({
    id: name,
    label: SETTINGS[name].title,
    href: routes.settings.setting(name),
    group: SETTINGS[name].group,
  })),
  {
    id: 'connections',
    label: 'Connections',
    href: routes.settings.connections,
    group: 'Partner and systems',
  },
  { id: 'callbacks', label: 'Callbacks', href: routes.settings.callbacks, group: 'Partner and systems' },
  { id: 'forwarding', label: 'Forwarding', href: routes.settings.forwarding, group: 'Partner and systems' },
] as const satisfies readonly SettingsSection[]

/** A section of Settings with links to the others. */
export function SettingsFrame({
  section: id,
  intro,
  proposals,
  children,
}: {
  section: (typeof SECTIONS)[number]['id']
  intro: ReactNode
  /** Set on sections that change rules. */
  proposals?: readonly ProposalView[]
  children: ReactNode
}) {
  const current = SECTIONS.find((section) => section.id === id) ?? SECTIONS[0]
  return (
    <>
      <PageHeader
        title="Settings"
        subtitle="Settings for everyone on this desk. The audit log records every change."
      />
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[12.5rem_minmax(0,1fr)]">
        <div className="lg:sticky lg:top-[calc(var(--top-bar)+1.25rem)] lg:-m-1 lg:max-h-[calc(100dvh-var(--top-bar)-2.5rem)] lg:self-start lg:overflow-y-auto lg:p-1">
          <SettingsNav sections={SECTIONS} current={current} />
        </div>
        <div className="min-w-0">
          <h2 className="text-lg font-semibold max-lg:sr-only">{current.label}</h2>
          <div className="mt-0.5 mb-4 max-w-prose text-sm text-muted">{intro}</div>
          {proposals && <ProposalNotices proposals={proposals} />}
          {children}
        </div>
      </div>
    </>
  )
}
