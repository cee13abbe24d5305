import type { LookupFunction } from 'node:net'
import { expect, test } from 'vitest'
import { startCallbackReceiver } from '@/lib/testing/callback-receiver'
import { postCallback } from './callback-post'

const leadsTo =
  (...found: string[]): LookupFunction =>
  (_host, options, answer) => {
    const addresses = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (options.all) answer(null, addresses)
    else answer(null, addresses[0]?.address ?? '', addresses[0]?.family)
  }

const post = (address: string, lookup: LookupFunction, baseUrl = 'https://desk.example/sandbox') =>
  postCallback(address, 'a=1', { baseUrl, signal: AbortSignal.timeout(20_000), lookup })

test.each([
  ['an inner address by now', ['10.0.0.7']],
  ['this machine', ['127.0.0.1']],
  ['one inside among those outside', ['11.0.0.1', '169.254.169.254']],
  ['this machine, in IPv6', ['::1']],
])('a name that leads to %s gets nothing', async (_, found) => {
  const receiver = await startCallbackReceiver()
  try {
    const { port } = new URL(receiver.url)
    expect(await post(`http://hook.example:${port}/response`, leadsTo(...found))).toEqual({
      status: null,
      problem: 'The name of the address leads into an inner network, to which no events are sent',
    })
    expect(receiver.received).toEqual([])
  } finally {
    await receiver.stop()
  }
})

test.each([
  'http://10.0.0.7/hook',
  'https://user@hook.example/',
  'http://0177.0.0.1/',
  'ftp://hook.example/',
  'hook',
])('an address that could not be set today gets nothing: %s', async (address) => {
  expect(await post(address, leadsTo('203.0.113.9'))).toEqual({
    status: null,
    problem: 'The response address is not allowed',
  })
})

test('our own receiver gets it, wherever its name leads, and so does a program of this machine', async () => {
  const receiver = await startCallbackReceiver()
  try {
    const { port } = new URL(receiver.url)
    const own = `http://desk.example:${port}`
    expect(await post(`${own}/response`, leadsTo('127.0.0.1'), `${own}/sandbox`)).toMatchObject({
      status: 200,
    })
    expect(await post(receiver.url, leadsTo('127.0.0.1'))).toMatchObject({ status: 200 })
    expect(receiver.received).toHaveLength(2)
  } finally {
    await receiver.stop()
  }
})
