'use client'

import type { Route } from 'next'
import NextLink, { type LinkProps as NextLinkProps, useLinkStatus } from 'next/link'
import { type ComponentProps, useLayoutEffect } from 'react'
import { beginNavigation } from './navigation'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Pick<NextLinkProps<Route>, 'replace' | 'scroll' | 'onNavigate'> & {
    href: Route | { pathname: Route; query: Readonly<Record<string, string>> }
  }

/**
 * The desk's link: from the press until the page is there it says so, and with it the row in which it stands. Nothing is
 * fetched beforehand: a page is made for whoever asks at that moment, and what was fetched before would be thrown away.
 */
export const Link = ({ children, ...rest }: LinkProps) => (
  <NextLink {...rest} prefetch={false}>
    {children}
    <Status href={typeof rest.href === 'string' ? rest.href : rest.href.pathname} />
  </NextLink>
)

function Status({ href }: { href: string }) {
  return useLinkStatus().pending ? <Pending href={href} /> : null
}

/** Mounted while its link waits, so that a link that does not costs no effect. */
function Pending({ href }: { href: string }) {
  useLayoutEffect(() => beginNavigation(href), [href])
  return <span hidden className="pending" />
}
