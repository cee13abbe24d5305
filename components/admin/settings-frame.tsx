import type { Route } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { PageHeader } from '@/components/shell/page-header'
import { classNames } from '@/components/ui/class-names'
import { routes } from '@/lib/routes'

type Tab = { id: string; label: string; href: Route }

/** The sections of Settings, in the order in which they stand beside each other. */
const TABS = [
  { id: 'lists', label: 'Lists', href: routes.settings.lists },
  { id: 'rules', label: 'Rules', href: routes.settings.rules },
  { id: 'underwriting', label: 'Underwriting', href: routes.settings.underwriting },
  { id: 'line-items', label: 'Line item templates', href: routes.settings.lineItems },
] as const satisfies readonly Tab[]

export type SettingsTab = (typeof TABS)[number]['id']

/** One section of Settings: the other sections, and what this one decides. */
export function SettingsFrame({
  tab,
  intro,
  children,
}: {
  tab: SettingsTab
  intro: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <PageHeader
        title="Settings"
        subtitle="How this desk works, for everybody. Every change is written to the audit log."
      />
      <nav aria-label="Settings" className="mb-4 border-b border-line">
        <ul className="-mb-px flex flex-wrap gap-x-1">
          {TABS.map(({ id, label, href }) => (
            <li key={id}>
              <Link
                href={href}
                // Fetched beforehand, what another admin saves meanwhile would be missing.
                prefetch={false}
                aria-current={id === tab ? 'page' : undefined}
                className={classNames(
                  'inline-flex h-9 items-center rounded-t-md border-b-2 px-3 font-medium pointer-coarse:h-11',
                  id === tab
                    ? 'border-accent text-accent-ink'
                    : 'border-transparent text-muted hover:border-line-strong hover:text-ink',
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mb-4 max-w-prose text-sm text-muted">{intro}</div>
      {children}
    </>
  )
}
