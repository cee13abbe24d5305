import { expect, test } from 'vitest'
import { deliver } from './faults'

const answer = { status: 200, body: [{ Message: 'Zoë’s record was created' }], applied: true }

test('a slow answer comes one byte at a time, and is whole in the end', async () => {
  const fault = { mode: 'slow' as const, delayMs: 0, status: null, body: null }
  const response = await deliver(answer, fault, new AbortController().signal)
  const chunks: Uint8Array[] = []
  for await (const chunk of response.body ?? []) chunks.push(chunk)
  expect(chunks.every((chunk) => chunk.byteLength === 1)).toBe(true)
  expect(JSON.parse(Buffer.concat(chunks).toString('utf8'))).toEqual(answer.body)
})

test('a slow answer and a hanging one end when the client has gone', async () => {
  const gone = new AbortController()
  const fault = { delayMs: 600_000, status: null, body: null }
  const slow = await deliver(answer, { ...fault, mode: 'slow' }, gone.signal)
  const hanging = deliver(answer, { ...fault, mode: 'hang' }, gone.signal)
  const reading = slow.text()
  gone.abort()
  expect((await reading).length).toBeLessThan(3)
  await expect((await hanging).text()).rejects.toThrow('cut')
})
