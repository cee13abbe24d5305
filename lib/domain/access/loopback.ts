/** What only this machine itself can reach, by the names that no name server is asked for. */

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i

/** `host` without a port, as a socket, a URL or a setting names it. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

/** The same of a `Host` header, which may name any port. */
export const isLoopbackHostHeader = (header: string): boolean => isLoopback(header.replace(/:\d{1,5}$/, ''))
