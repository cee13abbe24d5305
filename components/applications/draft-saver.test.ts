import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DraftSaver, IDLE_MS, RETRY_MS, type SaveAnswer } from './draft-saver'

/** A section with one plain value and one secret, which the server shows as a mask. */
type Value = { name: string; secret: string }
const shownOf = ({ name, secret }: Value): Value => ({ name, secret: secret === '' ? '' : '•' })

const applySaved = (value: Value, sent: Value, shown: Value): Value =>
  value.secret === sent.secret ? { ...value, secret: shown.secret } : value

type Request = { value: Value; baseVersion: number; answer: (outcome: SaveAnswer<Value>) => void }

/** A form that is typed into, and a server whose answers the test gives. */
function setUp(value: Value = { name: '', secret: '' }, version = 4) {
  const requests: Request[] = []
  let underWay = 0
  let mostUnderWay = 0
  const saver = new DraftSaver<Value>({
    value,
    version,
    send: (sent, baseVersion) => {
      underWay += 1
      mostUnderWay = Math.max(mostUnderWay, underWay)
      return new Promise((resolve) => {
        requests.push({
          value: sent,
          baseVersion,
          answer: (outcome) => {
            underWay -= 1
            resolve(outcome)
          },
        })
      })
    },
    applySaved,
    loadMerge: async () => (now, sent, shown) => ({
      name: now.name === sent.name ? shown.name : now.name,
      secret: now.secret === sent.secret && shown.secret !== '•' ? shown.secret : now.secret,
    }),
    couldBe: (sent, shown) => JSON.stringify(shownOf(sent)) === JSON.stringify(shown),
  })
  const form = { ...value }
  const attach = () =>
    saver.attach({
      read: () => form,
      takeStandIns: (sent, shown) => Object.assign(form, applySaved(form, sent, shown)),
      change: (make) => Object.assign(form, make(form)),
    })
  attach()
  const type = (change: Partial<Value>) => {
    Object.assign(form, change)
    saver.changed()
  }
  const answer = async (index: number, outcome: SaveAnswer<Value>) => {
    requests[index]?.answer(outcome)
    await vi.advanceTimersByTimeAsync(0)
  }
  const accept = (index: number) => {
    const request = requests[index]
    if (!request) throw new Error(`There is no request ${index}.`)
    return answer(index, {
      kind: 'saved',
      version: request.baseVersion + 1,
      savedAt: `2026-11-20T12:04:0${index}.000Z`,
      shown: shownOf(request.value),
    })
  }
  const fail = (index: number) => answer(index, { kind: 'unanswered', message: 'No network.' })
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { saver, form, requests, attach, type, answer, accept, fail, pass, mostUnderWay: () => mostUnderWay }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('nothing to save', () => {
  it('loading never saves, however often the form reports a change while it is set up', async () => {
    const { saver, requests, pass } = setUp({ name: 'Ana', secret: '•' })
    saver.changed()
    saver.changed()
    expect(saver.state()).toEqual({ kind: 'saved', savedAt: null })
    await pass(60_000)
    await saver.flush()
    expect(requests).toEqual([])
  })

  it('a value that was changed and changed back is not saved', async () => {
    const { saver, requests, type, pass } = setUp({ name: 'Ana', secret: '' })
    type({ name: 'Anna' })
    expect(saver.state().kind).toBe('unsaved')
    type({ name: 'Ana' })
    await pass(IDLE_MS)
    expect(requests).toEqual([])
    expect(saver.state().kind).toBe('saved')
  })

  it('another order of members is no change', async () => {
    const { saver, requests } = setUp({ name: 'Ana', secret: '' })
    saver.attach({ read: () => ({ secret: '', name: 'Ana' }), takeStandIns: () => {}, change: () => {} })
    await saver.flush()
    expect(requests).toEqual([])
  })
})

describe('saving while typing', () => {
  it('saves once, a while after the last change, over the version that was loaded', async () => {
    const { saver, requests, type, accept, pass } = setUp()
    type({ name: 'A' })
    await pass(IDLE_MS - 1)
    type({ name: 'An' })
    await pass(IDLE_MS - 1)
    expect(requests).toEqual([])
    await pass(1)
    expect(requests).toMatchObject([{ value: { name: 'An' }, baseVersion: 4 }])
    expect(saver.state().kind).toBe('saving')
    await accept(0)
    expect(saver.state()).toEqual({ kind: 'saved', savedAt: '2026-11-20T12:04:00.000Z' })
  })

  it('sends what the form held at that moment, and not what is typed during the save', async () => {
    const { requests, type, pass } = setUp()
    type({ name: 'A' })
    await pass(IDLE_MS)
    type({ name: 'Ab' })
    expect(requests[0]?.value.name).toBe('A')
  })

  it('runs one save at a time; the next has the newest value and the version of the first', async () => {
    const { requests, type, accept, pass, mostUnderWay } = setUp()
    type({ name: 'A' })
    await pass(IDLE_MS)
    type({ name: 'Ab' })
    await pass(IDLE_MS)
    type({ name: 'Abc' })
    await pass(IDLE_MS)
    expect(requests).toHaveLength(1)
    await accept(0)
    expect(requests).toHaveLength(2)
    expect(requests[1]).toMatchObject({ value: { name: 'Abc' }, baseVersion: 5 })
    await accept(1)
    await pass(60_000)
    expect(requests).toHaveLength(2)
    expect(mostUnderWay()).toBe(1)
  })

  it('text typed while the answer arrives waits for its own pause', async () => {
    const { saver, requests, type, accept, pass } = setUp()
    type({ name: 'A' })
    await pass(IDLE_MS)
    type({ name: 'Ab' })
    await accept(0)
    expect(requests).toHaveLength(1)
    expect(saver.state().kind).toBe('unsaved')
    await pass(IDLE_MS)
    expect(requests).toHaveLength(2)
  })
})

describe('secrets', () => {
  it('the sealed value that replaces a secret is no change', async () => {
    const { saver, form, requests, type, accept, pass } = setUp()
    type({ secret: '512-45-6789' })
    await pass(IDLE_MS)
    await accept(0)
    expect(form.secret).toBe('•')
    saver.changed()
    await pass(60_000)
    expect(requests).toHaveLength(1)
    expect(saver.state().kind).toBe('saved')
  })

  it('a secret changed since it was sent stays as typed, and is saved next', async () => {
    const { form, requests, type, accept, pass } = setUp()
    type({ secret: '512' })
    await pass(IDLE_MS)
    type({ secret: '512-45' })
    await accept(0)
    expect(form.secret).toBe('512-45')
    await pass(IDLE_MS)
    expect(requests[1]).toMatchObject({ value: { secret: '512-45' }, baseVersion: 5 })
  })

  it('a value that the form holds back is not saved, and the state says unsaved', async () => {
    const { saver, form, requests, pass } = setUp({ name: '', secret: '•' })
    saver.attach({
      read: (leaving) => (leaving ? form : { ...form, secret: '•' }),
      takeStandIns: () => {},
      change: () => {},
    })
    form.secret = '9'
    saver.changed()
    await pass(60_000)
    expect(requests).toEqual([])
    expect(saver.state().kind).toBe('unsaved')
    void saver.flush()
    await pass(0)
    expect(requests).toMatchObject([{ value: { secret: '9' } }])
  })
})

describe('flush', () => {
  it('saves at once and resolves with the save', async () => {
    const { saver, requests, type, accept, pass } = setUp()
    type({ name: 'A' })
    let done: boolean | undefined
    void saver.flush().then((saved) => {
      done = saved
    })
    await pass(0)
    expect(requests).toHaveLength(1)
    expect(done).toBeUndefined()
    await accept(0)
    expect(done).toBe(true)
    await pass(60_000)
    expect(requests).toHaveLength(1)
  })

  it('waits for the running save and for the one after it, which has the newest value', async () => {
    const { saver, requests, type, accept, pass } = setUp()
    type({ name: 'A' })
    await pass(IDLE_MS)
    type({ name: 'Ab' })
    const flushed = saver.flush()
    await accept(0)
    expect(requests[1]).toMatchObject({ value: { name: 'Ab' }, baseVersion: 5 })
    await accept(1)
    expect(await flushed).toBe(true)
  })

  it('reports that the save failed', async () => {
    const { saver, type, fail, pass } = setUp()
    type({ name: 'A' })
    const flushed = saver.flush()
    await pass(0)
    await fail(0)
    expect(await flushed).toBe(false)
  })
})

describe('a save that fails', () => {
  it('shows why, and is retried at growing intervals with the newest value', async () => {
    const { saver, requests, type, fail, accept, pass } = setUp()
    type({ name: 'A' })
    await pass(IDLE_MS)
    await fail(0)
    expect(saver.state()).toEqual({ kind: 'failed', message: 'No network.', retries: true })
    type({ name: 'Ab' })
    await pass((RETRY_MS[0] ?? 0) - 1)
    expect(requests).toHaveLength(1)
    await pass(1)
    expect(requests[1]).toMatchObject({ value: { name: 'Ab' }, baseVersion: 4 })
    await fail(1)
    await pass((RETRY_MS[1] ?? 0) - 1)
    expect(requests).toHaveLength(2)
    await pass(1)
    await accept(2)
    expect(saver.state().kind).toBe('saved')
  })

  it('is tried at once when the network is back', async () => {
    const { saver, requests, type, fail, pass } = setUp()
    type({ name: 'A' })
    await pass(IDLE_MS)
    await fail(0)
    void saver.retry()
    await pass(0)
    expect(requests).toHaveLength(2)
  })

  it('is retried at the longest interval until it succeeds', async () => {
    const { requests, type, fail, pass } = setUp()
    type({ name: 'A' })
    await pass(IDLE_MS)
    for (let index = 0; index < 12; index += 1) {
      await fail(index)
      await pass(RETRY_MS.at(-1) ?? 0)
    }
    expect(requests).toHaveLength(13)
  })

  it('waits for another value after it was refused', async () => {
    const { saver, requests, type, answer, pass } = setUp()
    type({ name: 'A' })
    await pass(IDLE_MS)
    await answer(0, { kind: 'refused', message: 'This is too large. Send less.' })
    await pass(60_000)
    expect(requests).toHaveLength(1)
    expect(saver.state()).toMatchObject({ kind: 'failed', retries: false })
    type({ name: 'Ab' })
    await pass(IDLE_MS)
    expect(requests).toHaveLength(2)
  })
})

describe('a session that ended', () => {
  it('keeps the text, asks for no more saves, and saves everything after signing in', async () => {
    const { saver, requests, type, answer, accept, pass } = setUp()
    type({ name: 'A' })
    await pass(IDLE_MS)
    await answer(0, { kind: 'signed-out' })
    expect(saver.state().kind).toBe('signed-out')
    type({ name: 'Ab' })
    await pass(60_000)
    expect(await saver.flush()).toBe(false)
    expect(requests).toHaveLength(1)
    void saver.retry()
    await pass(0)
    expect(requests[1]).toMatchObject({ value: { name: 'Ab' }, baseVersion: 4 })
    await accept(1)
    expect(saver.state().kind).toBe('saved')
  })
})

describe('a stale save', () => {
  const newer = {
    version: 9,
    theirs: { name: 'Theirs', secret: '' },
    changedBy: 'Sam Okafor',
    changedAt: '2026-11-20T12:00:00.000Z',
  }

  it('waits for the person, who then saves over the newer version', async () => {
    const { saver, form, requests, type, answer, accept, pass } = setUp()
    type({ name: 'Mine' })
    await pass(IDLE_MS)
    await answer(0, { kind: 'stale', ...newer })
    expect(saver.state()).toEqual({
      kind: 'stale',
      base: { name: '', secret: '' },
      newer: { kind: 'stale', ...newer },
      taken: [],
    })
    type({ name: 'Mine too' })
    await pass(60_000)
    expect(await saver.flush()).toBe(false)
    expect(requests).toHaveLength(1)

    form.name = 'Merged'
    void saver.resolve(newer)
    await pass(0)
    expect(requests[1]).toMatchObject({ value: { name: 'Merged' }, baseVersion: 9 })
    await accept(1)
    expect(saver.state().kind).toBe('saved')
  })

  it('asks once: text typed meanwhile is not sent before the person decides', async () => {
    const { saver, requests, type, answer, pass } = setUp()
    type({ name: 'Mine' })
    await pass(IDLE_MS)
    type({ name: 'Mine, and more' })
    await answer(0, { kind: 'stale', ...newer })
    const asked = saver.state()
    await pass(10 * IDLE_MS)
    expect(requests).toHaveLength(1)
    expect(saver.state()).toBe(asked)
  })

  it('needs no save after the person chose theirs', async () => {
    const { saver, form, requests, type, answer, pass } = setUp()
    type({ name: 'Mine' })
    await pass(IDLE_MS)
    await answer(0, { kind: 'stale', ...newer })
    form.name = 'Theirs'
    await saver.resolve(newer)
    expect(requests).toHaveLength(1)
    expect(saver.state().kind).toBe('saved')
  })

  it('asks nothing if both have the same values', async () => {
    const { saver, type, answer, pass } = setUp()
    type({ name: 'Theirs' })
    await pass(IDLE_MS)
    await answer(0, { kind: 'stale', ...newer })
    expect(saver.state().kind).toBe('saved')
    expect(saver.version).toBe(9)
  })

  it('is our own save if two answers were lost and only the first was stored', async () => {
    const { saver, requests, type, answer, fail, accept, pass } = setUp()
    type({ name: 'One' })
    await pass(IDLE_MS)
    await fail(0)
    type({ name: 'Two' })
    await pass(RETRY_MS[0] ?? 0)
    await fail(1)
    await pass(RETRY_MS[1] ?? 0)
    await answer(2, { kind: 'stale', ...newer, version: 5, theirs: { name: 'One', secret: '' } })
    expect(requests[3]).toMatchObject({ value: { name: 'Two' }, baseVersion: 5 })
    await accept(3)
    expect(saver.state().kind).toBe('saved')
  })

  it('is our own save if its answer was lost: later typing is saved over it', async () => {
    const { saver, requests, type, answer, accept, fail, pass } = setUp()
    type({ name: 'Ana', secret: '512-45-6789' })
    await pass(IDLE_MS)
    await fail(0)
    type({ name: 'Anabel' })
    await pass(RETRY_MS[0] ?? 0)
    await answer(1, { kind: 'stale', ...newer, version: 5, theirs: { name: 'Ana', secret: '•' } })
    expect(requests[2]).toMatchObject({ value: { name: 'Anabel', secret: '•' }, baseVersion: 5 })
    await accept(2)
    expect(saver.state().kind).toBe('saved')
  })
})

describe('a save that was merged with another person’s save', () => {
  const merged = (version: number, shown: Value): SaveAnswer<Value> => ({
    kind: 'saved',
    version,
    savedAt: '2026-11-20T12:04:00.000Z',
    shown,
    mergedWith: 'Sam Okafor',
  })

  it('puts their values into the form, and asks nothing', async () => {
    const { saver, form, requests, type, answer, pass } = setUp({ name: 'Ana', secret: '' })
    type({ secret: '512' })
    await pass(IDLE_MS)
    await answer(0, merged(6, { name: 'Theirs', secret: '•' }))
    expect(form).toEqual({ name: 'Theirs', secret: '512' })
    expect(saver.state().kind).toBe('saved')
    expect(saver.version).toBe(6)
    await pass(60_000)
    expect(requests).toHaveLength(1)
  })

  it('remembers merges for the next conflict until it is decided', async () => {
    const { saver, form, type, answer, pass } = setUp({ name: 'Ana', secret: '' })
    type({ secret: '512' })
    await pass(IDLE_MS)
    await answer(0, merged(6, { name: 'Theirs', secret: '•' }))
    type({ name: 'Mine' })
    await pass(IDLE_MS)
    const newer = { version: 7, theirs: { name: 'Newer', secret: '•' }, changedBy: 'Sam', changedAt: '' }
    await answer(1, { kind: 'stale', ...newer })
    expect(saver.state()).toMatchObject({
      kind: 'stale',
      taken: [{ before: { name: 'Ana', secret: '•' }, after: { name: 'Theirs', secret: '•' } }],
    })
    Object.assign(form, newer.theirs)
    await saver.resolve(newer)
    type({ name: 'Again' })
    await pass(IDLE_MS)
    await answer(2, { kind: 'stale', ...newer, version: 8 })
    expect(saver.state()).toMatchObject({ kind: 'stale', taken: [] })
  })

  it('leaves alone what was typed since it was sent, and saves it over the merged version', async () => {
    const { form, requests, type, answer, pass } = setUp({ name: 'Ana', secret: '' })
    type({ secret: '512' })
    await pass(IDLE_MS)
    type({ name: 'Mine' })
    await answer(0, merged(6, { name: 'Theirs', secret: '•' }))
    expect(form.name).toBe('Mine')
    await pass(IDLE_MS)
    expect(requests[1]).toMatchObject({ value: { name: 'Mine' }, baseVersion: 6 })
  })
})

describe('a page that was loaded again', () => {
  it('gives the form its newer data and saves nothing', async () => {
    const { saver, form, requests, pass } = setUp({ name: 'Ana', secret: '' })
    await saver.adopt({ name: 'Anabel', secret: '' }, 5)
    expect(form).toEqual({ name: 'Anabel', secret: '' })
    expect(saver.version).toBe(5)
    saver.changed()
    await pass(60_000)
    expect(requests).toEqual([])
  })

  it('gives nothing if it is not newer, or something here is unsaved', async () => {
    const { saver, form, type } = setUp({ name: 'Ana', secret: '' })
    await saver.adopt({ name: 'Old', secret: '' }, 4)
    type({ name: 'Typed' })
    await saver.adopt({ name: 'Newer', secret: '' }, 9)
    expect(form.name).toBe('Typed')
    expect(saver.version).toBe(4)
  })
})

describe('a form that leaves the page', () => {
  it('leaves no stored secret readable', async () => {
    const { saver, type, accept, pass } = setUp()
    type({ name: 'Ana', secret: '123-45-6789' })
    await pass(IDLE_MS)
    await accept(0)
    await saver.detach()
    expect(saver.value()).toEqual({ name: 'Ana', secret: '•' })
  })

  it('saves its last value and reports that there was one', async () => {
    const { saver, form, requests, type, accept, pass } = setUp()
    type({ name: 'A', secret: '512' })
    const detached = saver.detach()
    form.name = 'gone'
    await pass(0)
    expect(requests).toMatchObject([{ value: { name: 'A' } }])
    await accept(0)
    expect(await detached).toBe(true)
    expect(saver.value()).toEqual({ name: 'A', secret: '•' })
  })

  it('saves nothing when nothing is unsaved', async () => {
    const { saver, requests } = setUp({ name: 'Ana', secret: '' })
    expect(await saver.detach()).toBe(false)
    expect(requests).toEqual([])
  })

  it('is retried without the form, and a returning form starts from the unsaved value', async () => {
    const { saver, attach, requests, type, fail, pass } = setUp()
    type({ name: 'A' })
    void saver.detach()
    await pass(0)
    await fail(0)
    expect(saver.value()).toEqual({ name: 'A', secret: '' })
    attach()
    await pass(RETRY_MS[0] ?? 0)
    expect(requests).toHaveLength(2)
  })
})
