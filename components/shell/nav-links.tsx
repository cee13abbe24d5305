'use client'

import {
  FileText,
  FlaskConical,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Scale,
  ScrollText,
  Settings,
  Store,
  Users,
  Webhook,
} from 'lucide-react'
import type { Route } from 'next'
import { usePathname } from 'next/navigation'
import { type MouseEvent, useId } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { useCounts } from './counts'
import { focusContent } from './use-page-focus'

export type NavArea =
  | 'home'
  | 'applications'
  | 'underwriting'
  | 'merchants'
  | 'funding'
  | 'callbacks'
  | 'people'
  | 'audit'
  | 'admin'
  | 'sandbox'

export type NavItem = { area: NavArea; label: string; href: Route }

export const AREA_ICONS: Record<NavArea, LucideIcon> = {
  home: LayoutDashboard,
  applications: FileText,
  underwriting: Scale,
  merchants: Store,
  funding: Landmark,
  callbacks: Webhook,
  people: Users,
  audit: ScrollText,
  admin: Settings,
  sandbox: FlaskConical,
}

export function NavLinks({ items }: { items: readonly NavItem[] }) {
  const pathname = usePathname()
  const id = useId()
  const waiting: Partial<Record<NavArea, number>> = useCounts().counts.waiting
  return (
    <nav aria-label="Main">
      <ul className="flex flex-col gap-0.5">
        {items.map(({ area, label, href }) => {
          const count = waiting[area]
          // The root address is a page of its own and not the parent of the others.
          const here = pathname === href || (area !== 'home' && pathname.startsWith(`${href}/`))
          const Icon = AREA_ICONS[area]
          return (
            <li key={area}>
              <Link
                href={href}
                aria-current={here ? (pathname === href ? 'page' : 'true') : undefined}
                aria-describedby={count ? `${id}-${area}` : undefined}
                onClick={closeDrawer}
                className={classNames(
                  'flex h-8.5 items-center gap-2.5 rounded-md px-2.5 text-base font-medium pointer-coarse:h-11',
                  here ? 'bg-accent-soft text-accent-ink' : 'text-muted hover:bg-sunken hover:text-ink',
                )}
              >
                <Icon className="size-4 shrink-0" aria-hidden="true" />
                <span className="flex-1">{label}</span>
                {count ? (
                  <span id={`${id}-${area}`} className="text-xs">
                    {count}
                    <span className="sr-only"> waiting</span>
                  </span>
                ) : null}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/**
 * Client-side navigation keeps the frame, and would leave the menu open on narrow screens. The focus moves into the
 * page.
 */
function closeDrawer({ currentTarget }: MouseEvent<HTMLElement>) {
  const open = currentTarget.closest<HTMLElement>(':popover-open')
  open?.hidePopover()
  if (open) focusContent()
}
