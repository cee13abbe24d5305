import { type Attributes, context, propagation, SpanStatusCode, trace } from '@opentelemetry/api'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { log } from '@/lib/log'

/**
 * The attributes of Next's own spans that are exported. Addresses, headers and errors contain what a trace must not:
 * names, IDs, searches.
 */
const KEPT = [
  'http.method',
  'http.route',
  'http.status_code',
  'next.route',
  'next.span_type',
  'desk.outcome',
] as const

/** Next names these spans by route, or by a fixed name. Any other span may have an address in its name. */
const NAMED_BY_ROUTE = new Set([
  'AppRender.getBodyResult',
  'AppRouteRouteHandlers.runHandler',
  'NextNodeServer.findPageComponents',
  'ResolveMetadata.generateMetadata',
])

/**
 * Exports a trace of each page, action, job and call to the partner to a collector at `endpoint`, by OTLP over HTTP.
 * Resolves to a function that exports the last spans. The libraries load only here, so that a desk without traces has
 * none.
 */
export async function startTracing(endpoint: string): Promise<() => Promise<void>> {
  const [
    { BatchSpanProcessor, TracerProvider },
    { OTLPTraceExporter },
    contexts,
    core,
    { resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
  ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'payfac-desk' }),
    spanProcessors: [new BatchSpanProcessor({ exporter: namingNobody(exporter) })],
  })
  context.setGlobalContextManager(new contexts.AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return () => provider.shutdown().catch((error) => log.warn({ err: error }, 'the last traces were not sent'))
}

/** Runs `work` as a span with this name, which is the same for all work of its kind. Without tracing it only runs. */
export function traced<T>(name: string, work: (tell: (outcome: string) => void) => Promise<T>): Promise<T> {
  return trace.getTracer('payfac-desk').startActiveSpan(name, async (span) => {
    try {
      return await work((outcome) => span.setAttribute('desk.outcome', outcome))
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

/** Exports spans under the names of their kinds, with only the listed attributes, and without recorded errors. */
function namingNobody(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(cleaned), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

function cleaned(span: ReadableSpan): ReadableSpan {
  const attributes: Attributes = Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = span.attributes[name]
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
  return Object.create(span, {
    name: { value: nameOf(span), enumerable: true },
    attributes: { value: attributes, enumerable: true },
    status: { value: { code: span.status.code }, enumerable: true },
    events: { value: [], enumerable: true },
    links: { value: [], enumerable: true },
  })
}

function nameOf({ name, attributes, instrumentationScope }: ReadableSpan): string {
  if (instrumentationScope.name === 'payfac-desk') return name
  const type = String(attributes['next.span_type'] ?? 'span')
  if (type === 'BaseServer.handleRequest')
    return `${attributes['http.method']} ${attributes['next.route'] ?? attributes['http.route'] ?? '(no route)'}`
  return NAMED_BY_ROUTE.has(type) ? name : type
}
