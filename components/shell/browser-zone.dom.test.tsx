import { render } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ContextType } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BrowserZone } from './browser-zone'
import { ZONE_COOKIE } from './zone'

const here = Intl.DateTimeFormat().resolvedOptions().timeZone
const refresh = vi.fn()
const router = { refresh } as unknown as ContextType<typeof AppRouterContext>

const forget = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: so that no test finds the cookie of another
  document.cookie = `${ZONE_COOKIE}=; path=/; max-age=0`
}
beforeEach(() => {
  forget()
  refresh.mockReset()
})
afterEach(forget)

const show = (known: string | null) => (
  <AppRouterContext value={router}>
    <BrowserZone known={known} />
  </AppRouterContext>
)

it('tells a server with another zone, or none, and refreshes the page', () => {
  for (const known of [null, 'Antarctica/Troll']) {
    forget()
    refresh.mockReset()
    const { unmount } = render(show(known))
    expect(document.cookie).toContain(`${ZONE_COOKIE}=${here}`)
    expect(refresh).toHaveBeenCalledOnce()
    unmount()
  }
})

it('does nothing if the server knows the zone', () => {
  render(show(here))
  // A cookie deleted within the same second may still exist with an empty value.
  expect(document.cookie).not.toContain(`${ZONE_COOKIE}=${here}`)
  expect(refresh).not.toHaveBeenCalled()
})

it('refreshes the page once, and not with each render', () => {
  const { rerender } = render(show(null))
  rerender(show(null))
  rerender(show(here))
  expect(refresh).toHaveBeenCalledOnce()
})
