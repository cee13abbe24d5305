import { GeistSans } from 'geist/font/sans'
import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { DENSITY_COOKIE, readDensity } from '@/components/lists/density'
import { readTheme, THEME_COOKIE } from '@/components/shell/theme'
import { EARLY_DROP } from '@/components/ui/early-drop'
import './globals.css'

/** Like `geist/font/mono`, but not preloaded: few pages show it at once, and the text font comes first. */
const GeistMono = localFont({
  src: '../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2',
  variable: '--font-geist-mono',
  weight: '100 900',
  preload: false,
  adjustFontFallback: false,
})

export const metadata: Metadata = {
  title: { template: '%s · PayFac Desk', default: 'PayFac Desk' },
  description: 'The back office of a payment facilitator.',
  robots: { index: false, follow: false },
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1, colorScheme: 'light dark' }

export default async function RootLayout({ children }: { children: ReactNode }) {
  const kept = await cookies()
  const nonce = (await headers()).get('x-nonce') ?? undefined
  const theme = readTheme(kept.get(THEME_COOKIE)?.value)
  const density = readDensity(kept.get(DENSITY_COOKIE)?.value)
  return (
    <html
      lang="en"
      data-theme={theme === 'system' ? undefined : theme}
      data-density={density === 'compact' ? density : undefined}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
    >
      <body>
        {/* Browsers hide the nonce from scripts, so it never matches the server's markup. */}
        <script nonce={nonce} suppressHydrationWarning>
          {EARLY_DROP}
        </script>
        {children}
      </body>
    </html>
  )
}
