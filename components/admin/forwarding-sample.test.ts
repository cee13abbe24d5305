import { expect, it } from 'vitest'
import { newSecret, signedHeaders } from '@/lib/server/callbacks/forwarding/forward-signature'
import { VERIFY_SAMPLE } from './forwarding-sample'

it('the help’s sample accepts what the desk signs, and nothing else', async () => {
  const { isFromDesk } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(VERIFY_SAMPLE)}`
  )
  const secret = newSecret()
  const text = JSON.stringify({ type: 'test', data: { label: "O'Brien’s İ" } })
  const id = crypto.randomUUID()
  const headers = signedHeaders(secret, { id, at: new Date(), text })
  expect(isFromDesk(headers, text, secret)).toBe(true)
  expect(isFromDesk(headers, `${text} `, secret)).toBe(false)
  expect(isFromDesk({ ...headers, 'webhook-id': crypto.randomUUID() }, text, secret)).toBe(false)
  expect(isFromDesk(headers, text, newSecret())).toBe(false)
  const old = signedHeaders(secret, { id, at: new Date(Date.now() - 600_000), text })
  expect(isFromDesk(old, text, secret)).toBe(false)
})
