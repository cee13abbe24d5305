import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closedAddress, failureOf } from '@/lib/testing/call-checks'
import { type ScriptedPartner, startScriptedPartner, TEST_PROFILE } from '@/lib/testing/scripted-partner'
import { createPartnerClient, type PartnerClient, type PartnerConfig } from './client'

const requestText = JSON.stringify({
  transactions: [
    { id: 'A-1', merchantFundingAmounts: [{ merchantId: 'M-1', amount: '1000' }] },
    { id: 'A-2', merchantFundingAmounts: [{ merchantId: 'M-1', amount: '2500' }] },
  ],
})
const answer = (changes: Record<string, unknown> = {}) =>
  JSON.stringify({
    transactionCount: '2',
    successfulTransactionCount: '2',
    merchantFundingAmountCount: '2',
    amountsSum: '3500',
    transactionLevelErrors: [],
    ...changes,
  })

let partner: ScriptedPartner
beforeEach(async () => {
  partner = await startScriptedPartner()
})
afterEach(() => partner.stop())

const clientOf = (changes: Partial<PartnerConfig> = {}): PartnerClient =>
  createPartnerClient({ ...partner.config, ...changes })
const send = (client = clientOf(), profile = TEST_PROFILE) => client.sendFunding(profile, requestText)
const answering = (text: string, status = 200) => {
  partner.scripts.call = (_request, response) => response.writeHead(status).end(text)
}

describe('funding amounts', () => {
  it('are posted as they are, with the profile’s id and key in UTF-8, and no token', async () => {
    answering(answer())
    expect(await send()).toMatchObject({
      httpStatus: 200,
      rawText: answer(),
      transactionCount: 2,
      successfulTransactionCount: 2,
      merchantFundingAmountCount: 2,
      amountsSum: '3500',
      errorCode: null,
      transactionErrors: [],
    })
    const [call] = partner.received
    expect(call).toMatchObject({ method: 'POST', path: '/base/funding-amounts' })
    expect(call?.headers['content-type']).toBe('application/json')
    expect(call?.headers.authorization).toBe(
      'Basic OTQxMDAwMDAwMDA5Omvigqx5OiImKyUgxLBcPj4/Pw==', // 941000000009:k€y:"&+% İ\>>??
    )
    expect(call?.body.toString()).toBe(requestText)
    expect(partner.received).toHaveLength(1)
  })

  it('are not sent where no address is configured, and were not applied', async () => {
    const error = await failureOf(send(clientOf({ fundingUrl: '' })))
    expect(error).toMatchObject({ kind: 'authentication', outcome: 'not-applied' })
    expect(error.message).toContain('address of the funding service')
  })

  it('that meet no server were not applied', async () => {
    const error = await failureOf(send(clientOf({ fundingUrl: `http://${await closedAddress()}` })))
    expect(error).toMatchObject({ kind: 'connection', outcome: 'not-applied' })
  })

  it.each<[string, number, string, string, string]>([
    ['a bad request', 400, '', 'refused', 'not-applied'],
    ['unknown credentials', 401, '', 'authentication', 'not-applied'],
    ['a suspended profile', 403, '', 'suspended', 'not-applied'],
    ['an unknown address', 404, '<html><body>Not Found</body></html>', 'refused', 'not-applied'],
    ['a gateway’s time-out', 408, '', 'timeout', 'unknown'],
    ['too early', 425, '', 'server', 'not-applied'],
    ['too many requests', 429, '', 'server', 'not-applied'],
    ['a failure', 500, '', 'server', 'unknown'],
    ['a gateway’s failure', 502, '<html></html>', 'server', 'unknown'],
    ['a redirect', 307, '', 'unreadable', 'unknown'],
    ['nothing of success', 200, '', 'unreadable', 'unknown'],
    ['no content', 204, '', 'unreadable', 'unknown'],
    ['broken JSON', 200, answer().slice(0, -10), 'unreadable', 'unknown'],
    ['a page of success', 200, '<html><body>Log in</body></html>', 'unreadable', 'unknown'],
    ['no counts', 200, '{"amountsSum":"3500"}', 'unreadable', 'unknown'],
    ['more than 20 MB', 200, answer() + ' '.repeat(20_000_000), 'unreadable', 'unknown'],
  ])(
    'answered with %s (%i) are told by their meaning, and never sent again',
    async (_what, status, text, kind, outcome) => {
      partner.scripts.call = (_request, response) =>
        response.writeHead(status, { location: partner.address }).end(text)
      expect(await failureOf(send())).toMatchObject({ kind, outcome, httpStatus: status })
      expect(partner.received).toHaveLength(1)
    },
  )

  it('refused without a body are told what the status means', async () => {
    answering('', 400)
    expect((await failureOf(send())).message).toContain(
      '(HTTP 400), without saying why. By its interface that means: not JSON, a value that is too long',
    )
    answering('', 401)
    expect((await failureOf(send())).message).toContain(
      'the profile id 941000000009 is unknown to it, or the profile key is wrong (HTTP 401)',
    )
    answering('', 403)
    const suspended = await failureOf(send())
    expect(suspended.message).toContain('suspended or closed the funding profile Test profile (941000000009)')
    expect(suspended.message).toContain('Ask the partner’s support')
  })

  it.each<[string, string, (server: ScriptedPartner) => void]>([
    [
      'get no answer in time',
      'timeout',
      (server) => {
        server.scripts.call = () => {}
      },
    ],
    [
      'lose their connection before the answer',
      'connection',
      (server) => {
        server.scripts.call = (_request, response) => response.socket?.destroy()
      },
    ],
    [
      'lose their connection within the answer',
      'connection',
      (server) => {
        server.scripts.call = (_request, response) => {
          response.writeHead(200, { 'content-length': answer().length })
          response.write(answer().slice(0, 50), () => response.socket?.destroy())
        }
      },
    ],
    [
      'are answered one byte at a time',
      'timeout',
      (server) => {
        server.scripts.call = async (_request, response) => {
          for (const letter of answer()) {
            if (response.destroyed) return
            response.write(letter)
            await wait(50)
          }
        }
      },
    ],
    [
      'are answered in no HTTP',
      'unreadable',
      (server) => {
        server.scripts.call = (_request, response) => response.socket?.end('hello\r\n\r\n')
      },
    ],
  ])('that %s are unknown, and never sent again', async (_what, kind, prepare) => {
    prepare(partner)
    const error = await failureOf(send(clientOf({ timeouts: { fundingMs: 300 } })))
    expect(error).toMatchObject({ kind, outcome: 'unknown' })
    expect(partner.received).toHaveLength(1)
  })

  it('refused as a whole within a 200 are an answer, code as given', async () => {
    answering(answer({ successfulTransactionCount: '0', errorCode: '3', errorMessage: 'Duplicates' }))
    expect(await send()).toMatchObject({ successfulTransactionCount: 0, errorCode: '3' })
    answering(answer({ successfulTransactionCount: '0', errorCode: '77' }))
    expect(await send()).toMatchObject({ successfulTransactionCount: 0, errorCode: '77', errorMessage: null })
  })

  it('of which 10,000 fail are answered one by one', async () => {
    const errorMessage = 'é'.repeat(200)
    const errors = Array.from({ length: 10_000 }, (_, index) => ({
      transactionId: `A-${String(index).padStart(38, '0')}`,
      retrievalReferenceNumber: '',
      errorCode: '100',
      errorMessage,
    }))
    answering(
      answer({
        transactionCount: '10000',
        successfulTransactionCount: '0',
        transactionLevelErrors: errors,
      }),
    )
    const { transactionErrors } = await send()
    expect(transactionErrors).toHaveLength(10_000)
    expect(transactionErrors.at(-1)).toMatchObject({
      transactionId: 'A-00000000000000000000000000000000009999',
      errorMessage,
    })
  })
})

describe('a profile’s key', () => {
  const credentials = Buffer.from(`${TEST_PROFILE.profileId}:${TEST_PROFILE.profileKey}`).toString('base64')
  const quoted = `Authorization: Basic ${credentials}, key ${TEST_PROFILE.profileKey}`
  const hidden = 'Authorization: Basic ••••'

  it.each([400, 401, 403, 500])('is not shown where a %i quotes it', async (status) => {
    answering(JSON.stringify({ message: quoted }), status)
    const error = await failureOf(send())
    expect(error.rawText).toContain(hidden)
    expect(error.problems[0]?.message).toContain(hidden)
  })

  it('is not shown where a page quotes it', async () => {
    const html = quoted.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('>', '&gt;')
    answering(`<html><body>${html}</body></html>`, 400)
    expect((await failureOf(send())).message).toContain(hidden)
  })

  it('is not shown where a success quotes it, and nothing else is hidden there', async () => {
    const error = { transactionId: '123456789012', errorCode: '100', errorMessage: quoted, seen: [quoted] }
    answering(answer({ successfulTransactionCount: '1', transactionLevelErrors: [error] }))
    const result = await send()
    expect(result.transactionErrors).toEqual([
      {
        transactionId: '123456789012',
        retrievalReferenceNumber: null,
        errorCode: '100',
        errorMessage: `${hidden}==, key ••••`,
        others: { seen: [expect.stringContaining(hidden)] },
      },
    ])
    expect(result.rawText).toContain('123456789012')
    expect(result.rawText).not.toContain(credentials)
    expect(JSON.stringify(result)).not.toContain('k€y')
  })
})
