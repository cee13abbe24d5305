import { eq } from 'drizzle-orm'
import { fundingBatches } from '@/lib/db/schema/funding'
import { users } from '@/lib/db/schema/people'
import { can } from '@/lib/domain/access/permissions'
import type { FundingLine } from '@/lib/domain/funding/line'
import { DAY_MS } from '@/lib/domain/values/calendar'
import { log } from '@/lib/log'
import { retryFailed } from '@/lib/server/funding/child-batch'
import { createBatch, type NewBatch } from '@/lib/server/funding/create-batch'
import { requireBatch } from '@/lib/server/funding/data'
import { saveLines } from '@/lib/server/funding/lines'
import { sendBatch, sendFundingBatch } from '@/lib/server/funding/send'
import { approveBatch, discardBatch, returnBatch, submitBatch } from '@/lib/server/funding/submit'
import { type ControlPlace, controlHeaders } from '@/lib/server/sandbox/controls'
import type { Ctx, Services } from '@/lib/server/services'
import { DEMO_APPROVER } from './accounts'

const HOUR_MS = 3_600_000

/** How far each batch got, and what of it the partner did not take. */
type Plan = {
  name: string
  daysAgo: number
  source: NewBatch['source']
  fileName: string | null
  /** Of the profiles, by place. */
  profile: 0 | 1
  transactions: number
  end:
    | 'draft'
    | 'wrong-draft'
    | 'returned'
    | 'waiting'
    | 'first-approval'
    | 'approved'
    | 'done'
    | 'some-failed'
    | 'suspended'
    | 'refused'
    | 'unknown'
    | 'discarded'
  /** A typical amount in cents. */
  about: number
}

const PLANS: readonly Plan[] = [
  {
    name: 'Payouts of the week of the fair',
    daysAgo: 41,
    source: 'csv',
    fileName: 'payouts-fair.csv',
    profile: 0,
    transactions: 24,
    end: 'done',
    about: 4_200,
  },
  {
    name: 'Market square, Saturday',
    daysAgo: 34,
    source: 'xlsx',
    fileName: 'market-square.xlsx',
    profile: 0,
    transactions: 18,
    end: 'some-failed',
    about: 2_600,
  },
  {
    name: 'Doubled by mistake',
    daysAgo: 33,
    source: 'csv',
    fileName: 'payouts-fair (1).csv',
    profile: 0,
    transactions: 6,
    end: 'discarded',
    about: 4_200,
  },
  {
    name: 'Online shops, first half',
    daysAgo: 27,
    source: 'json',
    fileName: 'online-first-half.json',
    profile: 1,
    transactions: 30,
    end: 'done',
    about: 8_900,
  },
  {
    name: 'Debit by reference number',
    daysAgo: 20,
    source: 'csv',
    fileName: 'debit.csv',
    profile: 0,
    transactions: 8,
    end: 'refused',
    about: 5_100,
  },
  {
    name: 'Online shops, second half',
    daysAgo: 13,
    source: 'json',
    fileName: 'online-second-half.json',
    profile: 1,
    transactions: 12,
    end: 'suspended',
    about: 7_700,
  },
  {
    name: 'Restaurants',
    daysAgo: 8,
    source: 'xlsx',
    fileName: 'restaurants.xlsx',
    profile: 0,
    transactions: 15,
    end: 'unknown',
    about: 6_400,
  },
  {
    name: 'Boat rentals',
    daysAgo: 4,
    source: 'csv',
    fileName: 'boat-rentals.csv',
    profile: 1,
    transactions: 9,
    end: 'approved',
    about: 31_000,
  },
  {
    name: 'Holiday advance',
    daysAgo: 3,
    source: 'xlsx',
    fileName: 'holiday-advance.xlsx',
    profile: 0,
    transactions: 20,
    end: 'first-approval',
    about: 410_000,
  },
  {
    name: 'Book fair',
    daysAgo: 2,
    source: 'pasted',
    fileName: null,
    profile: 0,
    transactions: 14,
    end: 'waiting',
    about: 3_300,
  },
  {
    name: 'Street food',
    daysAgo: 1,
    source: 'csv',
    fileName: 'street-food.csv',
    profile: 0,
    transactions: 11,
    end: 'wrong-draft',
    about: 1_900,
  },
]

const MERCHANTS = ['BLUEBIRD-01', 'HARBOR-LANE-02', 'CEDAR-STONE-03', 'JUNIPER-05', 'KAYAKS-08'] as const

/**
 * Twelve batches over all outcomes, made by the use cases that people use, and sent to the simulated partner over
 * HTTP: what the desk shows and what the sandbox holds agree. Once, after the people are there.
 */
export async function seedFunding(services: Services, partnerUrl: string, controlToken = ''): Promise<void> {
  const [some] = await services.db.select({ id: fundingBatches.id }).from(fundingBatches).limit(1)
  if (some) return
  const staff = await services.db.select().from(users).where(eq(users.active, true)).orderBy(users.email)
  // The third person in finance works on none of them, and can approve what needs two.
  const [maker, approver] = staff.filter(
    ({ email, roles }) => email !== DEMO_APPROVER && can(roles, 'funding:approve'),
  )
  if (!maker || !approver || services.funding.profiles.length === 0) return
  const startedAt = Date.now()
  for (const [n, plan] of PLANS.entries()) {
    const at = startedAt - plan.daysAgo * DAY_MS
    const as = (actor: typeof maker, hoursLater: number): Ctx => ({
      ...services,
      now: () => new Date(at + hoursLater * HOUR_MS),
      actor: { ...actor, sessionId: 'demonstration' },
      requestId: 'demonstration',
    })
    // They take turns.
    const [one, other] = n % 2 === 0 ? [maker, approver] : [approver, maker]
    await seedBatch({ made: as(one, 0), approved: as(other, 2), sent: as(one, 3) }, n, plan, {
      address: partnerUrl,
      token: controlToken,
    })
  }
  log.info({ batches: PLANS.length + 1, ms: Date.now() - startedAt }, 'demonstration batches are in place')
}

/** One person at three moments, and another in between. */
type People = { made: Ctx; approved: Ctx; sent: Ctx }

async function seedBatch(people: People, n: number, plan: Plan, sandbox: ControlPlace): Promise<void> {
  const { made, approved, sent } = people
  const { end } = plan
  const batchId = crypto.randomUUID()
  const profiles = made.funding.profiles
  const profile = profiles[plan.profile] ?? profiles[0]
  if (!profile) return
  await createBatch(
    made,
    {
      batchId,
      name: plan.name,
      profileId: profile.profileId,
      amountStyle: 'dollars',
      source: plan.source,
      fileName: plan.fileName,
      again: true,
    },
    { lines: buildLines(n, plan), sha256: null },
  )
  if (end === 'discarded') await discardBatch(made, { batchId })
  if (end === 'discarded' || end === 'wrong-draft') return
  await submitBatch(made, { batchId, version: 1 })
  if (end === 'waiting') return
  const { contentSha256, amountMinor } = await requireBatch(made.db, batchId)
  await approveBatch(approved, {
    batchId,
    contentSha256: contentSha256 ?? '',
    amountMinor: String(amountMinor),
    note: '',
  })
  if (end === 'first-approval' || end === 'approved') return
  if (end === 'unknown') await control(sandbox, 'faults', UNKNOWN)
  if (end === 'suspended') await control(sandbox, `profiles/${profile.profileId}`, { status: 'suspended' })
  await sendBatch(sent, { batchId })
  await sendFundingBatch(sent, { batchId })
  if (end === 'suspended') await control(sandbox, `profiles/${profile.profileId}`, { status: 'active' })
  if (end === 'some-failed') await seedRetry(people, batchId)
}

/** What failed, taken up again with one amount changed, and given back once. */
async function seedRetry({ made, approved, sent }: People, batchId: string): Promise<void> {
  const newBatchId = crypto.randomUUID()
  await retryFailed(sent, { batchId, newBatchId })
  await submitBatch(sent, { batchId: newBatchId, version: 1 })
  await returnBatch(approved, {
    batchId: newBatchId,
    note: 'One of these was declined at the till: it will fail again. Take it out, please.',
  })
  await saveLines(made, {
    batchId: newBatchId,
    version: 2,
    changed: [],
    removed: [],
    added: [],
    header: { name: 'Market square, once more' },
  })
}

/** Applied, and then no answer that says so. */
const UNKNOWN = { endpoint: 'funding', mode: 'status-after', status: 503 }

/** Through the simulation's controls; demonstration data exists only with it. */
async function control(
  { address, token }: ControlPlace,
  path: string,
  body: Record<string, unknown>,
): Promise<void> {
  const answer = await fetch(`${address}/control/${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...controlHeaders(token) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`The simulated partner refused a control: ${answer.status}.`)
}

/** Transactions that the sandbox knows, each with one merchant or two; amounts follow from the places. */
function buildLines(n: number, { transactions, about, end, source }: Plan): FundingLine[] {
  const firstRow = source === 'pasted' || source === 'json' ? 1 : 2
  const lines: Omit<FundingLine, 'row'>[] = []
  for (let i = 0; i < transactions; i += 1) {
    const number = 1_000 + n * 50 + i
    const name = identifiersOf(number, i, end)
    const cents = about + ((i * 7_919) % about)
    const merchantId = pick(MERCHANTS, i)
    if (i % 5 === 3) {
      const first = Math.round(cents * 0.8)
      lines.push({ ...name, merchantId, amount: dollars(first) })
      lines.push({ ...name, merchantId: pick(MERCHANTS, i + 1), amount: dollars(cents - first) })
    } else lines.push({ ...name, merchantId, amount: dollars(cents) })
  }
  if (end === 'wrong-draft') spoil(lines)
  return lines.map((line, index) => ({ row: firstRow + index, ...line }))
}

function identifiersOf(
  number: number,
  i: number,
  end: Plan['end'],
): Pick<FundingLine, 'transactionId' | 'retrievalReferenceNumber'> {
  const byId = (series: string, at = number) => ({
    transactionId: `SBX-${series}-${String(at).padStart(6, '0')}`,
    retrievalReferenceNumber: '',
  })
  if (end === 'some-failed' && i === 4) return byId('X')
  if (end === 'some-failed' && i === 9) return byId('P')
  if (end === 'some-failed' && i === 12) return { ...byId('C'), transactionId: `TRN-${number}` }
  if (end !== 'refused') return byId('C')
  // The last one names a debit by its id that an earlier line names by its reference number: only the partner knows.
  return i === 7
    ? byId('D', number - 6)
    : { transactionId: '', retrievalReferenceNumber: `9${String(number).padStart(11, '0')}` }
}

/** What a spreadsheet and a quick hand do to a file. */
function spoil(lines: Omit<FundingLine, 'row'>[]): void {
  const change = (index: number, fields: Partial<FundingLine>) => {
    const line = lines[index]
    if (line) lines[index] = { ...line, ...fields }
  }
  change(2, { transactionId: '1.23E+15' })
  change(5, { amount: '1,900.00' })
  change(7, { merchantId: '' })
  change(9, { transactionId: lines[0]?.transactionId ?? '' })
}

const pick = <T>(list: readonly [T, ...T[]], n: number): T => list[n % list.length] ?? list[0]

const dollars = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
