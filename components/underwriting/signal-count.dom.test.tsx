import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { countSignals, type SignalWeight } from '@/lib/domain/underwriting/signal'
import { type QueueRow, queueColumns } from './queue-rows'

const rowWith = (weights: readonly SignalWeight[]): QueueRow => ({
  applicationId: crypto.randomUUID(),
  number: 41,
  kind: 'payfac',
  status: 'in-underwriting',
  name: 'Heron',
  legalName: 'Heron LLC',
  ownership: 'Partnership',
  monthlyVolume: '',
  documents: 2,
  signals: countSignals(weights.map((weight) => ({ weight }))),
  round: 1,
  handOvers: 1,
  handedOverAt: new Date('2026-07-01T12:00:00Z'),
  handedOverBy: 'Olga',
  answeredAt: null,
  underwriter: null,
  decidedFirst: null,
  usedMs: 0,
  running: true,
  isOwn: false,
  isOthers: false,
  modeChanged: false,
})

it.each<[SignalWeight[], string]>([
  [['serious', 'concern', 'concern', 'note'], '1 serious · 2 concerns · 1 note'],
  [['note', 'note'], '2 notes'],
  [[], 'No signals'],
])('the queue leaves out none of the signals that the case lists: %j', (weights, words) => {
  const columns = queueColumns({ hoursAllowed: 24, me: '' }, null)
  const cell = columns.find(({ id }) => id === 'volume')?.cell(rowWith(weights))
  expect(render(cell).container.textContent).toContain(words)
})
