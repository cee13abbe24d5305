import { describe, expect, test } from 'vitest'
import { authOptions } from './auth-options'

const cookiesAt = (address: string) => {
  const desk = { env: { APP_URL: address }, authSecret: 'x' } as Parameters<typeof authOptions>[0]
  return Object.values(authOptions(desk).cookies ?? {})
}

describe('cookies', () => {
  test('over https they are secure and of this host alone', () => {
    const cookies = cookiesAt('https://desk.test')
    expect(cookies).toHaveLength(6)
    for (const { name, options } of cookies) {
      expect(name).toMatch(/^__Host-desk\./)
      expect(options).toMatchObject({ httpOnly: true, sameSite: 'lax', path: '/', secure: true })
    }
  })

  test('over http they have names that browsers take', () => {
    for (const { name, options } of cookiesAt('http://127.0.0.1:3000')) {
      expect(name).toMatch(/^desk\./)
      expect(options).toMatchObject({ httpOnly: true, sameSite: 'lax', secure: false })
    }
  })
})
