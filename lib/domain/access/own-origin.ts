/**
 * Whether a write comes from a page of the desk: its Origin must be this host, and neither missing nor `null`. Under
 * the desk's own name the scheme must match `deskAddress` too, because a page served over http could come from an
 * attacker on the network.
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
