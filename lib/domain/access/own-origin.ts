/**
 * Whether a write comes from a page of the desk: its Origin is this host's, and neither absent nor `null`. Under the
 * desk's own name it has the scheme of `deskAddress` too: a page that somebody on the way serves over http is none of
 * ours.
 */
export function isOwnOrigin(
  origin: string | null | undefined,
  host: string | null | undefined,
  deskAddress: string,
): boolean {
  if (!origin || !URL.canParse(origin)) return false
  const from = new URL(origin)
  const own = new URL(deskAddress)
  return from.host === host && (host !== own.host || from.protocol === own.protocol)
}
