import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A process that posts callbacks to the address it is given. `together 3000` sends so many, 16 at a time, and tells
 * the milliseconds that they took; `paced 500 10` sends 500 a second for ten seconds, whatever the answers do, and
 * tells the milliseconds of each, as JSON. Anything but 200 ends it.
 */
const [address = ''] = process.argv.slice(2)
const AT_ONCE = 16

let sent = 0
/** An event of the interface, with all its fields. */
function nextBody(): string {
  sent += 1
  return new URLSearchParams({
    resp_code: '000',
    resp_text: 'APPROVAL 012345',
    tran_id: `BENCH-${process.pid}-${sent}`,
    tran_amount: '125.00',
    tran_date: '11/20/2026 03:04:05 PM',
    auth_code: '012345',
    card_id: `CARD-${sent}`,
    hpp_tran_id: `HPP-${sent}`,
    invoice_number: `INV-${sent}`,
    client_ref_number: `REF-${sent}`,
    acct_number: '************1111',
    exp_date: '1228',
    billing_address: '1 Main Street',
    billing_zip: '94105',
    currency_code: '840',
    tran_type: 'SALE',
    retrieval_ref_number: String(900_000_000_000 + sent),
  }).toString()
}

function post(by: http.Agent): Promise<void> {
  const body = nextBody()
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(body),
    }
    const request = http.request(address, { method: 'POST', agent: by, headers }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`It answered ${response.statusCode}.`))
      })
    })
    request.once('error', reject)
    request.end(body)
  })
}

/** Connections of their own for each run: between two of them the server closes what is idle. */
async function connected<T>(run: (agent: http.Agent) => Promise<T>): Promise<T> {
  const agent = new http.Agent({ keepAlive: true })
  try {
    return await run(agent)
  } finally {
    agent.destroy()
  }
}

async function together(agent: http.Agent, count: number): Promise<number> {
  const startedAt = performance.now()
  let left = count
  const sender = async () => {
    while (left > 0) {
      left -= 1
      await post(agent)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sender))
  return performance.now() - startedAt
}

async function paced(agent: http.Agent, perSecond: number, seconds: number): Promise<number[]> {
  const startedAt = performance.now()
  const asked: Promise<number>[] = []
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const dueAt = startedAt + (index * 1_000) / perSecond
    if (dueAt > performance.now()) await sleep(dueAt - performance.now())
    // From when it was due: whoever is late because of the one before waits for that, too.
    asked.push(post(agent).then(() => performance.now() - dueAt))
  }
  return Promise.all(asked)
}

process.on('message', async (message) => {
  const [how, first, second] = String(message).split(' ')
  const told = await connected<number | number[]>((agent) =>
    how === 'paced' ? paced(agent, Number(first), Number(second)) : together(agent, Number(first)),
  )
  process.send?.(JSON.stringify(told))
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
