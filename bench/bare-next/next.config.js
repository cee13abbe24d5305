import path from 'node:path'

/**
 * Built outside the desk's folder, because the bundler takes a proxy or an instrumentation file from any
 * folder above; the packages, which are linked into it, then have only the root in common with it.
 */
const config = { poweredByHeader: false, turbopack: { root: path.parse(import.meta.dirname).root } }

export default config
