import { fundSales, previewSales } from '@/lib/server/callbacks/fund/fund-sales'
import { allowOverSale } from '@/lib/server/funding/allow-over-sale'
import { approveRest } from '@/lib/server/funding/approve-rest'
import { correctAmounts, retryFailed } from '@/lib/server/funding/child-batch'
import { createBatch } from '@/lib/server/funding/create-batch'
import { saveLines, viewLines } from '@/lib/server/funding/lines'
import { reopenRequest } from '@/lib/server/funding/reopen'
import { resolveRequest } from '@/lib/server/funding/resolution'
import { sendBatch } from '@/lib/server/funding/send'
import { approveBatch, discardBatch, recallBatch, returnBatch } from '@/lib/server/funding/submit'
import { viewBatch } from '@/lib/server/funding/view'
import { withdrawRest } from '@/lib/server/funding/withdraw'
import { submitAsMeant } from '@/lib/testing/funding-batches'
import type { Random } from './random'
import { action, errand, oneOf, type Plan, type Scene, somebody } from './scene'

/** What finance does. There are few transactions and merchants, so that people get in each other's way. */

export const MERCHANTS = ['MERCHANT-1', 'MERCHANT-2', 'MERCHANT-3', 'MERCHANT-4']
const PROFILE = '941000000001'

type Batch = {
  id: string
  version: number
  sha: string
  amount: string
  worked: string[]
  approved: string[]
}

/** A plan for this batch, or for any. */
type OfBatch = (batchId?: string) => Plan

const batchIn = (
  scene: Scene,
  random: Random,
  statuses: string,
  { batchId = null, where = 'true' }: { batchId?: string | null | undefined; where?: string } = {},
): Promise<Batch | null> =>
  oneOf<Batch>(
    scene,
    random,
    `select id, version, content_sha256 as sha, amount_minor::text as amount, worked_on_by::text[] as worked,
        array(select by::text from funding_approvals a where a.batch_id = b.id and a.content_sha256 = b.content_sha256) as approved
       from funding_batches b
       where status = any(string_to_array($1, ' ')) and id = coalesce($2, id) and ${where} order by number`,
    [statuses, batchId],
  )

const dollars = (cents: number) => (cents / 100).toFixed(2)

type TransactionName = { transactionId: string; retrievalReferenceNumber: string }

const numberOf = (random: Random): string => String(1 + random.int(24)).padStart(6, '0')

/** A transaction that the partner refuses: declined, or with a mistyped ID. */
const strangerNamed = (random: Random): TransactionName => ({
  transactionId: random.pick([`SBX-X-${numberOf(random)}`, `SBX-C-9${numberOf(random).slice(1)}`]),
  retrievalReferenceNumber: '',
})

/** Credits, some of them logged sales, and debits by ID or by reference number. */
function transactionNamed(random: Random): TransactionName {
  const number = numberOf(random)
  const draw = random.next()
  if (draw < 0.8) return { transactionId: `SBX-C-${number}`, retrievalReferenceNumber: '' }
  if (draw < 0.88) return { transactionId: `SBX-D-${number}`, retrievalReferenceNumber: '' }
  return { transactionId: '', retrievalReferenceNumber: `900000${number}` }
}

const newBatch: OfBatch = (own) => async (scene, random) => {
  const ctx = await somebody(scene, random, 'funding:write')
  const drafts = await scene.read(`select id from funding_batches where status = 'draft'`)
  if (!ctx || (!own && drafts.length > 2 && random.chance(0.8))) return null
  const sales = await scene.read<{ id: string; amount: number }>(
    `select tran_id as id, amount_minor::int as amount from callback_events where tran_id is not null order by n`,
  )
  const { ofTheLog, aboveSale, strangers, single } = scene.habits
  const count = random.chance(single) ? 1 : 1 + random.int(random.chance(0.3) ? 8 : 3)
  let row = 1
  const named = new Set<string>()
  const lines = Array.from({ length: count }, () => {
    const isStranger = random.chance(strangers)
    const sale = !isStranger && sales.length > 0 && random.chance(ofTheLog) ? random.pick(sales) : null
    const name = sale
      ? { transactionId: sale.id, retrievalReferenceNumber: '' }
      : isStranger
        ? strangerNamed(random)
        : transactionNamed(random)
    const key = JSON.stringify(name)
    if (named.has(key) && random.chance(0.9)) return []
    named.add(key)
    const shares = random.chance(0.25) ? 2 : 1
    const whole = sale?.amount ?? 100 * (1 + random.int(9))
    const payees = [...MERCHANTS].sort(() => random.next() - 0.5).slice(0, shares)
    return payees.map((merchantId) => {
      row += 1
      const cents = Math.max(
        1,
        Math.round((whole / shares) * (random.chance(aboveSale) ? 1.5 : random.chance(0.2) ? 0.6 : 0.999)),
      )
      return { row, ...name, merchantId, amount: dollars(cents) }
    })
  }).flat()
  const batchId = own ?? uuidOf(random)
  const input = {
    batchId,
    name: 'Payouts',
    profileId: PROFILE,
    amountStyle: 'dollars' as const,
    source: 'grid' as const,
    fileName: null,
    again: false,
  }
  return action('new batch', ctx, () => createBatch(ctx, input, { lines, sha256: null }))
}

const uuidOf = (random: Random): string => {
  const hex = random.bytes(16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-b${hex.slice(17, 20)}-${hex.slice(20)}`
}

const fundFromLog: OfBatch = (batchId) => async (scene, random) => {
  const ctx = await somebody(scene, random, 'funding:write')
  if (!ctx) return null
  const sales = await scene.read<{ n: number }>(
    `select n::int as n from callback_events where tran_id is not null order by n`,
  )
  if (sales.length === 0) return null
  const wanted = sales.filter(() => random.chance(0.5)).map(({ n }) => n)
  if (wanted.length === 0) return null
  const split = { by: 'shares' as const, shares: [{ merchantId: random.pick(MERCHANTS), percent: '100' }] }
  const seen = await previewSales(ctx, { sales: wanted, split })
  if (!seen.ok) return null
  const { sales: numbers, amountMinor, terms } = seen.preview
  if (numbers.length === 0) return null
  const input = {
    batchId: batchId ?? uuidOf(random),
    name: 'Sales',
    sales: numbers,
    dropped: [],
    amountMinor,
    terms,
    split,
  }
  return action('fund from the log', ctx, () => fundSales(ctx, input))
}

const editDraft: Plan = async (scene, random) => {
  const batch = await batchIn(scene, random, random.chance(0.8) ? 'draft' : 'draft waiting approved sending')
  if (!batch) return null
  const ctx = await somebody(
    scene,
    random,
    'funding:write',
    (id) => random.chance(0.1) || batch.worked.includes(id),
  )
  if (!ctx) return null
  const lines = await scene.read<{ row: number; cents: number }>(
    `select row, coalesce(amount_minor, 100)::int as cents from funding_lines where batch_id = $1 order by row`,
    [batch.id],
  )
  const input = { batchId: batch.id, version: batch.version, changed: [], removed: [], added: [] }
  const draw = random.next()
  const line = lines.length > 0 ? random.pick(lines) : null
  if (draw < 0.6 && line) {
    const amount = dollars(Math.max(1, Math.round(line.cents * random.pick([0.5, 0.9, 1.1, 2]))))
    return action('edit a line', ctx, () =>
      saveLines(ctx, { ...input, changed: [{ row: line.row, amount }] }),
    )
  }
  if (draw < 0.75 && line)
    return action('remove a line', ctx, () => saveLines(ctx, { ...input, removed: [line.row] }))
  const added = {
    after: null,
    ...(random.chance(scene.habits.strangers) ? strangerNamed(random) : transactionNamed(random)),
    merchantId: random.pick(MERCHANTS),
    amount: dollars(100 * (1 + random.int(9))),
  }
  return action('add a line', ctx, () => saveLines(ctx, { ...input, added: [added] }))
}

const submit: OfBatch = (batchId) => async (scene, random) => {
  const ctx = await somebody(scene, random, 'funding:write')
  const where = random.chance(0.85) ? 'errors = 0' : 'true'
  const batch = await batchIn(scene, random, 'draft', { batchId, where })
  if (!ctx || !batch) return null
  return action('submit', ctx, () => submitAsMeant(ctx, { batchId: batch.id, version: batch.version }))
}

const approve: OfBatch = (batchId) => async (scene, random) => {
  const batch = await batchIn(scene, random, 'waiting', { batchId })
  if (!batch) return null
  // Most people know that they may not approve their own work or approve twice; some try anyway.
  const ctx = await somebody(
    scene,
    random,
    'funding:approve',
    (id) => random.chance(0.1) || !(batch.worked.includes(id) || batch.approved.includes(id)),
  )
  if (!ctx) return null
  return action('approve', ctx, () =>
    approveBatch(ctx, { batchId: batch.id, contentSha256: batch.sha, amountMinor: batch.amount, note: '' }),
  )
}

/** Approves the rest of a batch that a new warning stopped, as the page shows it. */
const approveRestOf: Plan = async (scene, random) => {
  const batch = await batchIn(scene, random, 'stopped')
  if (!batch) return null
  const ctx = await somebody(
    scene,
    random,
    'funding:approve',
    (id) => random.chance(0.2) || !batch.worked.includes(id),
  )
  if (!ctx) return null
  return action('approve the rest', ctx, async () => {
    const { unseenRest } = await viewBatch(ctx, batch.id)
    return approveRest(ctx, {
      batchId: batch.id,
      contentSha256: unseenRest?.contentSha256 ?? '',
      amountMinor: String(unseenRest?.amountMinor ?? 0n),
      note: '',
    })
  })
}

const sendBack: Plan = async (scene, random) => {
  const ctx = await somebody(scene, random, 'funding:approve')
  const batch = await batchIn(scene, random, 'waiting approved sending')
  if (!ctx || !batch) return null
  return action('return', ctx, () => returnBatch(ctx, { batchId: batch.id, note: 'Look again.' }))
}

const recall: Plan = async (scene, random) => {
  const ctx = await somebody(scene, random, 'funding:write')
  const batch = await batchIn(scene, random, 'waiting approved sending')
  if (!ctx || !batch) return null
  return action('recall', ctx, () => recallBatch(ctx, { batchId: batch.id, note: '' }))
}

const discard: Plan = async (scene, random) => {
  const ctx = await somebody(scene, random, 'funding:write')
  const batch = await batchIn(scene, random, 'draft waiting')
  if (!ctx || !batch) return null
  return action('discard', ctx, () => discardBatch(ctx, { batchId: batch.id }))
}

const send: OfBatch = (batchId) => async (scene, random) => {
  const ctx = await somebody(scene, random, 'funding:approve')
  const statuses = random.chance(0.9) ? 'approved stopped' : 'sending unknown done'
  const batch = await batchIn(scene, random, statuses, { batchId })
  if (!ctx || !batch) return null
  return action('send', ctx, () => sendBatch(ctx, { batchId: batch.id }))
}

/**
 * Which of a request's transactions the partner received, by the names in the batch's lines. Not what it holds now:
 * another batch may have changed that since.
 */
async function lookedAt(
  scene: Scene,
  batchId: string,
  request: number,
): Promise<{ there: number; missing: string[] }> {
  const rows = await scene.read<{ name: string; isThere: boolean }>(
    `with said as (
       select coalesce(nullif(l.transaction_id, ''), l.retrieval_reference_number) as name,
         coalesce(nullif(l.transaction_id, ''), 'SBX-D-' || right(l.retrieval_reference_number, 6)) as id,
         l.merchant_id as merchant, l.amount_minor as amount
       from funding_lines l join funding_requests r on r.batch_id = l.batch_id and r.n = $2
         and l.transaction_no between r.first_transaction and r.last_transaction
       where l.batch_id = $1
     ), given as (
       select entry->>0 as id, amount->>0 as merchant, (amount->>1)::bigint as amount
       from sandbox.fundings f, json_array_elements(f.entries) entry, json_array_elements(entry->1) amount
       where f.at >= (select min(prepared_at) from funding_attempts where batch_id = $1 and request = $2)
     )
     select name, bool_and(exists (select from given
       where given.id = said.id and given.merchant = said.merchant and given.amount = said.amount)) as "isThere"
     from said group by name order by name`,
    [batchId, request],
  )
  const missing = rows.filter(({ isThere }) => !isThere).map(({ name }) => name)
  return { there: rows.length - missing.length, missing }
}

/** A person looks up a request at the partner and records the truth. */
export const resolveUnknown: Plan = async (scene, random) => {
  await scene.ground.line.deliverLate()
  const open = await oneOf<{ id: string; batch: string; request: number; by: string | null }>(
    scene,
    random,
    `select id, batch_id as batch, request, prepared_by as by from funding_attempts
      where state = 'unknown' and resolution is null order by sequence`,
  )
  if (!open) return null
  const ctx = await somebody(scene, random, 'funding:approve', (id) => random.chance(0.3) || id !== open.by)
  if (!ctx) return null
  const seen = await lookedAt(scene, open.batch, open.request)
  // A request that cannot be sent again is reported in part, or it would stay unknown forever. Some people resend
  // what the partner already has.
  const outcome = random.chance(scene.habits.sendsAgain)
    ? 'sent-again'
    : seen.there === 0
      ? 'absent'
      : 'found'
  const missing = outcome === 'found' ? seen.missing : []
  const input = {
    batchId: open.batch,
    attemptId: open.id,
    outcome,
    missing,
    note: 'Looked at the partner.',
  } as const
  return action(`unknown is ${outcome}${missing.length > 0 ? ' in part' : ''}`, ctx, () =>
    resolveRequest(ctx, input),
  )
}

/** Undoes a recorded outcome, even one that others have already acted on. */
const reopen: Plan = async (scene, random) => {
  const ctx = await somebody(scene, random, 'funding:write')
  const said = await oneOf<{ id: string; batch: string }>(
    scene,
    random,
    `select id, batch_id as batch from funding_attempts where resolution is not null order by sequence`,
  )
  if (!ctx || !said) return null
  return action('reopen an outcome', ctx, () =>
    reopenRequest(ctx, { batchId: said.batch, attemptId: said.id, note: 'Looked at another request.' }),
  )
}

export const withdraw: Plan = async (scene, random) => {
  const ctx = await somebody(scene, random, 'funding:approve')
  const batch = await batchIn(scene, random, 'stopped')
  if (!ctx || !batch) return null
  return action('withdraw the rest', ctx, () =>
    withdrawRest(ctx, { batchId: batch.id, note: 'Not needed any more.' }),
  )
}

const retry: Plan = async (scene, random) => {
  const ctx = await somebody(scene, random, 'funding:write')
  const batch = await batchIn(scene, random, 'done stopped')
  if (!ctx || !batch) return null
  return action('retry what failed', ctx, () =>
    retryFailed(ctx, { batchId: batch.id, newBatchId: uuidOf(random) }),
  )
}

const correct =
  (given?: { of: string; as: string; transactions: number[] }): Plan =>
  async (scene, random) => {
    const ctx = await somebody(scene, random, 'funding:write')
    const batch = await batchIn(scene, random, 'done stopped', { batchId: given?.of })
    if (!ctx || !batch) return null
    const newBatchId = given?.as ?? uuidOf(random)
    const transactions = given?.transactions ?? [random.int(3)]
    return action('correct amounts', ctx, () =>
      correctAmounts(ctx, { batchId: batch.id, newBatchId, transactions }),
    )
  }

const allow: Plan = async (scene, random) => {
  const batch = await batchIn(scene, random, 'draft')
  const ctx = await somebody(scene, random, 'funding:approve')
  if (!ctx || !batch) return null
  const line = await oneOf<{ row: number }>(
    scene,
    random,
    'select row from funding_lines where batch_id = $1 order by row',
    [batch.id],
  )
  if (!line) return null
  const input = { batchId: batch.id, version: batch.version, row: line.row, reason: 'Agreed with the payer.' }
  return action('allow above the sale', ctx, () => allowOverSale(ctx, input))
}

/** Removes a draft's erroneous rows, as its maker would to have the rest paid today. */
const removeErrors: OfBatch = (batchId) => async (scene, random) => {
  const batch = await batchIn(scene, random, 'draft', { batchId, where: 'errors > 0' })
  if (!batch) return null
  const ctx = await somebody(scene, random, 'funding:write', (id) => batch.worked.includes(id))
  if (!ctx) return null
  const { problems } = await viewLines(ctx, batch.id)
  const wrong = problems.flatMap(({ row, severity }) => (severity === 'error' && row !== null ? [row] : []))
  const input = { batchId: batch.id, version: batch.version, changed: [], added: [] }
  return action('remove what is wrong', ctx, () => saveLines(ctx, { ...input, removed: [...new Set(wrong)] }))
}

/** From draft to sending, with a second approval in case one is needed. */
const payOut = (batchId: string): Plan[] => [
  removeErrors(batchId),
  submit(batchId),
  approve(batchId),
  approve(batchId),
  send(batchId),
]

/** A batch is created, approved and sent on one day. */
const payDay: Plan = async (scene, random) => {
  const batchId = uuidOf(random)
  const make = random.chance(0.3) ? fundFromLog : newBatch
  return errand(scene, random, 'pay day', [make(batchId), ...payOut(batchId)])
}

/** The wrong merchant was paid: a correction moves the money to another one. */
const payAnother: Plan = async (scene, random) => {
  const paid = await oneOf<{ batchId: string; transaction: number }>(
    scene,
    random,
    `select b.id as "batchId", l.transaction_no as transaction from funding_batches b
      join funding_lines l on l.batch_id = b.id and l.amount_minor > 0
      join funding_requests r on r.batch_id = b.id and r.state = 'accepted'
        and l.transaction_no between r.first_transaction and r.last_transaction
     where b.status in ('done', 'stopped') and not exists (select from funding_failures f
       where f.batch_id = b.id and f.transaction_no = l.transaction_no)
     order by b.number, l.row`,
  )
  if (!paid) return null
  const batchId = uuidOf(random)
  return errand(scene, random, 'pay another merchant', [
    correct({ of: paid.batchId, as: batchId, transactions: [paid.transaction] }),
    changePayee(batchId),
    ...payOut(batchId),
  ])
}

const changePayee: OfBatch = (batchId) => async (scene, random) => {
  const batch = await batchIn(scene, random, 'draft', { batchId })
  if (!batch) return null
  const ctx = await somebody(scene, random, 'funding:write', (id) => batch.worked.includes(id))
  const line = await oneOf<{ row: number; merchantId: string }>(
    scene,
    random,
    `select row, merchant_id as "merchantId" from funding_lines
      where batch_id = $1 and amount_minor > 0 order by row`,
    [batch.id],
  )
  if (!ctx || !line) return null
  const merchantId = random.pick(MERCHANTS.filter((id) => id !== line.merchantId))
  return action('change who is paid', ctx, () =>
    saveLines(ctx, {
      batchId: batch.id,
      version: batch.version,
      changed: [{ row: line.row, merchantId }],
      removed: [],
      added: [],
    }),
  )
}

/** The next step of a random unfinished batch: most of what people do. */
const goOn: Plan = async (scene, random) => {
  const next: Record<string, readonly Plan[]> = {
    draft: [submit(), submit(), submit(), editDraft, editDraft, random.chance(0.3) ? allow : submit()],
    waiting: [approve(), approve(), approve(), sendBack],
    approved: [send(), send(), send(), recall],
    stopped: [send(), send(), withdraw, retry, approveRestOf, approveRestOf],
    unknown: [resolveUnknown],
    done: [correct(), correct(), retry],
  }
  const batch = await oneOf<{ status: string }>(
    scene,
    random,
    `select status from funding_batches where status in ('draft', 'waiting', 'approved', 'stopped', 'unknown')
       or (status = 'done' and number % 4 = 1) order by number`,
  )
  const plans = batch && next[batch.status]
  return plans ? random.pick(plans)(scene, random) : null
}

export const FUNDING_ACTIONS = {
  'go on': goOn,
  'new batch': newBatch(),
  'fund from the log': fundFromLog(),
  'pay day': payDay,
  'pay another merchant': payAnother,
  edit: editDraft,
  submit: submit(),
  approve: approve(),
  'approve the rest': approveRestOf,
  return: sendBack,
  recall,
  discard,
  send: send(),
  resolve: resolveUnknown,
  reopen,
  withdraw,
  retry,
  correct: correct(),
  allow,
} satisfies Record<string, Plan>
