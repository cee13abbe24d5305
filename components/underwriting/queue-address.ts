import type { Route } from 'next'
import { routes } from '@/lib/routes'
import type { Queue } from '@/lib/server/underwriting/queue'

type QueueText = { label: string; none: string; meaning: string }

/** Every queue, in the order of its tab: what it is called, and what an empty one says. */
export const QUEUE_TEXTS: Readonly<Record<Queue, QueueText>> = {
  unassigned: {
    label: 'Unassigned',
    none: 'Nothing waits for an underwriter',
    meaning: 'What onboarding hands over appears here until somebody claims it.',
  },
  mine: {
    label: 'Mine',
    none: 'You have no case',
    meaning: 'The cases that you claim are here until they are decided, released or given to somebody else.',
  },
  waiting: {
    label: 'Waiting for the applicant',
    none: 'Nothing is asked of anybody',
    meaning: 'Cases of which information was requested are here until staff answer. Their clock stands.',
  },
  overdue: {
    label: 'Overdue',
    none: 'Nothing is overdue',
    meaning: 'Cases that took longer than Settings allow are here, longest first.',
  },
  all: {
    label: 'All open',
    none: 'No case is open',
    meaning:
      'An application comes here when onboarding hands it over on its review step, and leaves with the decision.',
  },
}

const isQueue = (name: string): name is Queue => Object.hasOwn(QUEUE_TEXTS, name)

export const QUEUE_NAMES: readonly Queue[] = Object.keys(QUEUE_TEXTS).filter(isQueue)

const FIRST: Queue = 'unassigned'

/** The queue that the address names; the first one where it names none, or no known one. */
export function readQueue(asked: string | string[] | undefined): Queue {
  const name = [asked].flat()[0] ?? ''
  return isQueue(name) ? name : FIRST
}

export const queueAddress = (queue: Queue): Route =>
  (queue === FIRST ? routes.underwriting : `${routes.underwriting}?queue=${queue}`) as Route
