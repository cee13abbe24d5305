import type { Route } from 'next'
import { withQuery } from '@/components/lists/list-address'
import { type QueueSort, queueOrders } from '@/lib/domain/underwriting/queue-list'
import { routes } from '@/lib/routes'
import type { Queue } from '@/lib/server/underwriting/queue'

type QueueText = { label: string; none: string; meaning: string }

/** Every queue in tab order, with its label and its empty text. */
export const QUEUE_TEXTS: Readonly<Record<Queue, QueueText>> = {
  unassigned: {
    label: 'Unassigned',
    none: 'No unassigned cases',
    meaning: 'Cases that onboarding sends appear here until someone claims them.',
  },
  mine: {
    label: 'Mine',
    none: 'You have no cases',
    meaning: 'Cases that you claim appear here until they are decided, released or reassigned.',
  },
  waiting: {
    label: 'Waiting on onboarding',
    none: 'No open requests',
    meaning: 'Cases with an open request for information appear here. Their clock is paused.',
  },
  overdue: {
    label: 'Overdue',
    none: 'No overdue cases',
    meaning: 'Cases over the time limit in Settings appear here, longest first.',
  },
  all: {
    label: 'All open',
    none: 'No open cases',
    meaning: 'Applications appear here until they are decided.',
  },
}

const isQueue = (name: string): name is Queue => Object.hasOwn(QUEUE_TEXTS, name)

export const QUEUE_NAMES: readonly Queue[] = Object.keys(QUEUE_TEXTS).filter(isQueue)

const FIRST: Queue = 'unassigned'

/** The queue in the address; the first one if it names none or an unknown one. */
export function readQueue(asked: string | string[] | undefined): Queue {
  const name = [asked].flat()[0] ?? ''
  return isQueue(name) ? name : FIRST
}

export function queueAddress(queue: Queue, sort: QueueSort = null): Route {
  const asked = queue === FIRST ? [] : [`queue=${queue}`]
  return withQuery(routes.underwriting, [...asked, queueOrders.write({ sort })].filter(Boolean).join('&'))
}
