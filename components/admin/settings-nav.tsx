import { ChevronDown } from 'lucide-react'
import type { Route } from 'next'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { SETTING_GROUPS, type SettingGroup } from '@/lib/domain/settings/define-setting'

export type SettingsSection = { id: string; label: string; href: Route; group: SettingGroup }

/**
 * The sections of Settings in groups. On wide screens they are beside the section; on narrow ones they fold into
 * one line, because thirteen tabs would come before everything else.
 */
export function SettingsNav({
  sections,
  current,
}: {
  sections: readonly SettingsSection[]
  current: SettingsSection
}) {
  return (
    <nav aria-label="Settings" className="print:hidden">
      <div className="hidden lg:block">
        <Groups sections={sections} current={current} />
      </div>
      {/* Keyed by section, so that following a link folds the list. */}
      <details key={current.id} className="group rounded-lg border border-line bg-surface lg:hidden">
        <summary className="flex min-h-11 items-center gap-3 rounded-lg px-3 py-2">
          <span className="min-w-0 flex-1">
            <span className="block text-xs text-muted">{current.group}</span>
            <span className="block truncate font-semibold">{current.label}</span>
          </span>
          <ChevronDown className="size-4 text-muted group-open:rotate-180" aria-hidden="true" />
        </summary>
        <div className="border-t border-line p-2">
          <Groups sections={sections} current={current} />
        </div>
      </details>
    </nav>
  )
}

function Groups({ sections, current }: { sections: readonly SettingsSection[]; current: SettingsSection }) {
  return (
    <div className="flex flex-col gap-4 max-lg:grid max-lg:grid-cols-[repeat(auto-fill,minmax(9rem,1fr))]">
      {SETTING_GROUPS.map((group) => (
        <div key={group}>
          <p className="px-2.5 pb-1 text-xs font-medium text-muted" aria-hidden="true">
            {group}
          </p>
          <ul aria-label={group} className="flex flex-col gap-0.5">
            {sections
              .filter((section) => section.group === group)
              .map(({ id, label, href }) => (
                <li key={id}>
                  <Link
                    href={href}
                    aria-current={id === current.id ? 'page' : undefined}
                    className={classNames(
                      'flex min-h-8 items-center rounded-md px-2.5 py-1 pointer-coarse:min-h-11',
                      id === current.id
                        ? 'bg-accent-soft font-semibold text-accent-ink'
                        : 'font-medium text-muted hover:bg-sunken hover:text-ink',
                    )}
                  >
                    {label}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
