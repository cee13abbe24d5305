import { registerHooks } from 'node:module'

/** As many transactions as a request takes here: a batch of several requests is a few lines long. */
export const SMALL = 3

/** The interface's 10,000 is one number in one place; this process reads another one there. */
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
