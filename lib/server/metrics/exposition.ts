/** Metrics as Prometheus reads them (text format 0.0.4). */

export type Sample = { labels?: Readonly<Record<string, string>>; suffix?: string; value: number }
export type Metric = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: readonly Sample[]
}

export const exposition = (metrics: readonly Metric[]): string =>
  metrics
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(({ labels, suffix = '', value }) => `${name}${suffix}${labelsOf(labels)} ${value}`),
    ])
    .join('\n')
    .concat('\n')

function labelsOf(labels: Sample['labels'] = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/["\\\n]/g, '_')}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}
