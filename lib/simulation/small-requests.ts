import { type ResolveHookSync, registerHooks } from 'node:module'

/**
 * Resolves each package once, and not once for each file that imports it: what Node reads to resolve a large package
 * (350 kB for the database's) takes most of the startup time. Runs before any file of ours is loaded.
 */
export function findPackagesOnce(): void {
  const found = new Map<string, ReturnType<Parameters<ResolveHookSync>[2]>>()
  registerHooks({
    resolve(specifier, context, next) {
      const isOfPackage = /^@?[a-z]/.test(specifier) && !context.parentURL?.includes('/node_modules/')
      if (!isOfPackage) return next(specifier, context)
      const key = `${specifier} ${context.conditions.join()}`
      const resolved = found.get(key) ?? { ...next(specifier, context), shortCircuit: true }
      found.set(key, resolved)
      return resolved
    },
  })
}

/** The number of transactions that a request takes here, so that a batch of several requests is a few lines long. */
export const SMALL = 3

/** The interface's limit of 10,000 is defined in one place; this process reads another number there. */
export function makeRequestsSmall(): void {
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (!url.includes('/lib/domain/funding/limits')) return loaded
      const text = String(
        loaded.source instanceof Uint8Array ? Buffer.from(loaded.source) : (loaded.source ?? ''),
      )
      return {
        ...loaded,
        source: text.replace(/MAX_TRANSACTIONS ?= ?(?:10_000|10000|1e4)/, `MAX_TRANSACTIONS=${SMALL}`),
      }
    },
  })
}
