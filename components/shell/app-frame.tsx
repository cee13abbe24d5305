'use client'

import { LogOut, Menu, X } from 'lucide-react'
import type { Route } from 'next'
import type { ReactNode, ToggleEvent } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import type { Tone } from '@/components/ui/tone'
import { FramedContext } from './framed'
import { type NavItem, NavLinks } from './nav-links'
import { PageOutlet } from './page-outlet'
import { ProductMark } from './product-mark'
import type { Theme } from './theme'
import { ThemeSwitch } from './theme-switch'

/** The words come from the server, because only one of several environments is shown. */
type EnvironmentWords = { label: string; meaning: string; tone: Tone }

type FramePerson = { name: string; roles: readonly string[] }

type FrameProps = {
  /** Which partner this desk talks to, on every page, so that no one mistakes the simulation for the real one. */
  environment: EnvironmentWords

  /** Only areas that exist and that this person may open. */
  nav: readonly NavItem[]
  home: Route
  /** The person's own page. */
  account: Route
  person: FramePerson
  theme: Theme
  /** The address of the sign-out form. */
  signOut: string
  /** Content of the top bar between the product and the person: the palette's button, a notice. */
  topBar?: ReactNode
  children: ReactNode
}

const DRAWER = 'menu'

/**
 * The frame of every signed-in page: navigation at the side on wide screens, a sliding menu on narrow ones. Renders
 * in the browser as well, because otherwise each page would contain its markup twice, as HTML and serialized for
 * the router.
 */
export function AppFrame({
  environment,
  nav,
  home,
  account,
  person,
  theme,
  signOut,
  topBar,
  children,
}: FrameProps) {
  return (
    <div className="min-h-dvh lg:not-print:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:grid-rows-[var(--top-bar)_1fr]">
      <a href="#main" className="skip-link fixed start-2 top-2">
        Skip to the content
      </a>
      <header className="sticky top-0 z-30 flex h-(--top-bar) items-center gap-3 border-b border-line bg-surface px-3 lg:col-span-2 lg:px-4 print:hidden">
        <button
          type="button"
          popoverTarget={DRAWER}
          aria-label="Menu"
          className="grid size-9 place-items-center rounded-md text-muted hover:bg-sunken lg:hidden pointer-coarse:size-11"
        >
          <Menu className="size-5" aria-hidden="true" />
        </button>
        <Link href={home} className="flex items-center gap-2 rounded-sm font-semibold tracking-tight">
          <ProductMark />
          <span className="max-sm:sr-only">PayFac Desk</span>
        </Link>
        <Environment environment={environment} />
        <div className="flex min-w-0 flex-1 items-center justify-end gap-2">
          {topBar}
          <ThemeSwitch initial={theme} />
          <div className="hidden items-center gap-3 border-s border-line ps-3 lg:flex">
            <Person person={person} account={account} align="text-end" />
            <SignOut signOut={signOut} />
          </div>
        </div>
      </header>

      {/* One navigation for both: at the side on wide screens, a popover on narrow ones. */}
      <div className="border-line bg-surface lg:border-e print:hidden">
        <div id={DRAWER} popover="auto" className="drawer" onToggle={focusMenu}>
          <div className="mb-3 flex items-center justify-between lg:hidden">
            <Person person={person} account={account} />
            <button
              type="button"
              popoverTarget={DRAWER}
              popoverTargetAction="hide"
              aria-label="Close the menu"
              className="grid size-9 place-items-center rounded-md text-muted hover:bg-sunken pointer-coarse:size-11"
            >
              <X className="size-5" aria-hidden="true" />
            </button>
          </div>
          <NavLinks items={nav} />
          <div className="mt-4 border-t border-line pt-3 lg:hidden">
            <SignOut signOut={signOut} />
          </div>
        </div>
      </div>

      <main id="main" tabIndex={-1} className="min-w-0 px-4 py-5 focus-visible:outline-none lg:px-6">
        <FramedContext value={true}>
          <PageOutlet>{children}</PageOutlet>
        </FramedContext>
      </main>
    </div>
  )
}

/** The browser returns the focus when the menu closes. */
function focusMenu({ currentTarget, newState }: ToggleEvent<HTMLElement>) {
  if (newState === 'open') currentTarget.querySelector<HTMLElement>('li a')?.focus()
}

function Environment({ environment: { label, meaning, tone } }: { environment: EnvironmentWords }) {
  return (
    <span title={meaning}>
      <Badge tone={tone}>{label}</Badge>
      <span className="sr-only">: {meaning}</span>
    </span>
  )
}

function Person({ person, account, align }: { person: FramePerson; account: Route; align?: string }) {
  return (
    <Link href={account} title="Your account" className={`group rounded-sm ${align ?? ''}`}>
      <span className="block text-sm leading-4 font-medium group-hover:underline">{person.name}</span>
      <span className="block text-xs text-muted">{person.roles.join(', ')}</span>
    </Link>
  )
}

function SignOut({ signOut }: { signOut: string }) {
  return (
    <form action={signOut} method="post">
      <Button type="submit" variant="ghost" size="small">
        <LogOut aria-hidden="true" />
        Sign out
      </Button>
    </form>
  )
}
