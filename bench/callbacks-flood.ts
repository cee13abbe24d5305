import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A process that, when it is told `begin`, posts with keys that nobody made over 200 connections to the address it is
 * given, as fast as it is answered, until it is told `end`; then it tells how many it sent.
 */
const [address = ''] = process.argv.slice(2)
const CONNECTIONS = 200
const MOST_MS = 60_000

let until = 0
let sent = 0
let senders: Promise<void>[] = []
let agent: http.Agent | undefined

function post(by: http.Agent): Promise<void> {
  return new Promise((resolve) => {
    const key = `flood-${sent++}`.padEnd(32, 'x')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const request = http.request(`${address}/${key}`, { method: 'POST', agent: by, headers }, (response) =>
      response.resume().once('close', resolve),
    )
    // A connection that is cut is a connection that is opened again.
    request.once('error', () => resolve()).end(`tran_id=${key}`)
  })
}

process.on('message', async (message) => {
  if (message === 'begin') {
    until = performance.now() + MOST_MS
    const by = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    agent = by
    senders = Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < until) await post(by)
    })
    await sleep(500)
  } else {
    until = 0
    await Promise.all(senders)
    agent?.destroy()
  }
  process.send?.(String(sent))
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
