/** Ends an error's advice where the connection check shows the cause. Whoever may run it is led there by these words. */
export const CHECK_ADVICE = 'ask an admin to run the connection check'

/** A text in front of the advice and after it; null where it gives none. */
export function splitAtCheckAdvice(text: string): { before: string; after: string } | null {
  const at = text.toLowerCase().indexOf(CHECK_ADVICE)
  return at < 0 ? null : { before: text.slice(0, at), after: text.slice(at + CHECK_ADVICE.length) }
}
