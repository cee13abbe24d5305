import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy before a server that cuts connections in the middle of a body. */
export type CuttingProxy = {
  /** The server's address through this proxy. */
  url: string
  /** Cuts the next connection that matches this once that many bytes of a body went through. */
  cutNext(cut: Cut): void
  /** Whether a connection matched. */
  hasCut(): boolean
  close(): Promise<void>
}

export type Cut = {
  /** The beginning of the request, such as `POST /sandbox/funding-amounts`. */
  request: string
  /** Whether to count bytes of the request's body or of its answer's. */
  of: 'request' | 'answer'
  bodyBytes: number
}

/**
 * Stands before `url`'s server. A partner names its own address with each token: the proxy replaces it with its own,
 * whose port has the same number of digits.
 */
export async function cutBefore(url: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  /** The address in a token's answer. The rest of that answer is signed. */
  const leading = (at: string) => `"instance_url":"http://${hostname}:${at}/`
  let planned: Cut | null = null
  let cuts = 0
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    let cut: Cut | null = null
    const end = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', end)
      socket.on('close', () => sockets.delete(socket))
    }
    const passing = (way: Cut['of'], to: Socket) => {
      let head = ''
      let bodyBytes = -1
      return (chunk: Buffer) => {
        const before = Math.max(0, bodyBytes)
        if (bodyBytes < 0) {
          const text = chunk.toString('latin1')
          if (way === 'request' && head === '' && planned && text.startsWith(planned.request)) {
            cut = planned
            planned = null
          }
          head += text
          const at = head.indexOf('\r\n\r\n')
          if (at >= 0) bodyBytes = head.length - at - 4
        } else bodyBytes += chunk.length
        if (cut?.of !== way || bodyBytes < cut.bodyBytes) {
          to.write(chunk)
          return
        }
        const passed = chunk.subarray(0, chunk.length - (bodyBytes - Math.max(before, cut.bodyBytes)))
        cuts += 1
        to.write(passed, end)
      }
    }
    near.on('data', passing('request', far))
    const back = passing('answer', near)
    far.on('data', (chunk) => {
      const at = chunk.indexOf(leading(port))
      if (at >= 0) chunk.write(leading(ownPort), at)
      back(chunk)
    })
    near.on('end', () => far.end())
    far.on('end', () => near.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  const ownPort = String(address.port)
  if (ownPort.length !== port.length) throw new Error('The ports differ in their length.')
  const through = new URL(url)
  through.port = ownPort
  return {
    url: through.href,
    cutNext(cut) {
      planned = cut
      cuts = 0
    },
    hasCut: () => cuts > 0,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
