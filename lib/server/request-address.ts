/** Set by our own HTTP server from the socket, over whatever a client sent under this name (scripts/start.ts). */
export const ADDRESS_HEADER = 'x-desk-address'

/** Where a request came from, as the socket says; never `X-Forwarded-For`, which anybody can write. */
export const requestAddress = (header: (name: string) => string | null | undefined): string =>
  header(ADDRESS_HEADER) ?? 'unknown'
