'use client'

import { Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState, useSyncExternalStore } from 'react'
import { Key } from '@/components/ui/key'
import { routes } from '@/lib/routes'
import { leaveFor } from './leave-for'
import { focusListSearch, focusRow } from './list-rows'
import type { NavItem } from './nav-links'
import { notLoaded } from './not-loaded'
import { doOnPage } from './page-actions'
import { goStep } from './page-steps'
import { PaletteDialog } from './palette-dialog'
import type { Shortcut } from './shortcuts'
import { usePageFocus } from './use-page-focus'
import { isDialogOpen, isMac, useShortcuts } from './use-shortcuts'

const ShortcutsDialog = dynamic(
  () => import('./shortcuts-dialog').then((file) => file.ShortcutsDialog).catch(notLoaded),
  {
    loading: () => null,
  },
)

/** The button of the command palette, and the desk's keyboard shortcuts. */
export function CommandBar({
  nav,
  roles,
  signOut,
}: {
  nav: readonly NavItem[]
  roles: readonly string[]
  signOut: string
}) {
  const router = useRouter()
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null)
  // A dialog reports closing a moment later, when another may have taken its place.
  const closed = (which: typeof shown) => setShown((now) => (now === which ? null : now))
  const modifier = useSyncExternalStore(neverChanges, presentModifier, () => 'Ctrl')

  usePageFocus()
  useShortcuts(
    // Another open dialog must be answered first.
    () => setShown((now) => (now === 'palette' ? null : now === null && !isDialogOpen() ? 'palette' : now)),
    () => goStep(1),
    (shortcut: Shortcut) => {
      switch (shortcut) {
        case 'shortcuts':
          return setShown('shortcuts')
        case 'applications':
          return leaveFor(() => router.push(routes.applications))
        case 'list-search':
          return focusListSearch()
        case 'next-row':
          return void (doOnPage('next-case') || focusRow(1))
        case 'previous-row':
          return void (doOnPage('previous-case') || focusRow(-1))
        case 'next-step':
          return goStep(1)
        case 'previous-step':
          return goStep(-1)
        default:
          return void doOnPage(shortcut)
      }
    },
  )

  return (
    <>
      <button
        type="button"
        onClick={() => setShown('palette')}
        aria-haspopup="dialog"
        aria-keyshortcuts={modifier === 'Ctrl' ? 'Control+K' : 'Meta+K'}
        className="flex h-8 items-center gap-2 rounded-md text-sm text-muted hover:bg-sunken hover:text-ink max-sm:w-8 max-sm:justify-center sm:me-auto sm:w-64 sm:border sm:border-line-strong/65 sm:bg-canvas sm:px-2.5 lg:w-80 pointer-coarse:h-11 pointer-coarse:max-sm:w-11"
      >
        <Search className="size-4 shrink-0" aria-hidden="true" />
        <span className="flex-1 text-start max-sm:sr-only">Find or go to…</span>
        <span className="flex gap-0.5 max-sm:sr-only pointer-coarse:hidden">
          <Key>{modifier}</Key> <Key>K</Key>
        </span>
      </button>
      <PaletteDialog
        open={shown === 'palette'}
        onClose={() => closed('palette')}
        onShortcuts={() => setShown('shortcuts')}
        nav={nav}
        roles={roles}
        signOut={signOut}
      />
      {shown === 'shortcuts' && (
        <ShortcutsDialog open onClose={() => closed('shortcuts')} modifier={modifier} />
      )}
    </>
  )
}

const neverChanges = () => () => {}
const presentModifier = () => (isMac() ? '⌘' : 'Ctrl')
