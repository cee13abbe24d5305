/** Events that announce a press or typing. */
const INTENTS = ['pointermove', 'touchstart', 'keydown'] as const

/**
 * Calls `load` once, when someone starts to use the page, so that scripts arrive before they are needed and not
 * earlier. Returns a function that stops waiting.
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
