import { incomingRequest } from './incoming-request'

/** Set for every request from the socket and its trusted proxies (callers.ts), over whatever a client sent under this name. */
export const ADDRESS_HEADER = 'x-desk-address'

/** Where a request came from; never `X-Forwarded-For` itself, which anyone can write. */
export const requestAddress = (header: (name: string) => string | null | undefined): string =>
  header(ADDRESS_HEADER) ?? 'unknown'

/** Where the present request came from; null in a job. */
export function callingAddress(): string | null {
  const address = incomingRequest()?.headers[ADDRESS_HEADER]
  return typeof address === 'string' ? address : null
}
