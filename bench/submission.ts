import { randomBytes } from 'node:crypto'
import http from 'node:http'
import path from 'node:path'
import { type Db, migrateDatabase, openDatabase } from '@/lib/db/client'
import { users } from '@/lib/db/schema/desk'
import type { PartnerClient } from '@/lib/partner/client'
import { submitApplication } from '@/lib/server/applications/submission'
import { loadSealer } from '@/lib/server/sealing/data-keys'
import type { Ctx } from '@/lib/server/world'
import { exampleDraft, exampleLists } from '@/lib/testing/example-draft'
import { readObject, SANDBOX_PATHS, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { startSandboxProcess } from '@/lib/testing/sandbox-process'
import { withStatementLog } from '@/lib/testing/statement-log'
import { openTestDesk, seedApplicationDraft } from '@/lib/testing/test-desk'
import type { Ground } from './ground'
import { alternate, median, milliseconds, percentile, timed, times } from './measure'
import type { Measured, Subject } from './results'

const ROUNDS = 40
const WARM_UP = 5

export const submission: Subject = {
  title: 'Submitting an application',
  how: `The use case \`submitApplication\` on an embedded, durable database, against one bare POST of the same body with a token in hand on a kept connection; both to the sandbox in a process of its own. ${ROUNDS} rounds.`,
  measure: async (ground) => {
    const sandbox = await startSandboxProcess()
    try {
      return await measureAgainst(ground, sandbox.url)
    } finally {
      await sandbox.stop()
    }
  },
}

async function measureAgainst(ground: Ground, partnerUrl: string): Promise<Measured> {
  const desk = await openTestDesk({ partnerUrl })
  // The test desk keeps its data in memory, where a commit waits for no disk: here it has to.
  const durable = await openDatabase({ dataDir: path.join(ground.directory, 'submission') })
  const agent = new http.Agent({ keepAlive: true })
  try {
    await migrateDatabase(durable)
    const trace = createTrace()
    const person = await desk.as('Bench')
    await durable.db.insert(users).values({ ...person.actor, passwordHash: 'none' })
    const ctx: Ctx = {
      ...person,
      lists: exampleLists,
      db: trace.watchDatabase(durable.db),
      sealer: await loadSealer(durable.db, randomBytes(32)),
      partner: trace.watchPartner(person.partner),
    }
    const token = await readObject(await sandboxCalls(partnerUrl).requestToken())
    const url = partnerUrl + SANDBOX_PATHS.application
    const versions = { merchant: 1, contacts: 1, accounts: 1, options: 1 }

    let submitted: Submitted = { body: '', before: [], after: [], callMs: 0, beforeMs: 0 }
    const spent: { before: number[]; call: number[]; after: number[] } = { before: [], call: [], after: [] }
    const contenders = {
      desk: async () => {
        const applicationId = await seedApplicationDraft(ctx, exampleDraft())
        trace.begin()
        const ms = await timed(async () => {
          const result = await submitApplication(ctx, { applicationId, versions })
          if (!result.ok || result.status !== 'submitted') throw new Error(JSON.stringify(result))
        })
        submitted = trace.end()
        spent.before.push(submitted.beforeMs)
        spent.call.push(submitted.callMs)
        spent.after.push(ms - submitted.beforeMs - submitted.callMs)
        return ms
      },
      floor: () => timed(() => post(url, String(token.access_token), submitted.body, agent)),
    }
    await alternate(WARM_UP, contenders)
    for (const part of Object.values(spent)) part.length = 0
    const { desk: ours, floor } = await alternate(ground.rounds(ROUNDS), contenders)
    const ratio = median(ours) / median(floor)
    const statements = (side: 'before' | 'after') => ({
      what: `database statements ${side} the call`,
      desk: String(submitted[side].length),
      floor: '–',
      compared: '',
      aim: '≤ 2',
      reached: submitted[side].length <= 2,
    })
    return {
      figures: [
        {
          what: 'submit an application',
          desk: milliseconds(median(ours)),
          floor: milliseconds(median(floor)),
          compared: times(ratio),
          aim: '≤ 1.5 ×',
          reached: ratio <= 1.5,
        },
        statements('before'),
        statements('after'),
      ],
      notes: [
        `Of the desk's time, ${milliseconds(median(spent.before))} go before the call, ${milliseconds(median(spent.call))} into the call, ${milliseconds(median(spent.after))} after it. The slowest tenth of submissions took ${milliseconds(percentile(ours, 0.9))} or more, of bare requests ${milliseconds(percentile(floor, 0.9))}.`,
        `Before the call: ${submitted.before.join(' · ')}.`,
        `After it: ${submitted.after.join(' · ')}.`,
        'Each statement is a round trip to the database, begin and commit too: a tenth of a millisecond to the embedded one. What waits for the disk is the three commits: the attempt, the mark before the first byte, the answer.',
      ],
    }
  } finally {
    agent.destroy()
    await durable.close()
    await desk.close()
  }
}

/** What one submission did: the body that it sent, and the statements on each side of the call. */
type Submitted = { body: string; before: string[]; after: string[]; beforeMs: number; callMs: number }

function createTrace() {
  let startedAt = 0
  let sentAt = 0
  let now: Submitted = { body: '', before: [], after: [], beforeMs: 0, callMs: 0 }
  const note = (statement: string) => (sentAt === 0 ? now.before : now.after).push(statement)
  return {
    begin() {
      startedAt = performance.now()
      sentAt = 0
      now = { body: '', before: [], after: [], beforeMs: 0, callMs: 0 }
    },
    end: () => now,
    watchDatabase: (db: Db): Db => withStatementLog(db, note),
    watchPartner: (partner: PartnerClient): PartnerClient => ({
      ...partner,
      async sendApplication(requestText, hooks) {
        now.body = requestText
        const answer = await partner.sendApplication(requestText, {
          async beforeSend() {
            await hooks.beforeSend()
            sentAt = performance.now()
            now.beforeMs = sentAt - startedAt
          },
        })
        now.callMs = performance.now() - sentAt
        return answer
      },
    }),
  }
}

function post(url: string, accessToken: string, body: string, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
    const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`The sandbox answered ${response.statusCode}.`))
      })
    })
    request.once('error', reject)
    request.end(body)
  })
}
