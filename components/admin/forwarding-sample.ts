/** What the help shows: Node, and nothing to install. Its test runs it as it stands here. */
export const VERIFY_SAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto'

// body: the text as it came, before it is parsed
export function isFromDesk(headers, body, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given } = headers
  if (!(Math.abs(Date.now() / 1000 - at) < 300)) return false
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const wanted = 'v1,' + createHmac('sha256', key).update(\`\${id}.\${at}.\${body}\`).digest('base64')
  return given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))
}
`
