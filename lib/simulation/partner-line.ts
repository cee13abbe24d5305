import type { Services } from '@/lib/server/services'
import { passDeadlines } from './own-builtins'
import { apart, type Stage, taskNow } from './stage'

/**
 * The line to the partner, with its faults. A request arrives whole or not at all, is applied or not, and its answer
 * waits for its turn, so anything that others do in the meantime can happen first.
 */

export const LINE_FAULTS = [
  /** A server error at the partner, with nothing applied or with everything applied. */
  'error',
  'error-after',
  /** No answer until the deadline. */
  'hang',
  'hang-after',
  /** No answer until the deadline, and applied after it. */
  'late',
  'cut',
  'cut-after',
  /** Applied, but only the first half of the answer arrives. */
  'half',
  /** Turned away before the partner reads it. */
  'turned-away',
] as const
export type LineFault = (typeof LINE_FAULTS)[number]

type Handler = (request: Request) => Promise<Response>
type Held = { timers: Set<() => void>; release(): void }

export class PartnerLine {
  /** The fault that the next request meets. */
  next: LineFault | null = null
  /** Requests that have not arrived although their sender gave up. */
  #late: (() => Promise<unknown>)[] = []
  #held: Held | null = null
  #arrived = Promise.withResolvers<void>()
  readonly partner: Handler

  constructor(partner: Handler) {
    this.partner = partner
  }

  /** The handler for a listening server. */
  readonly handle: Handler = async (request) => {
    const url = new URL(request.url)
    const body = await request.arrayBuffer()
    const forward = () =>
      this.partner(new Request(url, { method: request.method, headers: request.headers, body }))
    if (url.pathname.endsWith('/token')) return forward()
    const fault = this.next
    this.next = null
    const applies = fault === null || fault.endsWith('-after') || fault === 'half'
    const answer = applies ? await forward() : null
    const text = answer ? await answer.text() : ''
    const { promise, resolve } = Promise.withResolvers<void>()
    const held: Held = { timers: new Set(), release: resolve }
    this.#held = held
    this.#arrived.resolve()
    await promise
    if (fault === 'late') this.#late.push(forward)
    switch (fault) {
      case 'error':
      case 'error-after':
        return new Response(null, { status: 500 })
      case 'turned-away':
        return new Response(null, { status: 429 })
      case 'hang':
      case 'hang-after':
      case 'late':
        passDeadlines(held.timers)
        return cut()
      case 'cut':
      case 'cut-after':
        return cut()
      case 'half':
        return jsonResponse(text.slice(0, Math.ceil(text.length / 2)), 200)
      default:
        return jsonResponse(text, answer?.status ?? 500)
    }
  }

  /** Delivers the requests that are on their way. */
  async deliverLate(): Promise<number> {
    const late = this.#late.splice(0)
    for (const deliver of late) await deliver()
    return late.length
  }

  /** The process that waited for answers is gone. */
  dropAll(): void {
    this.#held?.release()
    this.#held = null
  }

  /** A call by an actor on the stage: the request is one effect, and each answer another. */
  async through<T>(stage: Stage, label: string, call: () => Promise<T>): Promise<T> {
    const task = taskNow()
    if (!task) return call()
    let under: Promise<T> | undefined
    let isDone = false
    const untilArrived = async () => {
      await Promise.race([apart(() => this.#arrived.promise), under?.catch(() => {})])
      this.#arrived = Promise.withResolvers<void>()
      const held = this.#held
      this.#held = null
      return held
    }
    let held = await stage.effect(`send ${label}`, () => {
      under = call()
      under.then(
        () => {
          isDone = true
        },
        () => {
          isDone = true
        },
      )
      return untilArrived()
    })
    while (held && !isDone) {
      const one = held
      held = await stage.effect(`answer to ${label}`, () => {
        one.timers = task.timers
        one.release()
        return untilArrived()
      })
    }
    if (!under) throw new Error('A call was not begun.')
    return under
  }
}

/** The desk's client, with every call going over this line. */
export const onLine = (
  line: PartnerLine,
  stage: Stage,
  { partner, funding }: Pick<Services, 'partner' | 'funding'>,
): Pick<Services, 'partner' | 'funding'> => ({
  partner: {
    ...partner,
    ready: () => stage.effect('ask for a token', () => partner.ready()),
    sendApplication: (text) => line.through(stage, 'application', () => partner.sendApplication(text)),
    sendFullApplication: (text) =>
      line.through(stage, 'full application', () => partner.sendFullApplication(text)),
    uploadAttachment: (file) => line.through(stage, 'document', () => partner.uploadAttachment(file)),
    readStage: (id) => line.through(stage, 'stage', () => partner.readStage(id)),
  },
  funding: {
    ...funding,
    send: (profileId, text) => line.through(stage, 'funding', () => funding.send(profileId, text)),
  },
})

const jsonResponse = (text: string, status: number) =>
  new Response(text === '' ? null : text, { status, headers: { 'content-type': 'application/json' } })

/** A body that fails before its first byte closes the connection with nothing sent (lib/sandbox/listen.ts). */
const cut = (): Response =>
  new Response(new ReadableStream({ start: (controller) => controller.error(new Error('cut')) }))
