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
 * The desk's link. From the click until the new page arrives, the link and its row look pending. Nothing is loaded
 * ahead: each page is rendered for the person at that moment, so an earlier copy would be thrown away.
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

/** Mounted only while its link is pending, so that other links cost no effect. */
function Pending({ href }: { href: string }) {
  useLayoutEffect(() => beginNavigation(href), [href])
  return <span hidden className="pending" />
}
