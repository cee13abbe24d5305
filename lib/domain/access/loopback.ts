/** Addresses that reach only this machine, under names that need no name server. */

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i

/** `host` without a port, as in a socket, URL or setting. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

/** The same for a `Host` header, which may include any port. */
export const isLoopbackHostHeader = (header: string): boolean => isLoopback(header.replace(/:\d{1,5}$/, ''))
