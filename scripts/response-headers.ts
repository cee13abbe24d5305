import type { ServerResponse } from 'node:http'

/** None of it is asked for anywhere in the desk. Only names that every browser knows: others fill its console. */
const NO_DEVICES = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'usb'],
]
  .map((feature) => `${feature}=()`)
  .join(', ')

const ALWAYS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'permissions-policy': NO_DEVICES,
  // Nobody who opens the desk holds on to its window, and no other site shows what is in it.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Once a browser was here over https, it comes no other way for two years. */
const HSTS = 'max-age=63072000'

/** For HTML that has no policy of its own, such as a page that a library writes: it may be looked at. */
const CLOSED_POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** What every answer of the desk carries, whoever writes it: Next, the receiver, or this process itself. */
export function guardResponse(response: ServerResponse, { isHttps }: { isHttps: boolean }): void {
  for (const [name, value] of Object.entries(ALWAYS)) response.setHeader(name, value)
  if (isHttps) response.setHeader('strict-transport-security', HSTS)
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse
  // At the last moment, when it is known what is answered: Node itself comes this way too.
  response.writeHead = (...given: unknown[]) => {
    const own = Object.assign({}, ...given.filter((one) => typeof one === 'object' && !Array.isArray(one)))
    const type = String(
      own['content-type'] ?? own['Content-Type'] ?? response.getHeader('content-type') ?? '',
    )
    const hasPolicy =
      'content-security-policy' in own || response.hasHeader('content-security-policy') === true
    if (/^text\/html\b/i.test(type) && !hasPolicy)
      response.setHeader('content-security-policy', CLOSED_POLICY)
    return writeHead(...given)
  }
}
