import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export type TakenMail = { from: string; to: string[]; text: string; login: string | null }

/** The part of SMTP (RFC 5321) that handing in one message needs, as a server of its own. */
export async function startMailServer() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    const mail: TakenMail = { from: '', to: [], text: '', login: null }
    let held = ''
    let isBody = false
    const say = (line: string) => socket.write(`${line}\r\n`)
    const hear = (line: string): unknown => {
      self.heard.push(line)
      const [, path = ''] = /<(.*)>/.exec(line) ?? []
      if (line.startsWith('EHLO')) return say('250-desk.test\r\n250 AUTH PLAIN')
      if (line.startsWith('AUTH PLAIN ')) {
        mail.login = Buffer.from(line.slice(11), 'base64').toString()
        return say(self.mode === 'refuses-login' ? '535 who are you' : '235 welcome')
      }
      if (line.startsWith('MAIL FROM:')) mail.from = path
      else if (line.startsWith('RCPT TO:')) {
        if (self.mode === 'refuses-recipient') return say(`550 no ${path} here`)
        mail.to.push(path)
      } else if (line === 'DATA') {
        isBody = true
        return say('354 go on')
      } else if (line === 'QUIT') return socket.end('221 bye\r\n')
      else return say('502 not here')
      return say('250 fine')
    }
    if (self.mode !== 'silent') say('220 desk.test')
    socket.on('data', (part) => {
      held += part
      for (;;) {
        const end = isBody ? '\r\n.\r\n' : '\r\n'
        const at = held.indexOf(end)
        if (at < 0) return
        const whole = held.slice(0, at)
        held = held.slice(at + end.length)
        if (!isBody) hear(whole)
        else {
          if (self.mode === 'silent-at-the-end') return
          if (self.mode === 'hangs-up-at-the-end') return socket.destroy()
          isBody = false
          self.taken.push({ ...mail, text: whole })
          say('250 taken')
        }
      }
    })
  })
  const self = {
    port: 0,
    mode: 'takes' as
      | 'takes'
      | 'refuses-recipient'
      | 'refuses-login'
      | 'silent-at-the-end'
      | 'hangs-up-at-the-end'
      | 'silent',
    /** Every command. */
    heard: [] as string[],
    taken: [] as TakenMail[],
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  self.port = (server.address() as AddressInfo).port
  return self
}

/** The body as its reader sees it: quoted-printable (RFC 2045, 6.7) undone. */
export const readBody = (text: string): string =>
  text
    .slice(text.indexOf('\r\n\r\n') + 4)
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\r\n', '\n')
