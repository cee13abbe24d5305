import { monitorEventLoopDelay } from 'node:perf_hooks'
import { BUCKETS, measures } from '@/lib/server/measures'
import type { Metric } from './exposition'

const NANO = 1e9
const startedAt = Date.now() / 1_000
const delay = monitorEventLoopDelay({ resolution: 10 })

/** From the first call on: how late the event loop is. */
export const watchEventLoop = (): void => {
  delay.enable()
}

/** What is known of this process without asking the database. The loop's delay is since it was last asked for. */
export function processMetrics(): Metric[] {
  const { answered, acknowledged, attempts } = measures()
  const lag = { p50: delay.percentile(50), p99: delay.percentile(99), max: delay.max }
  delay.reset()
  let below = 0
  const cpu = process.cpuUsage()
  return [
    {
      name: 'desk_callbacks_answered_total',
      help: 'Callbacks that this process answered, by HTTP status. 200 is an acknowledgment.',
      type: 'counter',
      samples: [...answered].map(([status, value]) => ({ labels: { status: String(status) }, value })),
    },
    {
      name: 'desk_callback_acknowledgement_seconds',
      help: 'Time from the first byte of a callback to its acknowledgment.',
      type: 'histogram',
      samples: [
        ...BUCKETS.map((bound, index) => {
          below += acknowledged.counts[index] ?? 0
          return { suffix: '_bucket', labels: { le: String(bound) }, value: below }
        }),
        { suffix: '_bucket', labels: { le: '+Inf' }, value: acknowledged.count },
        { suffix: '_sum', value: acknowledged.sumSeconds },
        { suffix: '_count', value: acknowledged.count },
      ],
    },
    {
      name: 'desk_attempts_total',
      help: 'Attempts to send to the partner that ended in this process, by kind and outcome.',
      type: 'counter',
      samples: [...attempts].map(([key, value]) => {
        const [kind = '', outcome = ''] = key.split(' ')
        return { labels: { kind, outcome }, value }
      }),
    },
    {
      name: 'desk_event_loop_delay_seconds',
      help: 'Delay of the event loop since the last scrape.',
      type: 'gauge',
      samples: Object.entries(lag).map(([quantile, nanoseconds]) => ({
        labels: { quantile },
        // Not a number before anything was measured.
        value: Number.isFinite(nanoseconds) ? nanoseconds / NANO : 0,
      })),
    },
    single('process_resident_memory_bytes', 'Resident memory.', process.memoryUsage.rss()),
    single('process_start_time_seconds', 'When the process began, in seconds since 1970.', startedAt),
    {
      ...single('process_cpu_seconds_total', 'Processor time, of the user and of the system.', 0),
      type: 'counter',
      samples: [{ value: (cpu.user + cpu.system) / 1e6 }],
    },
  ]
}

export const single = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: [{ value }],
})

export const poolMetric = (connections: Readonly<Record<string, number>>): Metric => ({
  name: 'desk_database_connections',
  help: 'Connections of the pool of this process; waiting are statements that have none yet.',
  type: 'gauge',
  samples: Object.entries(connections).map(([state, value]) => ({ labels: { state }, value })),
})
