import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { PHASE_PRODUCTION_BUILD } from 'next/constants.js'
import { sourceHash } from './scripts/source-hash.ts'

/** @type {import('next').NextConfig} */
const config = {
  typedRoutes: true,
  poweredByHeader: false,
  reactStrictMode: true,
  // Native or self-locating packages: bundling them breaks their file look-ups.
  serverExternalPackages: [
    '@aws-sdk/client-s3',
    '@aws-sdk/lib-storage',
    '@node-rs/argon2',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/sdk-trace',
    'nodemailer',
    'pg',
    'pg-boss',
    'pino',
  ],
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
    // A fifth of a build, for the next one; a clone that is only tested has no next one.
    turbopackFileSystemCacheForBuild: !process.env.CI,
  },
  // Desks that were built apart from the same sources are one to a browser: it would load each page of the other anew.
  generateBuildId: () => sourceHash().slice(0, 20),
  // Types are checked by `npm run check` and `npm test`; the build need not do it a second time.
  typescript: { ignoreBuildErrors: true },
}

/**
 * The part of zod/mini that is named somewhere, as one file for browsers; gives its path. The bundler leaves out what
 * nobody uses of a file, but not what that would have used of others: pages with a form would send all of zod's core.
 */
async function flattenZod() {
  const zod = new Set(Object.keys(await import('zod/mini')))
  // Named for its types only; a name that is lacking is an error of the build.
  zod.delete('core')
  const texts = globSync('{components,lib}/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'))
  const names = texts
    .filter((text) => text.includes("from 'zod/mini'"))
    .flatMap((text) => [...text.matchAll(/\bz\s*\.\s*(\w+)/g)].map(([, name = '']) => name))
    .filter((name) => zod.has(name))
  const [entry, file] = ['node_modules/.cache/zod-used.js', 'node_modules/.cache/zod-mini.js']
  mkdirSync('node_modules/.cache', { recursive: true })
  writeFileSync(entry, `export { ${[...new Set(names)].sort().join(', ')} } from 'zod/mini'`)
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({ input: entry })
  await bundle.write({ file })
  await bundle.close()
  return `./${file}`
}

export default async (/** @type {string} */ phase) =>
  phase === PHASE_PRODUCTION_BUILD
    ? { ...config, turbopack: { resolveAlias: { 'zod/mini': { browser: await flattenZod() } } } }
    : config
