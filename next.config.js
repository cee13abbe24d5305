/** @type {import('next').NextConfig} */
const config = {
  typedRoutes: true,
  poweredByHeader: false,
  reactStrictMode: true,
  // Native or self-locating packages: bundling them breaks their file look-ups.
  serverExternalPackages: ['@node-rs/argon2', 'pg', 'pg-boss', 'pino'],
  images: { unoptimized: true },
  devIndicators: false,
  // A trailing slash is part of the partner's own paths under /sandbox: no redirect may change a POST.
  skipTrailingSlashRedirect: true,
  // Every page comes with its title: streamed after the content, a screen reader would announce a page without one.
  htmlLimitedBots: /.*/,
  experimental: {
    authInterrupts: true,
    // All pages would be loaded before the first one is answered; each is when it is first asked for.
    preloadEntriesOnStart: false,
  },
  // Types are checked by `npm run check` and `npm test`; the build need not do it a second time.
  typescript: { ignoreBuildErrors: true },
}

export default config
