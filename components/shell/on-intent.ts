/** Whoever does one of these may press or type something next. */
const INTENTS = ['pointermove', 'touchstart', 'keydown'] as const

/**
 * Once, when somebody begins to use the page: what a press or a key may need then is loaded before it is needed, and not
 * before it can be. Gives what ends the waiting.
 */
export function onIntent(load: () => void): () => void {
  const waiting = new AbortController()
  const begin = () => {
    waiting.abort()
    load()
  }
  for (const event of INTENTS)
    window.addEventListener(event, begin, { signal: waiting.signal, passive: true, capture: true })
  return () => waiting.abort()
}
