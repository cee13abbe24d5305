/**
 * The judge. It knows the tables of the desk and of the partner, but none of the desk's code: it reads both by SQL and
 * reports where they disagree. It keeps what it saw after the last step, so that it can compare a change with the state
 * before it. It must import nothing: a mistake in shared code would be invisible to it.
 */

export type Read = <Row extends object>(statement: string, values?: unknown[]) => Promise<Row[]>

export type Finding = { rule: string; what: string }

type Attempt = {
  id: string
  batch: string
  request: number
  sequence: number
  state: string
  prepared: string
  answered: string | null
  resolution: string | null
  resolver: string | null
  sha: string | null
  request_state: string | null
}
type Received = {
  n: number
  at: string
  status: number | null
  sha: string
  applied: boolean
  request: string
}
type Sale = { id: string; state: string; cents: number | null; code: string; currency: string }
type Approval = { batch: string; by: string; sha: string; lines: string }
type Held = Map<string, Map<string, string>>

const OPEN = ['prepared', 'sending']

export class Oracle {
  readonly #ask: Read
  /** By statement: what this judgment has read, or has already requested because the previous judgment read it. */
  #asked = new Map<string, Promise<object[]>>()
  #findings: Finding[] = []
  /** The last journal entry that was judged. */
  #seen = 0
  /** By attempt without an end: the log before the step in which it was made. By transaction: those of its attempts. */
  #logAt = new Map<string, Sale[]>()
  #sentUnder = new Map<string, Sale[][]>()
  #sales: Sale[] = []
  /** The amount in cents that the partner was given, by transaction (as the request named it) and merchant. */
  readonly #given = new Map<string, Map<string, number>>()
  #allowed = new Map<string, number>()
  /** The lines that each approval covers, as they were when the judge first saw it. */
  readonly #approvals = new Map<string, string>()
  /** Batches that were approved, and the limit above which two people are needed, in dollars. */
  #passed = new Set<string>()
  #limit: string | null = null
  #audit: string[] = []
  /** The position of the database's write-ahead log at that time: if it is unchanged, nothing was written since. */
  #judgedAt = ''

  constructor(read: Read) {
    this.#ask = read
  }

  /** No one acts during a judgment, so everything needs to be read only once. */
  #read<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]> {
    if (values) return this.#ask<Row>(statement, values)
    const asked = this.#asked.get(statement) ?? this.#ask(statement)
    this.#asked.set(statement, asked)
    // If something before it fails, nothing may ever await it.
    asked.catch(() => {})
    return asked as Promise<Row[]>
  }

  /** Reads again, all at once, everything that the previous judgment read. */
  #readAhead(): void {
    const before = this.#asked.keys()
    this.#asked = new Map()
    for (const statement of before) this.#read(statement)
  }

  /** After every step: what must always be true, even while work is still open. */
  async judge(): Promise<Finding[]> {
    this.#findings = []
    this.#readAhead()
    const [now] = await this.#read<{ at: string }>('select pg_current_wal_insert_lsn()::text as at')
    if (now?.at === this.#judgedAt) return []
    this.#judgedAt = now?.at ?? ''
    await this.#attempts()
    await this.#money()
    await this.#approvalsStand()
    await this.#callbacks()
    await this.#auditLog()
    await this.#applications()
    return this.#findings
  }

  /** After healing: nothing hangs. */
  async judgeHealed(): Promise<Finding[]> {
    await this.judge()
    const hanging = await this.#read<{ what: string }>(`
      select 'attempt ' || id || ' is ' || state as what from funding_attempts where state in ('prepared', 'sending')
      union all
      select 'attempt ' || id || ' is ' || state from partner_attempts where state in ('prepared', 'sending')
      union all
      select 'batch ' || number || ' is sending' from funding_batches where status = 'sending'
      union all
      select 'batch ' || b.number || ' is unknown, and nothing of it waits for a person' from funding_batches b
        where status = 'unknown' and not exists (select from funding_attempts a
          where a.batch_id = b.id and a.state = 'unknown' and a.resolution is null)
      union all
      select 'request ' || r.n || ' of ' || b.number || ' is ' || r.state || ' in a batch that is ' || b.status
        from funding_requests r join funding_batches b on b.id = r.batch_id
        where r.state = 'sending' or (r.state = 'waiting' and b.status = 'done')
      union all
      select 'attempt ' || id || ' is unknown, and nobody could say the truth of it' from funding_attempts
        where state = 'unknown' and resolution is null
      union all
      select 'delivery ' || n || ' was never read' from callback_deliveries where kind is null
      union all
      select 'application ' || id || ' is ' || status from applications where status = 'submitting'
      union all
      select 'document ' || id || ' is ' || delivery from documents where delivery = 'sending'
      union all
      select 'attempt ' || a.id || ' is unknown, and nobody is asked: its batch is ' || b.status
        from funding_attempts a join funding_batches b on b.id = a.batch_id
        where a.state = 'unknown' and a.resolution is null and b.status <> 'unknown'
      union all
      select 'attempt ' || a.id || ' is unknown, and nobody is asked: its application is ' || p.status
        from partner_attempts a join applications p on p.id = a.application_id
        where a.state = 'unknown' and a.resolution is null and a.document_id is null
          and p.status not in ('outcome-unknown', 'ids-needed')
      union all
      select 'attempt ' || a.id || ' is unknown, and nobody is asked: its document is ' || d.delivery
        from partner_attempts a join documents d on d.id = a.document_id
        where a.state = 'unknown' and a.resolution is null and d.delivery <> 'unknown'`)
    for (const { what } of hanging) this.#say('healed', what)
    await this.#heldAgrees(true)
    return this.#findings
  }

  #say(rule: string, what: string): void {
    this.#findings.push({ rule, what })
  }

  /** Compares what the partner received with what the desk says it sent. */
  async #attempts(): Promise<void> {
    const attempts = await this.#read<Attempt>(`
      select a.id, a.batch_id as batch, a.request, a.sequence::int as sequence, a.state, a.prepared_at::text as prepared,
        a.answered_at::text as answered, a.resolution, a.resolved_by as resolver, r.request_sha256 as sha,
        r.state as request_state
      from funding_attempts a left join funding_requests r on r.batch_id = a.batch_id and r.n = a.request
      order by a.sequence`)
    const received = await this.#read<Received>(`
      select n::int as n, at::text as at, status, sha256 as sha, applied, request from sandbox.journal
      where endpoint = 'funding' order by n`)
    const explained = new Map<string, Received>()
    for (const entry of received) {
      // The attempt that was made last before the request arrived.
      const maker = attempts.filter(({ sha, prepared }) => sha === entry.sha && prepared < entry.at).at(-1)
      if (!maker) {
        this.#say('explained', `the partner's request ${entry.n} is of no attempt`)
        continue
      }
      if (explained.has(maker.id))
        this.#say('sent once', `attempt ${maker.id} reached the partner twice (${entry.n})`)
      explained.set(maker.id, entry)
    }
    for (const attempt of attempts) {
      const { id, state, sha } = attempt
      const entry = explained.get(id)
      if (sha === null) this.#say('explained', `attempt ${id} has no request any more`)
      if (state === 'accepted' && entry?.status !== 200)
        this.#say('accepted', `attempt ${id} is accepted, and the partner has no answer of the kind`)
      if (state === 'accepted' && entry && !entry.applied && (await this.#succeeded(attempt)) > 0)
        this.#say('accepted', `attempt ${id} is accepted, and the partner applied nothing`)
      if (entry?.applied && ['refused', 'not-sent'].includes(state))
        this.#say('never guessed', `attempt ${id} is ${state}, and the partner applied it (${entry.n})`)
      if (!OPEN.includes(state) && !['accepted', 'refused', 'not-sent', 'unknown'].includes(state))
        this.#say('ends', `attempt ${id} is ${state}`)
      if (OPEN.includes(state) !== (attempt.answered === null))
        this.#say('ends', `attempt ${id} is ${state}, and answered ${attempt.answered}`)
      if (attempt.resolution !== null && attempt.resolver === null)
        this.#say('a person’s word', `attempt ${id} was resolved by nobody`)
      if (attempt.resolution !== null && state !== 'unknown')
        this.#say('a person’s word', `attempt ${id} is ${state}, and was resolved`)
      // A person looks at the partner's records and reports what is there.
      if (attempt.resolution === 'absent' && entry?.applied)
        this.#say('absent', `attempt ${id} was resolved as absent, and the partner has it (${entry.n})`)
    }
    // No second try without proof that nothing arrived, or a person's statement.
    const byRequest = Map.groupBy(attempts, ({ batch, request }) => `${batch} ${request}`)
    for (const [request, of] of byRequest) {
      for (const [index, attempt] of of.entries()) {
        const before = of[index - 1]
        if (!before) continue
        const isProven = before.state === 'not-sent'
        const isSaid = before.resolution === 'absent' || before.resolution === 'sent-again'
        if (!isProven && !isSaid)
          this.#say('sent once', `request ${request} was sent again by ${attempt.id} after ${before.state}`)
      }
      const open = of.filter(({ state }) => OPEN.includes(state))
      if (open.length > 1) this.#say('one at a time', `request ${request} has ${open.length} open attempts`)
      const last = of.at(-1)
      if (last) this.#requestFits(request, last)
      const isThere = of.some(({ id, resolution }) => resolution !== 'absent' && explained.get(id)?.applied)
      if (isThere && ['not-sent', 'refused', 'withdrawn'].includes(last?.request_state ?? ''))
        this.#say('never guessed', `request ${request} is ${last?.request_state}, and the partner applied it`)
    }
    const retaken = await this.#read<{ what: string }>(`
      select distinct coalesce(nullif(l.transaction_id, ''), l.retrieval_reference_number) || ' in batch ' || c.number as what
      from funding_batches c join funding_lines l on l.batch_id = c.id
        join funding_lines p on p.batch_id = c.parent_id and p.transaction_id = l.transaction_id
          and p.retrieval_reference_number = l.retrieval_reference_number and p.merchant_id = l.merchant_id
          and p.amount_minor = l.amount_minor and p.amount_minor > 0
        join funding_requests r on r.batch_id = p.batch_id and p.transaction_no between r.first_transaction and r.last_transaction
        left join funding_failures f on f.batch_id = p.batch_id and f.transaction_no = p.transaction_no
      where c.purpose = 'retry' and c.status <> 'discarded' and r.state in ('accepted', 'unknown', 'sending')
        and f.batch_id is null and not exists (select from audit_log g where g.subject_id = c.id::text
          and g.action = 'funding-lines-changed')
        -- If a request recorded as partly missing was reopened, its retry exists although nothing failed any more.
        and not exists (select from audit_log g where g.subject_id = p.batch_id::text
          and g.action = 'funding-outcome-reopened')`)
    for (const { what } of retaken) this.#say('sent once', `${what} is retried, and did not fail`)
    // If a person reports part of a found request as missing, no attempt of it may have delivered that part.
    const missed = await this.#read<{ what: string }>(`
      select distinct coalesce(nullif(l.transaction_id, ''), l.retrieval_reference_number) || ' of request '
        || a.request || ' in batch ' || a.batch_id as what
      from funding_attempts a
        join funding_lines l on l.batch_id = a.batch_id and l.transaction_no = any (a.said_missing)
        join sandbox.fundings f on f.at <= a.resolved_at and f.at >= (
          select min(prepared_at) from funding_attempts e where e.batch_id = a.batch_id and e.request = a.request)
        cross join json_array_elements(f.entries) entry
        cross join json_array_elements(entry->1) share
      where a.resolution = 'found' and l.amount_minor > 0
        and share->>0 = l.merchant_id and (share->>1)::bigint = l.amount_minor and entry->>0 = coalesce(nullif(l.transaction_id, ''), 'SBX-D-' || right(l.retrieval_reference_number, 6))`)
    for (const { what } of missed)
      this.#say('absent', `${what} was said to be missing, and the partner has it`)
    const counted = await this.#read<{ number: number; of: number; succeeded: number; failed: number }>(`
      select number::int as number, transactions as of, succeeded, failed from funding_batches
      where succeeded + failed > transactions`)
    for (const { number, of, succeeded, failed } of counted)
      this.#say('counts', `batch ${number} of ${of} has ${succeeded} successes and ${failed} failures`)
    await this.#heldAgrees(false)
  }

  async #succeeded({ batch, request }: Attempt): Promise<number> {
    const [row] = await this.#read<{ n: number }>(
      `select r.last_transaction - r.first_transaction + 1 - count(f.transaction_no)::int as n
       from funding_requests r left join funding_failures f on f.batch_id = r.batch_id
         and f.transaction_no between r.first_transaction and r.last_transaction
       where r.batch_id = $1 and r.n = $2 group by r.first_transaction, r.last_transaction`,
      [batch, request],
    )
    return row?.n ?? 0
  }

  #requestFits(request: string, { id, state, resolution, request_state: shown }: Attempt): void {
    const may: Record<string, string[]> = {
      prepared: ['sending'],
      sending: ['sending'],
      accepted: ['accepted'],
      refused: ['refused'],
      'not-sent': ['not-sent', 'waiting', 'withdrawn'],
      unknown:
        resolution === null
          ? ['unknown']
          : resolution === 'found'
            ? ['accepted']
            : resolution === 'absent'
              ? ['not-sent', 'waiting', 'withdrawn']
              : ['waiting', 'not-sent'],
    }
    if (!may[state]?.includes(shown ?? ''))
      this.#say(
        'shown as it is',
        `request ${request} is ${shown}, and attempt ${id} ${state} ${resolution ?? ''}`,
      )
  }

  /** What the partner holds of each transaction and merchant, in digits. */
  async #held(): Promise<Held> {
    const rows = await this.#read<{ id: string; merchant: string; amount: string }>(`
      select distinct on (id, merchant) id, merchant, sum(amount)::text as amount from (
        select entry->>0 as id, amount->>0 as merchant, (amount->>1)::bigint as amount, f.request
        from sandbox.fundings f, json_array_elements(f.entries) entry, json_array_elements(entry->1) amount
      ) given group by id, merchant, request order by id, merchant, request desc`)
    const held: Held = new Map()
    for (const { id, merchant, amount } of rows) {
      const of = held.get(id) ?? new Map<string, string>()
      held.set(id, of.set(merchant, amount))
    }
    return held
  }

  /** What the desk shows as sent and accepted must be what the partner holds, unless part of it is open. */
  async #heldAgrees(isHealed: boolean): Promise<void> {
    const rows = await this.#read<{ id: string; merchant: string; amount: string; sure: boolean }>(`
      with named as (
        select l.*, coalesce(nullif(l.transaction_id, ''), 'SBX-D-' || right(l.retrieval_reference_number, 6)) as id
        from funding_lines l
      ), said as (
        -- A merchant that a request names twice for a transaction gets both amounts.
        select n.id, n.merchant_id as merchant, sum(n.amount_minor)::text as amount, a.sequence
        from named n join funding_requests r on r.batch_id = n.batch_id
            and n.transaction_no between r.first_transaction and r.last_transaction
          join funding_attempts a on a.batch_id = r.batch_id and a.request = r.n
        where not exists (select from funding_failures f
            where f.batch_id = n.batch_id and f.transaction_no = n.transaction_no)
          and (a.state = 'accepted' or a.resolution = 'found')
        group by n.id, n.merchant_id, a.sequence
      )
      select distinct on (s.id, s.merchant) s.id, s.merchant, s.amount, not exists (
          select from named n join funding_requests r on r.batch_id = n.batch_id
            and n.transaction_no between r.first_transaction and r.last_transaction
          join funding_attempts a on a.batch_id = r.batch_id and a.request = r.n
          where n.id = s.id and (a.state in ('sending', 'prepared') or
            (a.state = 'unknown' and a.resolution is distinct from 'found'))
        ) as sure
      from said s order by s.id, s.merchant, s.sequence desc`)
    const held = await this.#held()
    for (const { id, merchant, amount, sure } of rows) {
      const there = held.get(id)?.get(merchant)
      if (sure && there !== amount)
        this.#say(
          isHealed ? 'healed' : 'shown as it is',
          `${id} for ${merchant} is shown as ${amount}, and the partner holds ${there}`,
        )
    }
  }

  /** A sale gets more than its amount only if a named person allowed it; a sale that cannot be funded gets nothing. */
  async #money(): Promise<void> {
    const sales = await this.#read<Sale>(`
      select tran_id as id, state, amount_minor::int as cents, resp_code as code, currency_code as currency
      from callback_events where tran_id is not null order by n`)
    const allowed = await this.#read<{ key: string; cents: number }>(`
      select o.key, max(o.allowed_minor)::int as cents from funding_overrides o
        join funding_batches b on b.id = o.batch_id
      where not (o.by = any(b.worked_on_by)) group by o.key`)
    const now = new Map(allowed.map(({ key, cents }) => [key, cents]))
    const entries = await this.#read<{ n: number; id: string }>(
      `select n::int as n, coalesce(t->>'id', 'SBX-D-' || right(t->>'retrievalReferenceNumber', 6)) as id
       from sandbox.journal j, json_array_elements((j.request::json)->'transactions') t
       where endpoint = 'funding' and applied and n > $1`,
      [this.#seen],
    )
    if (entries.length > 0) await this.#nobodyLeftOut()
    const held = entries.length > 0 ? await this.#held() : new Map()
    for (const { n, id } of entries) {
      this.#seen = Math.max(this.#seen, n)
      const sum = [...(held.get(id)?.values() ?? [])].reduce((total, amount) => total + Number(amount), 0)
      // Compare with the log before and after the step: within the step no one can tell which came first. For a request
      // without an end, also compare with the log as it was when the request was sent: the partner may accept it late.
      const known = [this.#sales, sales, ...(this.#sentUnder.get(id) ?? [])].map((some) =>
        some.find((sale) => sale.id === id),
      )
      if (known.some((sale) => sale === undefined)) continue
      const most = Math.max(
        ...known.map((sale) => sale?.cents ?? Number.POSITIVE_INFINITY),
        now.get(`id ${id}`) ?? 0,
        this.#allowed.get(`id ${id}`) ?? 0,
      )
      if (sum > most)
        this.#say('never above the sale', `${id} is a sale of ${most}, and the partner holds ${sum} (${n})`)
      if (sum > 0 && known.every((sale) => sale?.state === 'conflict'))
        this.#say('no contested sale', `${id} is in conflict, and was funded (${n})`)
      if (sum > 0 && known.every((sale) => sale?.code !== '000' && sale?.state !== 'conflict'))
        this.#say('no declined sale', `${id} was declined, and was funded (${n})`)
    }
    await this.#rememberSent()
    this.#sales = sales
    this.#allowed = now
    const twice = await this.#read<{ id: string; batches: string }>(`
      select transaction_id as id, string_agg(distinct b.number::text, ', ') as batches
      from funding_lines l join funding_batches b on b.id = l.batch_id
      where b.status in ('waiting', 'approved', 'sending') and transaction_id <> ''
        -- A request that has ended no longer waits, even if the rest of its batch does.
        and not exists (select from funding_requests r where r.batch_id = b.id
          and l.transaction_no between r.first_transaction and r.last_transaction
          and r.state in ('accepted', 'refused', 'not-sent', 'withdrawn'))
      group by transaction_id having count(distinct b.id) > 1`)
    for (const { id, batches } of twice) this.#say('one batch', `${id} is in ${batches} at once`)
  }

  /** For each request without an end: what the log had about its transactions when it was sent. */
  async #rememberSent(): Promise<void> {
    const open = await this.#read<{ attempt: string; id: string }>(`
      select distinct a.id::text as attempt,
        coalesce(nullif(l.transaction_id, ''), 'SBX-D-' || right(l.retrieval_reference_number, 6)) as id
      from funding_attempts a
        join funding_requests r on r.batch_id = a.batch_id and r.n = a.request
        join funding_lines l on l.batch_id = r.batch_id
          and l.transaction_no between r.first_transaction and r.last_transaction
      where a.state in ('prepared', 'sending') or (a.state = 'unknown' and a.resolution is null)`)
    const before = this.#sales
    this.#logAt = new Map(open.map(({ attempt }) => [attempt, this.#logAt.get(attempt) ?? before]))
    this.#sentUnder = new Map()
    for (const { attempt, id } of open)
      this.#sentUnder.set(id, [...(this.#sentUnder.get(id) ?? []), this.#logAt.get(attempt) ?? before])
  }

  /**
   * A request must state what every merchant gets of a transaction: a merchant that it leaves out keeps the amount that
   * the partner has. Transactions are compared by name, since the desk may not know that two names are the same one.
   */
  async #nobodyLeftOut(): Promise<void> {
    const amounts = await this.#read<{ n: number; name: string; merchant: string; cents: number }>(
      `select n::int as n, coalesce(t->>'id', t->>'retrievalReferenceNumber') as name, a->>'merchantId' as merchant,
         sum((a->>'amount')::bigint)::int as cents
       from sandbox.journal j, json_array_elements((j.request::json)->'transactions') t,
         json_array_elements(t->'merchantFundingAmounts') a
       where endpoint = 'funding' and applied and n > $1 and not exists (
         select from json_array_elements((j.answer::json)->'transactionLevelErrors') e
         where coalesce(nullif(e->>'transactionId', ''), e->>'retrievalReferenceNumber')
           = coalesce(t->>'id', t->>'retrievalReferenceNumber'))
       group by 1, 2, 3 order by 1, 2, 3`,
      [this.#seen],
    )
    for (const own of Map.groupBy(amounts, ({ n, name }) => `${n} ${name}`).values()) {
      const [{ n = 0, name = '' } = {}] = own
      const given = this.#given.get(name) ?? new Map<string, number>()
      for (const [merchant, cents] of given)
        if (cents > 0 && !own.some((amount) => amount.merchant === merchant))
          this.#say('nobody left out', `${name} leaves ${merchant} with ${cents} (${n})`)
      for (const { merchant, cents } of own) given.set(merchant, cents)
      this.#given.set(name, given)
    }
  }

  /** Every approval covers what is sent and comes from a person who did not work on it, and there are enough of them. */
  async #approvalsStand(): Promise<void> {
    const rows = await this.#read<Approval>(`
      select a.batch_id as batch, a.by, a.content_sha256 as sha, (
        select md5(string_agg(concat_ws('|', row, transaction_id, retrieval_reference_number, merchant_id, amount,
          amount_minor), ';' order by row)) from funding_lines l where l.batch_id = a.batch_id) as lines
      from funding_approvals a`)
    for (const { batch, by, sha, lines } of rows) {
      const key = `${batch} ${by} ${sha}`
      const first = this.#approvals.get(key)
      if (first === undefined) this.#approvals.set(key, lines)
      else if (first !== lines)
        this.#say('approved as it is', `the lines of ${batch} changed after ${by} approved them`)
    }
    const stale = await this.#read<{ number: number }>(`
      select b.number::int as number from funding_batches b
      where status in ('approved', 'sending', 'stopped', 'unknown', 'done') and not exists (
        select from funding_approvals a where a.batch_id = b.id and a.content_sha256 = b.content_sha256)`)
    for (const { number } of stale) this.#say('approved as it is', `batch ${number} stands on no approval`)
    const [rule] = await this.#read<{ limit: string | null }>(
      `select value->>'secondAboveAmount' as limit from settings where key = 'funding'`,
    )
    const limits = [this.#limit, rule?.limit ?? null]
    this.#limit = rule?.limit ?? null
    const passed = await this.#read<{ id: string; cents: number; approvals: number }>(`
      select b.id::text as id, b.amount_minor::int as cents, (select count(distinct a.by)::int from funding_approvals a
        where a.batch_id = b.id and a.content_sha256 = b.content_sha256) as approvals
      from funding_batches b where status = 'approved'
      union all
      select b.id::text || ', its rest', b.amount_minor::int, (select count(distinct a.by)::int from funding_approvals a
        where a.batch_id = b.id and a.content_sha256 = b.content_sha256)
      from funding_batches b where exists (select from audit_log l where l.action = 'funding-rest-approved'
        and l.subject_id = b.id::text and l.detail->>'contentSha256' = b.content_sha256)`)
    for (const { id, cents, approvals } of passed) {
      if (this.#passed.has(id)) continue
      const isAboveBoth = limits.every((limit) => limit !== null && cents > 100 * Number(limit))
      if (isAboveBoth && approvals < 2)
        this.#say('two approvals', `batch ${id} of ${cents} was approved by ${approvals}`)
    }
    this.#passed = new Set(passed.map(({ id }) => id))
    const own = await this.#read<{ number: number; by: string }>(`
      select b.number::int as number, a.by from funding_batches b join funding_approvals a on a.batch_id = b.id
      where a.by = any(b.worked_on_by) or a.by = b.created_by or exists (
        select from audit_log l where l.subject_type = 'funding-batch' and l.subject_id = b.id::text
          and l.actor_id = a.by and (l.action = 'funding-batch-created' or (l.action = 'funding-lines-changed'
            -- $0.00 lines that the desk itself removed are no one's work.
            and (l.detail->>'changed')::int + (l.detail->>'removed')::int + (l.detail->>'added')::int > 0)))`)
    for (const { number, by } of own)
      this.#say('four eyes', `batch ${number} was approved by ${by}, who worked on it`)
  }

  /** Every acknowledged callback was kept once, and each sale is one event. */
  async #callbacks(): Promise<void> {
    const lost = await this.#read<{ body: string; acknowledged: number; posted: number; kept: number }>(`
      select body, count(*) filter (where acknowledged)::int as acknowledged, count(*)::int as posted, (
          select count(*)::int from callback_deliveries d where d.body = convert_to(p.body, 'UTF8')) as kept
      from simulation.posts p group by body`)
    for (const { body, acknowledged, posted, kept } of lost) {
      if (kept < acknowledged)
        this.#say('acknowledged', `acknowledged ${acknowledged} times, and kept ${kept} times: ${body}`)
      if (kept > posted) this.#say('acknowledged', `posted ${posted} times, and kept ${kept} times: ${body}`)
    }
    const events = await this.#read<{ what: string }>(`
      select 'delivery ' || d.n || ' is of no event' as what from callback_deliveries d
        where d.kind is not null and not exists (select from callback_events e where e.n = d.event_n)
      union all
      select 'event ' || e.n || ' says ' || e.deliveries || ' deliveries, and has ' || count(d.n) from callback_events e
        left join callback_deliveries d on d.event_n = e.n group by e.n, e.deliveries having e.deliveries <> count(d.n)
      union all
      select 'event ' || d.event_n || ' has ' || count(*) || ' first deliveries' from callback_deliveries d
        where d.kind in ('first', 'unreadable') group by d.event_n having count(*) <> 1
      union all
      select 'sale ' || tran_id || ' is ' || count(*) || ' events' from callback_events
        where tran_id is not null group by profile_id, tran_id having count(*) > 1
      union all
      select 'event ' || e.n || ' has ' || count(distinct d.content_sha256) || ' contents, nobody settled it, and it is ' || e.state
        from callback_events e join callback_deliveries d on d.event_n = e.n
        where e.settled_by is null group by e.n, e.state
        having count(distinct d.content_sha256) > 1 and e.state <> 'conflict'
      union all
      select 'event ' || e.n || ' stands on a delivery that is not its own' from callback_events e
        where not exists (select from callback_deliveries d where d.n = e.content_n and d.event_n = e.n)
      union all
      select 'event ' || e.n || ' was settled on its first content with no person' from callback_events e
        where e.settled_at is not null and e.settled_by is null
      union all
      select 'event ' || e.n || ' has an amount of ' || e.amount_minor || ' by ' || e.amount_text from callback_events e
        where e.amount_text ~ '^[0-9]+[.][0-9]{2}$' and e.amount_by is null and e.amount_text <> '0.00'
          and e.amount_minor is distinct from (e.amount_text::numeric * 100)::bigint and e.currency_code = '840'`)
    for (const { what } of events) this.#say('one event', what)
    // A sale that has money at the partner is not offered for funding again.
    const held = await this.#held()
    const offered = await this.#read<{ id: string }>(
      `select tran_id as id from callback_events where funding = 'unfunded' and tran_id is not null`,
    )
    for (const { id } of offered) {
      const sum = [...(held.get(id)?.values() ?? [])].reduce((total, amount) => total + Number(amount), 0)
      if (sum > 0) this.#say('shown as it is', `${id} is shown as unfunded, and the partner holds ${sum}`)
    }
  }

  /** No row of the audit log was changed, and every action has its row. */
  async #auditLog(): Promise<void> {
    const rows = await this.#read<{ id: number; row: string }>(
      `select id::int as id, md5(l::text) as row from audit_log l order by id`,
    )
    const now = rows.map(({ id, row }) => `${id} ${row}`)
    for (const [index, row] of this.#audit.entries())
      if (now[index] !== row) {
        this.#say('audited', `row ${row.split(' ')[0]} of the audit log was changed`)
        break
      }
    this.#audit = now
    const missing = await this.#read<{ what: string }>(`
      select 'the end of attempt ' || a.id as what from funding_attempts a
        where a.state not in ('prepared', 'sending') and (select count(*) from audit_log l
          where l.action = 'funding-request-' || a.state and l.detail->>'attemptId' = a.id::text) <> 1
      union all
      select 'the resolution of attempt ' || a.id from funding_attempts a
        -- There is one resolution more than reopenings, and the last one is in effect.
        where a.resolution is not null and ((select count(*) filter (where l.action <> 'funding-outcome-reopened')
              - count(*) filter (where l.action = 'funding-outcome-reopened') from audit_log l
            where l.action in ('funding-outcome-found', 'funding-outcome-absent', 'funding-outcome-sent-again',
              'funding-outcome-reopened') and l.detail->>'attemptId' = a.id::text) <> 1
          or (select (l.action, l.actor_id) is distinct from ('funding-outcome-' || a.resolution, a.resolved_by)
            from audit_log l where l.action in ('funding-outcome-found', 'funding-outcome-absent',
              'funding-outcome-sent-again', 'funding-outcome-reopened') and l.detail->>'attemptId' = a.id::text
            order by l.id desc limit 1))
      union all
      select 'the approval of ' || a.batch_id || ' by ' || a.by from funding_approvals a where not exists (
        select from audit_log l where l.action in ('funding-batch-approved', 'funding-rest-approved') and l.subject_id = a.batch_id::text
          and l.actor_id = a.by and l.detail->>'contentSha256' = a.content_sha256)
      union all
      select 'how batch ' || b.number || ' became ' || b.status from funding_batches b
        where b.status <> 'draft' and b.status is distinct from (select case l.action
            when 'funding-batch-submitted' then 'waiting' else l.detail->>'to' end from audit_log l
          where l.subject_type = 'funding-batch' and l.subject_id = b.id::text
            and (l.detail->>'to' is not null or l.action = 'funding-batch-submitted')
          order by l.id desc limit 1)
      union all
      select 'the word on event ' || e.n from callback_events e where e.settled_by is not null and not exists (
        select from audit_log l where l.action = 'callback-settled' and l.subject_id = e.n::text)
      union all
      select 'the end of attempt ' || a.id from partner_attempts a
        where a.state not in ('prepared', 'sending') and not exists (select from audit_log l
          where l.detail->>'attemptId' = a.id::text or l.request_id = a.id::text)`)
    for (const { what } of missing) this.#say('audited', `nothing tells ${what}`)
  }

  /** Applications and documents: compares what the partner created with what the desk shows. */
  async #applications(): Promise<void> {
    const attempts = await this.#read<{
      id: string
      application: string
      document: string | null
      endpoint: string
      state: string
      prepared: string
      resolution: string | null
      resolver: string | null
      sha: string
      is_update: boolean
    }>(`
      select a.id, a.application_id as application, a.document_id as document, a.endpoint, a.state,
        a.prepared_at::text as prepared, a.resolution, a.resolved_by as resolver, a.request_sha256 as sha,
        false as is_update
      from partner_attempts a order by a.prepared_at`)
    if (attempts.length === 0) return
    const received = await this.#read<Received & { endpoint: string }>(`
      select n::int as n, at::text as at, status, sha256 as sha, applied, endpoint, '' as request from sandbox.journal
      where endpoint in ('application', 'alias', 'attachment') order by n`)
    const explained = new Map<string, Received[]>()
    for (const entry of received) {
      const maker = attempts
        .filter(
          ({ endpoint, sha, prepared }) =>
            endpoint === entry.endpoint &&
            prepared < entry.at &&
            // A document's request is rebuilt from its file, so its hash is the file's.
            (endpoint === 'attachment' || sha === entry.sha),
        )
        .at(-1)
      if (!maker) {
        this.#say('explained', `the partner's request ${entry.n} is of no attempt`)
        continue
      }
      explained.set(maker.id, [...(explained.get(maker.id) ?? []), entry])
    }
    for (const { id, state, resolution, resolver, endpoint } of attempts) {
      if (endpoint === 'attachment') continue
      const entries = explained.get(id) ?? []
      const applied = entries.filter((entry) => entry.applied)
      // A 401 for a token means that nothing was applied; the request goes out once more with another token.
      if (entries.filter(({ status }) => status !== 401).length > 1)
        this.#say('sent once', `attempt ${id} reached the partner ${entries.length} times`)
      if (state === 'accepted' && applied.length === 0)
        this.#say('accepted', `attempt ${id} is accepted, and the partner applied nothing`)
      if (applied.length > 0 && ['refused', 'not-sent'].includes(state))
        this.#say('never guessed', `attempt ${id} is ${state}, and the partner applied it`)
      if (resolution === 'absent' && applied.length > 0)
        this.#say('absent', `attempt ${id} was resolved as absent, and the partner has it`)
      if (resolution !== null && resolver === null)
        this.#say('a person’s word', `attempt ${id} was resolved by nobody`)
    }
    // If a person had it sent again and the second one is not there, the earlier one may be.
    const ofItself = attempts.filter(({ endpoint }) => endpoint !== 'attachment')
    for (const of of Map.groupBy(ofItself, ({ application }) => application).values()) {
      for (const [index, { id, state }] of of.entries()) {
        const before = of[index - 1]
        if (before?.resolution !== 'sent-again' || !['refused', 'not-sent'].includes(state)) continue
        if (explained.get(before.id)?.some(({ applied }) => applied))
          this.#say('never guessed', `attempt ${id} is ${state}, and the partner has what it repeats`)
      }
    }
    const twice = await this.#read<{ what: string }>(`
      select 'documents ' || string_agg(a.id, ', ') || ' are one file twice' as what from sandbox.attachments a
        group by a.opportunity_id, a.name, a.sha256 having count(*) > 1
      union all
      select 'application ' || a.id || ' names ' || a.opportunity_id || ', which the partner does not have'
        from applications a where a.opportunity_id is not null
          and not exists (select from sandbox.opportunities o where o.id = a.opportunity_id)
      union all
      select 'opportunity ' || opportunity_id || ' is of ' || count(*) || ' applications' from applications
        where opportunity_id is not null group by opportunity_id having count(*) > 1`)
    for (const { what } of twice) this.#say('explained', what)
    const orphans = await this.#read<{ id: string }>(`
      select o.id from sandbox.opportunities o
      where not exists (select from applications a where a.opportunity_id = o.id)
        and not exists (select from partner_attempts a
          where a.document_id is null and (a.state = 'sending'
            or (a.state = 'unknown' and (a.resolution is null or a.resolution = 'sent-again'))))
        and not exists (select from partner_attempts a where a.state = 'accepted' and a.resolution is null
          and exists (select from applications p where p.id = a.application_id and p.opportunity_id is null))`)
    for (const { id } of orphans) this.#say('explained', `opportunity ${id} is of no application`)
  }

  /** No sealed value appears anywhere in plain text. */
  async secretsStaySealed(secrets: readonly string[]): Promise<Finding[]> {
    this.#findings = []
    if (secrets.length === 0) return []
    const tables = await this.#read<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    )
    const counts = await Promise.all(
      tables.map(({ name }) =>
        this.#read<{ n: number }>(`select count(*)::int as n from "${name}" t where t::text ~ $1`, [
          secrets.join('|'),
        ]),
      ),
    )
    for (const [index, { name }] of tables.entries()) {
      const n = counts[index]?.[0]?.n ?? 0
      if (n > 0) this.#say('sealed', `${n} rows of ${name} hold a sealed value`)
    }
    return this.#findings
  }
}
