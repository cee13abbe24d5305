import type { ServerResponse } from 'node:http'

/** The desk uses none of these features. Only names that all browsers know, because unknown ones fill the console. */
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
  // A site that opens the desk gets no reference to its window, and no other site can embed its resources.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** After one visit over https, the browser uses only https for two years. */
const HSTS = 'max-age=63072000'

/** For HTML without its own policy, such as a library's page: it may be displayed but run no scripts. */
const CLOSED_POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Adds headers to every response of the desk, whether Next, the receiver or this process writes it. */
export function guardResponse(response: ServerResponse, { isHttps }: { isHttps: boolean }): void {
  for (const [name, value] of Object.entries(ALWAYS)) response.setHeader(name, value)
  if (isHttps) response.setHeader('strict-transport-security', HSTS)
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse
  // As late as possible, when the content type is known. Node's own responses also go through `writeHead`.
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
