import { describe, expect, it } from 'vitest'
import { QUEUE_NAMES, queueAddress, readQueue } from './queue-address'

const asked = (address: string) =>
  readQueue(new URL(address, 'https://desk.test').searchParams.get('queue') ?? undefined)

describe('the queue in the address', () => {
  it.each(QUEUE_NAMES)('%s is read as it was written', (queue) =>
    expect(asked(queueAddress(queue))).toBe(queue),
  )

  it.each([undefined, '', 'toString', 'MINE', ['overdue', 'mine']])(
    '%o names a queue that there is',
    (name) => expect(QUEUE_NAMES).toContain(readQueue(name)),
  )

  it('uses the first of two', () => expect(readQueue(['overdue', 'mine'])).toBe('overdue'))
})
