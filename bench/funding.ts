import http from 'node:http'
import path from 'node:path'
import { createPartnerClient } from '@/lib/partner/client'
import { basic, FUNDING_CREDENTIALS, transactionId } from '@/lib/testing/funding-calls'
import { newApplication, SANDBOX_CREDENTIALS, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { startSandboxProcess } from '@/lib/testing/sandbox-process'
import { measureBrowserCheck } from './funding-browser'
import { measureMoneyChecks } from './funding-money'
import { measureRules } from './funding-rules'
import { measureStore, onFundingDesk } from './funding-store'
import { measureLongWorkbook } from './funding-workbook'
import type { Ground } from './ground'
import { alternate, type Figure, median, milliseconds, percentile, timed, times } from './measure'
import type { Measured, Subject } from './results'

const ROUNDS = 15
const WARM_UP = 3
const TRANSACTIONS = 10_000
/** How many requests with other transactions there are. */
const REQUESTS = 20
const AIM = 10
const CALLS = 50

export const funding: Subject = {
  title:
    'Funding: a file checked, an answer matched; the simulated partner with a full request, and an expired token',
  how: `${TRANSACTIONS.toLocaleString('en-US')} transactions with two amounts each, over HTTP to the sandbox in a process of its own, its database on the disk, against \`JSON.parse\` and \`JSON.stringify\` of the same bodies. ${ROUNDS} rounds. What is pure, checking and matching, in this process without a browser; then the page for a new batch in one.`,
  measure: async (ground) => {
    const own = [
      ...(await measureRules(ground)),
      ...(await measureBrowserCheck(ground)),
      ...(await measureLongWorkbook(ground)),
    ]
    const sandbox = await startSandboxProcess({ dataDir: path.join(ground.directory, 'sandbox') })
    try {
      const request = await measureRequest(ground, sandbox.url)
      return { ...request, figures: [...own, ...request.figures, await measureExpiredToken(sandbox.url)] }
    } finally {
      await sandbox.stop()
    }
  },
}

/** Apart, since it needs no build and no browser. */
export const fundingStore: Subject = {
  title: 'Funding: a batch checked and stored, by its form and held against the callback log',
  how: 'In this process, on a database on the disk: 10,000 transactions against the bare insert, and 50,000 with all that the desk knows of them against the same by form alone.',
  measure: async (ground) => ({
    figures: await onFundingDesk(ground, async (ctx, database) => [
      await measureStore(ctx, ground),
      ...(await measureMoneyChecks(ctx, database, ground)),
    ]),
    notes: [],
  }),
}

async function measureRequest(ground: Ground, url: string): Promise<Measured> {
  const agent = new http.Agent({ keepAlive: true })
  const bodies = Array.from({ length: REQUESTS }, (_, index) => requestBody(index * TRANSACTIONS))
  const bodyOf = (round: number) => bodies[round % REQUESTS] ?? ''
  const send = (round: number, credentials: string) =>
    post(`${url}/funding-amounts`, bodyOf(round), credentials, agent)
  let answerText = ''
  const contenders = {
    funded: (round: number) =>
      timed(async () => {
        const answer = await send(round, FUNDING_CREDENTIALS.active)
        answerText = answer.text
        const { successfulTransactionCount } = JSON.parse(answer.text)
        if (successfulTransactionCount !== String(TRANSACTIONS)) throw new Error(answer.text)
      }),
    // The body is judged before the credentials: all but what is stored.
    turnedAway: (round: number) =>
      timed(async () => {
        const answer = await send(round, '941000000001:wrong')
        if (answer.status !== 401) throw new Error(`The sandbox answered ${answer.status}.`)
      }),
    floor: (round: number) =>
      timed(async () => {
        for (const text of [bodyOf(round), answerText]) JSON.stringify(JSON.parse(text))
      }),
  }
  try {
    await alternate(WARM_UP, contenders)
    const { funded, turnedAway, floor } = await alternate(ground.rounds(ROUNDS), contenders)
    const ratio = median(funded) / median(floor)
    const [readingMs, storingMs] = [median(turnedAway), median(funded) - median(turnedAway)]
    return {
      figures: [
        {
          what: '10,000 transactions through the sandbox’s funding endpoint',
          desk: milliseconds(median(funded)),
          floor: milliseconds(median(floor)),
          compared: times(ratio),
          aim: `≤ ${AIM} ×`,
          reached: ratio <= AIM,
        },
        {
          what: 'the same with a wrong key, which is told once the body has been read and checked',
          desk: milliseconds(readingMs),
          floor: milliseconds(median(floor)),
          compared: times(readingMs / median(floor)),
          aim: '',
          reached: null,
        },
      ],
      notes: [
        `So HTTP, reading and checking ${bodyOf(0).length.toLocaleString('en-US')} bytes take ${milliseconds(readingMs)}; judging the transactions, storing them and the commit ${milliseconds(storingMs)}. The slowest tenth of requests took ${milliseconds(percentile(funded, 0.9))} or more, of the floor ${milliseconds(percentile(floor, 0.9))}.`,
      ],
    }
  } finally {
    agent.destroy()
  }
}

/** Throws when the calls asked for another number of tokens than one, or one of them failed. */
async function measureExpiredToken(url: string): Promise<Figure> {
  const calls = sandboxCalls(url)
  const { grant_type: _, ...credentials } = SANDBOX_CREDENTIALS
  const client = createPartnerClient({
    authUrl: url,
    clientId: credentials.client_id,
    clientSecret: credentials.client_secret,
    username: credentials.username,
    password: credentials.password,
    securityToken: '',
    instanceHosts: [new URL(url).host],
  })
  await client.checkToken()
  await calls.control('POST', 'tokens/revoke')
  const since = Number((await calls.journal()).at(-1)?.n)

  const text = JSON.stringify(newApplication())
  await Promise.all(Array.from({ length: CALLS }, () => client.sendApplication(text)))
  const count = async (endpoint: string) =>
    (await calls.journal(`?since=${since}&endpoint=${endpoint}`)).length
  const [tokens, applications] = [await count('token'), await count('application')]
  // Each call once with the old token, and once more with the new one.
  if (tokens !== 1 || applications !== 2 * CALLS) {
    throw new Error(`${CALLS} calls made ${tokens} token requests and ${applications} of their own.`)
  }
  return {
    what: `token requests of ${CALLS} concurrent calls with an expired token`,
    desk: String(tokens),
    floor: '–',
    compared: '',
    aim: 'exactly 1',
    reached: true,
  }
}

function requestBody(offset: number): string {
  const merchant = (number: number) => `MERCHANT-${String(number).padStart(5, '0')}`
  const transactions = Array.from({ length: TRANSACTIONS }, (_, index) => ({
    id: transactionId('C', offset + index + 1),
    merchantFundingAmounts: [
      { merchantId: merchant(index % 97), amount: String(1_000 + index) },
      { merchantId: merchant(100 + (index % 89)), amount: String(2_000 + index) },
    ],
  }))
  return JSON.stringify({ transactions })
}

function post(
  url: string,
  body: string,
  credentials: string,
  agent: http.Agent,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: basic(credentials), 'content-type': 'application/json' }
    const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    request.once('error', reject)
    request.end(body)
  })
}
