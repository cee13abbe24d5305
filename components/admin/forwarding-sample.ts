/** The sample in the help: Node without dependencies. A test runs this text. */
export const VERIFY_SAMPLE = `import { createHmac, timingSafeEqual } from 'node:crypto'

// body: the raw text, before it is parsed
export function isFromDesk(headers, body, secret) {
  const at = headers['webhook-timestamp']
  if (!(Math.abs(Date.now() / 1000 - at) < 300)) return false
  const signed = \`\${headers['webhook-id']}.\${at}.\${body}\`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const hmac = createHmac('sha256', key).update(signed).digest('base64')
  const given = Buffer.from(headers['webhook-signature'])
  const wanted = Buffer.from('v1,' + hmac)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
`
