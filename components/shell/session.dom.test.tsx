import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerConfirmations, onSessionEnded, watchActions } from './session'

const DONE = '1:{"data":{"ok":true}}'
const NEEDED = '1:{"serverError":{"code":"confirm-needed","message":"…"}}'
const OVER = '1:{"serverError":{"code":"signed-out","message":"…"}}'

let answers: (string | ReadableStream)[] = []
let sent: unknown[] = []
beforeEach(() => {
  answers = []
  sent = []
})
// One wrapper for the whole file, as for a whole page; it calls this stand-in.
window.fetch = async (_input, init) => {
  sent.push(init?.body)
  return new Response(answers.shift() ?? DONE)
}
watchActions()
afterEach(() => expect(answers).toEqual([]))

const act = async (body: string) =>
  (await window.fetch('/', { method: 'POST', headers: { 'next-action': 'a' }, body })).text()

test('a request that needs a confirmation is repeated unchanged, and only after it was confirmed', async () => {
  const asked: ((isConfirmed: boolean) => void)[] = []
  const stop = answerConfirmations((give) => asked.push(give))
  answers = [NEEDED, DONE]
  const running = act('typed')
  await expect.poll(() => asked.length).toBe(1)
  expect(sent).toEqual(['typed'])
  asked[0]?.(true)
  expect(await running).toBe(DONE)
  expect(sent).toEqual(['typed', 'typed'])

  answers = [NEEDED]
  const refused = act('again')
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.(false)
  expect(await refused).toBe(NEEDED)

  answers = [NEEDED, NEEDED, DONE, DONE]
  const both = Promise.all([act('one'), act('two')])
  await expect.poll(() => sent.length).toBe(5)
  await expect.poll(() => asked.length).toBe(3)
  asked[2]?.(true)
  expect(await both).toEqual([DONE, DONE])
  expect(asked).toHaveLength(3)
  stop()
})

test('without a dialog, the refusal is returned, and an ended session is reported', async () => {
  answers = [NEEDED]
  expect(await act('x')).toBe(NEEDED)
  let ended = 0
  const stop = onSessionEnded(() => {
    ended += 1
  })
  answers = [OVER]
  expect(await act('x')).toBe(OVER)
  expect(ended).toBe(1)
  stop()
})

test('a long response is passed on before it has ended', async () => {
  const stream = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(5_000))),
  })
  answers = [stream]
  const response = await window.fetch('/', { method: 'POST', headers: { 'next-action': 'a' } })
  expect(response.ok).toBe(true)
})
