import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** What every scanner finds and nothing can be harmed by, in two parts: whole, this file would be found itself. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

export type ScannerStandIn = {
  host: string
  port: number
  /** How it answers the next ones: as clamd does, at its size limit, not at all, or by hanging up. */
  mode: 'clamd' | 'limit' | 'silent' | 'hangs-up'
  /** The contents that it was given, decoded. */
  received: Buffer[]
  close(): Promise<void>
}

/** The part of clamd(8) that is asked here, INSTREAM, as a server of its own. */
export async function startScanner(): Promise<ScannerStandIn> {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    let held = Buffer.alloc(0)
    const content: Buffer[] = []
    let started = false
    socket.on('data', (part) => {
      if (self.mode === 'hangs-up') return socket.destroy()
      if (self.mode === 'limit') return socket.end('INSTREAM size limit exceeded. ERROR\0')
      held = Buffer.concat([held, part])
      if (!started) {
        const command = 'zINSTREAM\0'
        if (held.length < command.length) return
        if (held.subarray(0, command.length).toString() !== command) return socket.end('UNKNOWN COMMAND\0')
        started = true
        held = held.subarray(command.length)
      }
      while (held.length >= 4) {
        const length = held.readUInt32BE()
        if (held.length < 4 + length) return
        content.push(held.subarray(4, 4 + length))
        held = held.subarray(4 + length)
        if (length > 0) continue
        const whole = Buffer.concat(content)
        self.received.push(whole)
        if (self.mode === 'silent') return
        socket.end(whole.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const self: ScannerStandIn = {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    mode: 'clamd',
    received: [],
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
  return self
}
