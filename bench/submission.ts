import { randomBytes } from 'node:crypto'
import http from 'node:http'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { type Db, migrateDatabase, openDatabase } from '@/lib/db/client'
import { users } from '@/lib/db/schema/people'
import type { Draft } from '@/lib/domain/application/sections'
import type { PartnerClient } from '@/lib/partner/client'
import { submitApplication } from '@/lib/server/applications/submission'
import { loadSealer } from '@/lib/server/sealing/data-keys'
import type { Ctx } from '@/lib/server/services'
import { exampleDraft, exampleLists } from '@/lib/testing/example-draft'
import { makeTable } from '@/lib/testing/make-table'
import { readObject, SANDBOX_PATHS, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { startSandboxProcess } from '@/lib/testing/sandbox-process'
import { withStatementLog } from '@/lib/testing/statement-log'
import { openTestDesk, seedApplicationDraft } from '@/lib/testing/test-desk'
import type { Ground } from './ground'
import { alternate, median, milliseconds, percentile, timed, times } from './measure'
import type { Measured, Subject } from './results'

const ROUNDS = 40
// Before their code is compiled the checks take ten times as long; in a desk each save and each page has run them.
const WARM_UP = 60

export const submission: Subject = {
  title: 'Submitting an application',
  how: `The use case \`submitApplication\` on an embedded, durable database, against one bare POST of the same body with a token in hand on a kept connection, and against such a POST between two commits of a bare row in the same database; all to the sandbox in a process of its own. ${ROUNDS} rounds.`,
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
    await makeTable(durable, sql`create table bare (n int)`)
    const commit = () => durable.db.execute(sql`insert into bare values (1)`)
    const send = () => post(url, String(token.access_token), submitted.body, agent)
    const versions = { merchant: 1, contacts: 1, accounts: 1, options: 1 }

    let drafts = 0
    let submitted: Submitted = { body: '', before: [], after: [], callMs: 0, beforeMs: 0 }
    const spent: { before: number[]; call: number[]; after: number[] } = { before: [], call: [], after: [] }
    const contenders = {
      desk: async () => {
        drafts += 1
        const applicationId = await seedApplicationDraft(ctx, draftOf(drafts))
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
      floor: () => timed(send),
      /** What anybody has to do who must know after a crash that something was sent. */
      durable: () =>
        timed(async () => {
          await commit()
          await send()
          await commit()
        }),
      commit: () => timed(commit),
    }
    await alternate(WARM_UP, contenders)
    for (const part of Object.values(spent)) part.length = 0
    const {
      desk: ours,
      floor,
      durable: kept,
      commit: commits,
    } = await alternate(ground.rounds(ROUNDS), contenders)
    const ratio = median(ours) / median(floor)
    const counted = (what: string, count: number, most: number) => ({
      what,
      desk: String(count),
      floor: '–',
      compared: '',
      aim: `≤ ${most}`,
      reached: count <= most,
    })
    const isBoundary = (statement: string) => statement === 'begin' || statement === 'commit'
    const statements = (side: 'before' | 'after') =>
      counted(
        `database statements ${side} the call`,
        submitted[side].filter((statement) => !isBoundary(statement)).length,
        3,
      )
    const made = [...submitted.before, ...submitted.after].filter((one) => one === 'commit').length
    return {
      figures: [
        {
          what: 'submit an application',
          desk: milliseconds(median(ours)),
          floor: milliseconds(median(floor)),
          compared: times(ratio),
          aim: '≤ 2 ×',
          reached: ratio <= 2,
        },
        {
          what: 'the same, against a POST between two durable commits of a bare row',
          desk: milliseconds(median(ours)),
          floor: milliseconds(median(kept)),
          compared: times(median(ours) / median(kept)),
          aim: '≤ 2 ×',
          reached: median(ours) / median(kept) <= 2,
        },
        statements('before'),
        statements('after'),
        counted('durable commits', made, 2),
      ],
      notes: [
        `Of the desk's time, ${milliseconds(median(spent.before))} go before the call, ${milliseconds(median(spent.call))} into the call, ${milliseconds(median(spent.after))} after it. The slowest tenth of submissions took ${milliseconds(percentile(ours, 0.9))} or more, of bare requests ${milliseconds(percentile(floor, 0.9))}.`,
        `Before the call: ${submitted.before.join(' · ')}.`,
        `After it: ${submitted.after.join(' · ')}.`,
        `Statements are counted without the begin and the commit around them, which are round trips as well: a tenth of a millisecond each to the embedded database. What waits for the disk is the two commits: the attempt, and its end. One commit of a bare row takes ${milliseconds(median(commits))} here, so that two of them alone are ${times((2 * median(commits)) / median(floor))} the bare POST.`,
      ],
    }
  } finally {
    agent.destroy()
    await durable.close()
    await desk.close()
  }
}

/** Each of another merchant: a person and an account that hundreds share would be named hundreds of times. */
function draftOf(n: number): Draft {
  const draft = exampleDraft()
  const four = String(1_000 + n)
  const contacts = draft.contacts.items.map((contact) => ({ ...contact, ssn: `513-22-${four}` }))
  const accounts = draft.accounts.items.map((account) => ({
    ...account,
    accountNumber: `00012345${four}`,
    accountNumberAgain: `00012345${four}`,
  }))
  return {
    ...draft,
    merchant: { ...draft.merchant, taxId: `12-345${four}` },
    contacts: { ...draft.contacts, items: contacts },
    accounts: { items: accounts },
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
      async sendApplication(requestText) {
        now.body = requestText
        sentAt = performance.now()
        now.beforeMs = sentAt - startedAt
        const answer = await partner.sendApplication(requestText)
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
