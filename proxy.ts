import { type NextRequest, NextResponse } from 'next/server'
import { routes } from '@/lib/routes'

/**
 * Puts a content security policy with a fresh nonce on every page. It decides nothing
 * about who may see what: pages, actions and routes ask that themselves. It stays off everything with a
 * body worth keeping (a proxy cuts bodies at 10 MB): uploads, callbacks, the sandbox, and all of `api`.
 */
export function proxy(request: NextRequest) {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === 'development')
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  // Pages hold identities: neither the browser nor anything between may keep them.
  response.headers.set('cache-control', 'private, no-store')
  return response
}

function contentSecurityPolicy(nonce: string, development: boolean): string {
  return [
    "default-src 'self'",
    // React's development build compiles with eval; the production build does not.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    // What is computed is set by script (`styledByScript`), which no policy refuses.
    `style-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Not report-to: browsers keep such reports for a minute, and nobody who tests sees them.
    `report-uri ${routes.api.policyReport}`,
  ].join('; ')
}

export const config = {
  matcher: ['/((?!api/|sandbox/|webhooks/|_next/|icon\\.svg).*)'],
}
