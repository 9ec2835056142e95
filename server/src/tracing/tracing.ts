import type { ServerResponse } from 'node:http'
import type { Context, Tracer } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import { statementName } from './statement_name.ts'

/** A statement that has ended: how many rows it gave or touched, or why it failed. */
export type Ended = { rows: number | null; error: unknown }

/** Calls back once when a request is over; `sent` unless its client left before the answer was out. */
type WhenOver = (response: ServerResponse, then: (sent: boolean) => void) => void

/** Follows work through the service and tells a collector how long each part took. Never what it was about. */
export type Tracing = {
  /** A span for each request. */
  follow: (app: FastifyInstance, whenOver: WhenOver) => void
  /** Called with each statement when it is sent; what it returns is called when the statement has ended. */
  statement: (text: string) => (ended: Ended) => void
  /** A span around a run of a job. */
  job: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** The headers by which a request of ours to another service goes on with the trace. */
  outgoing: () => Record<string, string>
  /** Sends what is left. */
  stop: () => Promise<void>
}

export type TracingOptions = {
  /** The collector, as OTEL_EXPORTER_OTLP_ENDPOINT names it. */
  endpoint: string
  service_name: string
  version: string
  /** The part of all traces that is kept, from 0 to 1. */
  ratio: number
  /** How often spans are sent. */
  every_ms: number
}

/** Loads what traces need, which is why nobody else imports it: without a collector it costs nothing. */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  const [api, core, sdk, otlp, { resourceFromAttributes }, hooks] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('node:async_hooks'),
  ])
  const exporter = new otlp.OTLPTraceExporter({ url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces` })
  const kept = new sdk.TraceIdRatioBasedSampler(options.ratio)
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.service_name, 'service.version': options.version }),
    // Who calls from outside may join its trace to ours, but cannot make us keep more of them.
    sampler: new sdk.ParentBasedSampler({ root: kept, remoteParentSampled: kept }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: options.every_ms })],
  })
  const tracer = provider.getTracer('dunlin', options.version)
  const here = new hooks.AsyncLocalStorage<Context>()
  const propagator = new core.W3CTraceContextPropagator()
  return {
    follow: (app, whenOver) => followRequests(app, whenOver, { api, tracer, here, propagator }),
    statement: (text) => startStatement(text, { api, tracer, here }),
    job: (name, work) => {
      const span = tracer.startSpan(`job ${name}`, { kind: api.SpanKind.CONSUMER }, api.ROOT_CONTEXT)
      const failed = (error: unknown): never => {
        span.setStatus({ code: api.SpanStatusCode.ERROR })
        throw error
      }
      const run = here.run(api.trace.setSpan(api.ROOT_CONTEXT, span), work)
      return run.catch(failed).finally(() => span.end())
    },
    outgoing: () => {
      const headers: Record<string, string> = {}
      const context = here.getStore()
      if (context) propagator.inject(context, headers, api.defaultTextMapSetter)
      return headers
    },
    stop: () => provider.shutdown(),
  }
}

type Api = typeof import('@opentelemetry/api')
type Propagator = InstanceType<typeof import('@opentelemetry/core')['W3CTraceContextPropagator']>
type Here = { getStore: () => Context | undefined; run: <T>(context: Context, work: () => T) => T }
type Parts = { api: Api; tracer: Tracer; here: Here }

declare module 'fastify' {
  interface FastifyRequest {
    /** On the request itself: a WeakMap would keep every request alive over the next collection of garbage. */
    trace_context?: Context | null
  }
}

/** The path pattern and never the address: that holds what people search for, and could hold a token. */
function followRequests(
  app: FastifyInstance,
  whenOver: WhenOver,
  { api, tracer, here, propagator }: Parts & { propagator: Propagator },
): void {
  app.decorateRequest('trace_context', null)
  app.addHook('onRequest', (request, reply, done) => {
    const outside = propagator.extract(api.ROOT_CONTEXT, request.headers, api.defaultTextMapGetter)
    const route = request.routeOptions.url ?? 'unknown'
    const span = tracer.startSpan(
      `${request.method} ${route}`,
      {
        kind: api.SpanKind.SERVER,
        attributes: { 'http.request.method': request.method, 'http.route': route, 'dunlin.request_id': request.id },
      },
      outside,
    )
    const context = api.trace.setSpan(outside, span)
    request.trace_context = context
    const { traceId, spanId, traceFlags } = span.spanContext()
    reply.header('traceresponse', `00-${traceId}-${spanId}-${String(traceFlags).padStart(2, '0')}`)
    whenOver(reply.raw, (sent) => {
      // An answer that did not go out has no status.
      if (sent) span.setAttribute('http.response.status_code', reply.statusCode)
      else span.setAttribute('error.type', 'client_left')
      span.setAttribute('dunlin.caller', request.principal?.kind ?? 'nobody')
      if (sent && reply.statusCode >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.end()
    })
    here.run(context, done)
  })
  // The body arrives through the socket, which knows nothing of where we were.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.trace_context) here.run(request.trace_context, done)
    else done()
  })
}

/** Statements of no request or job are upkeep: they would be traces of their own, and tell little. */
function startStatement(text: string, { api, tracer, here }: Parts): (ended: Ended) => void {
  const context = here.getStore()
  if (context === undefined) return () => {}
  const { operation, table } = statementName(text)
  const span = tracer.startSpan(
    table === null ? operation : `${operation} ${table}`,
    {
      kind: api.SpanKind.CLIENT,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        ...(table === null ? {} : { 'db.collection.name': table }),
      },
    },
    context,
  )
  return ({ rows, error }) => {
    if (rows !== null) span.setAttribute('db.response.returned_rows', rows)
    if (error) {
      // The code alone: the message of an error repeats the values that it is about.
      span.setAttribute('db.response.status_code', String((error as { code?: unknown }).code ?? 'unknown'))
      span.setStatus({ code: api.SpanStatusCode.ERROR })
    }
    span.end()
  }
}
