import { createHash } from 'node:crypto'
import { APPLICATION_ACTIONS, resolveApplication, resolveDocument } from './actions-applications'
import { CALLBACK_ACTIONS, classify } from './actions-callbacks'
import { FUNDING_ACTIONS, resolveUnknown } from './actions-funding'
import { HOUSE_ACTIONS } from './actions-house'
import { jobAction, minuteAction, openOwnDesk, startAction } from './desk'
import type { House } from './house'
import { type Finding, Oracle } from './oracle'
import type { LineFault } from './partner-line'
import { LINE_FAULTS } from './partner-line'
import { type Random, randomOf, weighted } from './random'
import { drawHabits, type Plan, wordsOf } from './scene'
import type { Action, Stage, Trouble } from './stage'

/** One history: what people, the partner and chance do, all from one seed, and what the judge finds. */

export type HistoryOptions = {
  seed: string
  steps: number
  /**
   * Steps to leave out, when looking for the few that matter. Each step draws from its own seed, so the others stay
   * the same.
   */
  without?: ReadonlySet<number>
  /** Receives the trace line by line. */
  tell?: (line: string) => void
}

export type HistoryResult = {
  seed: string
  findings: Finding[]
  /** The step after which something was found; null if nothing was. */
  foundAt: number | null
  /** Equal for equal histories. */
  hash: string
  trace: string[]
  counts: { steps: number; effects: number; crashes: number; faults: number; requests: number }
}

const PLANS: Record<string, Plan> = {
  ...FUNDING_ACTIONS,
  ...CALLBACK_ACTIONS,
  ...APPLICATION_ACTIONS,
  ...HOUSE_ACTIONS,
}
type Kind = 'minute' | 'job' | 'stop' | keyof typeof PLANS

/** The base frequency of each kind of step. */
const WEIGHTS: Record<string, number> = {
  'go on': 40,
  'application goes on': 25,
  'new batch': 8,
  'fund from the log': 4,
  'pay day': 7,
  'pay another merchant': 3,
  edit: 5,
  submit: 7,
  approve: 8,
  return: 1,
  recall: 1,
  discard: 1,
  send: 8,
  resolve: 5,
  reopen: 1.5,
  withdraw: 1.5,
  retry: 2,
  correct: 2.5,
  allow: 2,
  post: 13,
  classify: 11,
  conflict: 2,
  close: 0.7,
  amount: 1,
  outside: 1,
  reprocess: 0.7,
  'fill application': 3,
  'save section': 3,
  'submit application': 5,
  revise: 2,
  'resolve application': 4,
  upload: 2,
  document: 1.5,
  'resolve document': 3,
  rules: 0.5,
  fundingRules: 1,
  person: 0.4,
  profile: 0.5,
  merchant: 0.2,
  minute: 3,
  job: 25,
  stop: 0.7,
}

/** The character of a history, drawn once: some histories have much of one kind and none of another. */
type Weather = {
  weights: Record<string, number>
  crash: number
  fail: number
  line: number
  faults: LineFault[]
  together: number
}

function drawWeather(random: Random): Weather {
  // Most histories are about money or about applications only: mixing both would find half as much of each.
  const topic = random.pick(['money', 'money', 'applications', 'both'])
  const leftOut = new Set(
    topic === 'both'
      ? []
      : Object.keys(topic === 'money' ? APPLICATION_ACTIONS : { ...FUNDING_ACTIONS, ...CALLBACK_ACTIONS }),
  )
  const weights = Object.fromEntries(
    Object.entries(WEIGHTS).map(([name, weight]) => [
      name,
      leftOut.has(name) || (weight < 8 && random.chance(0.1)) ? 0 : weight * (0.3 + 2 * random.next() ** 2),
    ]),
  )
  // A few kinds become much more frequent, even if that makes little sense.
  for (let n = 0; n < 3; n += 1) {
    const name = random.pick(Object.keys(weights))
    weights[name] = Math.max(weights[name] ?? 0, Math.min(60, 6 * (weights[name] ?? 0)))
  }
  return {
    weights,
    crash: random.pick([0, 0.05, 0.15, 0.3]),
    fail: random.pick([0, 0, 0.05, 0.15]),
    line: random.pick([0, 0.1, 0.3, 0.6]),
    faults: LINE_FAULTS.filter(() => random.chance(0.7)),
    together: random.pick([0, 0.2, 0.5, 0.8]),
  }
}

export async function runHistory(house: House, options: HistoryOptions): Promise<HistoryResult> {
  const { seed, steps, without, tell } = options
  const trace: string[] = []
  const ids = new Map<string, string>()
  const say = (line: string) => {
    const plain = withoutIds(line, ids)
    trace.push(plain)
    tell?.(plain)
  }
  const counts = { steps: 0, effects: 0, crashes: 0, faults: 0, requests: 0 }
  const habits = drawHabits(randomOf(seed, 'habits'))
  const started = await house.begin(randomOf(seed, 'house'), habits, (line) => say(`    ${line}`))
  const { scene, ground } = started
  const oracle = new Oracle((statement, values) => scene.read(statement, values))
  const weather = drawWeather(randomOf(seed, 'weather'))
  let findings: Finding[] = []
  let foundAt: number | null = null

  const restart = async (random: Random) => {
    ground.line.dropAll()
    await scene.desk.kill()
    ground.jobs.expire()
    ground.stage = started.newStage(random)
    scene.desk = await openOwnDesk(ground)
  }

  /** Plays actions concurrently, and judges how each one ended. */
  const play = async (actions: readonly Action[], troubles: readonly Trouble[], random: Random) => {
    const outcomes = await ground.stage.play(actions, troubles, random)
    counts.effects += ground.stage.effects
    for (const outcome of outcomes) {
      say(`  ${outcome.name} -> ${endOf(outcome)}`)
      if (outcome.end !== 'threw' || troubles.some(({ kind }) => kind.startsWith('fail'))) continue
      if (!isExpected(outcome.error) && !isTriedAgain(outcome))
        findings.push({ rule: 'no surprise', what: `${outcome.name}: ${endOf(outcome)}` })
    }
  }

  /** Plays actions. After a crash, a new process starts and recovers, which can crash as well. */
  const act = async (actions: readonly Action[], troubles: readonly Trouble[], random: Random) => {
    await play(actions, troubles, random)
    for (let again = 0; ground.stage.hasCrashed && again < 4; again += 1) {
      counts.crashes += 1
      say('  the process ends, and starts again')
      await restart(random)
      const dies: Trouble[] =
        again < 3 && random.chance(weather.crash / 2)
          ? [{ at: 1 + random.int(12), kind: random.chance(0.5) ? 'crash-before' : 'crash-after' }]
          : []
      await play([startAction(scene.desk)], dies, random)
    }
  }

  /** Empty if there is nothing of this kind to do. */
  const planOf = async (kind: Kind, random: Random): Promise<Action[]> => {
    if (kind === 'minute') return [minuteAction(scene.desk)]
    if (kind === 'job') {
      const job = ground.jobs.take(random)
      const beside = job && random.chance(habits.takenTwice) ? ground.jobs.takeBeside(job) : null
      return [job, beside].flatMap((taken) => (taken ? [jobAction(scene.desk, ground.jobs, taken)] : []))
    }
    try {
      const planned = await PLANS[kind]?.(scene, random)
      if (!planned) return []
      return planned.isPress && random.chance(habits.pressesTwice) ? [planned, planned] : [planned]
    } catch (error) {
      // The desk refused while the action was being planned.
      if (isExpected(error)) return []
      throw error
    }
  }

  try {
    for (let step = 1; step <= steps && findings.length === 0; step += 1) {
      if (without?.has(step)) continue
      const random = randomOf(seed, 'step', step)
      started.pass(random.int(40_000))
      const first = weighted(random, weather.weights) as Kind
      say(`${step} ${first}`)
      counts.steps += 1
      if (first === 'stop') {
        await restart(random)
        await play([startAction(scene.desk)], [], random)
      } else {
        const kinds = [first]
        while (kinds.length < 3 && random.chance(weather.together))
          kinds.push(random.chance(0.35) ? first : (weighted(random, weather.weights) as Kind))
        const actions: Action[] = []
        for (const kind of kinds) {
          // If there is nothing of this kind to do, they do something else.
          for (let tried = 0, now = kind; tried < 5; tried += 1) {
            const planned = now === 'stop' ? [] : await planOf(now, random)
            actions.push(...planned)
            if (planned.length > 0) break
            now = weighted(random, weather.weights) as Kind
          }
        }
        // Sending is where most is at stake.
        const sends = actions.some(({ name }) => name.startsWith('job') || name.includes('application'))
        const more = Math.max(sends ? 2 : 1, ...actions.map(({ length = 1 }) => length))
        const troubles: Trouble[] = []
        const risk = sends ? 2 : 1
        if (random.chance(weather.crash * risk))
          troubles.push({
            // Half of the crashes hit a request under way, where there is little room between two effects.
            ...(sends && random.chance(0.5)
              ? { at: 1 + random.int(5), from: 'request' as const }
              : { at: 1 + random.int(24 * more) }),
            kind: random.chance(0.5) ? 'crash-before' : 'crash-after',
          })
        else if (random.chance(weather.fail * risk))
          troubles.push({
            at: 1 + random.int(20 * more),
            kind: random.chance(0.5) ? 'fail-before' : 'fail-after',
          })
        // Resent requests are turned away more often than by chance.
        if (
          weather.line > 0 &&
          actions.some(({ name }) => name.includes('again')) &&
          random.chance(habits.turnsAway)
        )
          ground.line.next = 'turned-away'
        // The fault stays until a request meets it.
        if (ground.line.next === null && weather.faults.length > 0 && random.chance(weather.line)) {
          ground.line.next = random.pick(weather.faults)
          counts.faults += 1
          say(`  the line: ${ground.line.next}`)
        }
        if (actions.length > 0) await act(actions, troubles, random)
        if (random.chance(0.3)) await ground.line.deliverLate()
      }
      say(`  ${await started.standing()}`)
      findings.push(...(await oracle.judge()))
      if (findings.length > 0) foundAt = step
    }
    if (findings.length === 0) {
      say('healing')
      await heal()
      findings = [
        ...findings,
        ...(await oracle.judgeHealed()),
        ...(await oracle.secretsStaySealed(started.secrets)),
      ]
      if (findings.length > 0) foundAt = steps + 1
    }
    counts.requests = await started.requests()
  } finally {
    await started.end()
  }
  for (const { rule, what } of findings) say(`FOUND ${rule}: ${what}`)
  return {
    seed,
    findings,
    foundAt,
    hash: createHash('sha256').update(trace.join('\n')).digest('hex').slice(0, 16),
    trace,
    counts,
  }

  /**
   * Healing: nothing goes wrong any more. Time passes, jobs run, and people record the truth about unknown outcomes.
   */
  async function heal(): Promise<void> {
    const random = randomOf(seed, 'heal')
    ground.line.next = null
    await ground.line.deliverLate()
    await scene.write(`update sandbox.profiles set status = 'active'`)
    await scene.write(`update users set active = true`)
    await scene.write(`update merchants set state = 'active'`)
    const both = async () => {
      await act([minuteAction(scene.desk)], [], random)
      await act([(await classify(scene, random)) as Action], [], random)
      for (let n = 0; n < 30 && ground.jobs.waiting.length > 0; n += 1) {
        const job = ground.jobs.take(random)
        if (job) await act([jobAction(scene.desk, ground.jobs, job)], [], random)
      }
    }
    started.pass(3_600_000)
    await both()
    for (let n = 0; n < 40; n += 1) {
      const open = await scene.read<{ n: number }>(`
        select (select count(*) from funding_attempts where state = 'unknown' and resolution is null)::int
          + (select count(*) from partner_attempts where state = 'unknown' and resolution is null)::int as n`)
      if ((open[0]?.n ?? 0) === 0) break
      // A person who keeps resending a request that the desk blocks, because a sale has changed, eventually records
      // the truth instead.
      if (n === 20) scene.habits = { ...habits, sendsAgain: 0 }
      for (const plan of [resolveUnknown, resolveApplication, resolveDocument]) {
        const planned = await plan(scene, random)
        if (planned) await act([planned], [], random)
      }
      started.pass(3_600_000)
      await both()
    }
    await both()
  }
}

const endOf = (outcome: Awaited<ReturnType<Stage['play']>>[number]): string => {
  if (outcome.end === 'lost') return 'lost'
  if (outcome.end === 'threw') {
    const { error } = outcome
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
    return `threw ${error instanceof Error ? `${error.name} ${error.message.slice(0, 300)}${cause}` : String(error)}`
  }
  return wordsOf(outcome.result)
}

/** Errors that a use case may throw: an answer for the page, not a fault. */
const isExpected = (error: unknown): boolean => error instanceof Error && error.name === 'DeskError'

/** A job that achieved nothing throws, so that it is retried. */
const isTriedAgain = ({ name, error }: { name: string; error: unknown }): boolean =>
  name.startsWith('job') &&
  error instanceof Error &&
  !/failed query|cannot read|undefined/i.test(error.message)

/** PostgreSQL draws random ids, so each one is numbered in order of appearance. */
function withoutIds(line: string, ids: Map<string, string>): string {
  return line.replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
    const known = ids.get(id) ?? `#${ids.size + 1}`
    ids.set(id, known)
    return known
  })
}
