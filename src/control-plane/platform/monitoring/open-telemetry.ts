import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { endsWithin } from '../../../timing/ends-within.ts';
import type { SpanAttributes, Traces } from './traces.ts';

const closeMs = 3000;
const parentForm = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Exports to the collector of the `OTEL_EXPORTER_OTLP_…` variables, without OpenTelemetry's globals. */
export class OpenTelemetryTraces implements Traces {
  readonly #provider: NodeTracerProvider;
  readonly #tracer: Tracer;
  readonly #current = new AsyncLocalStorage<Context>();

  constructor(version: string) {
    this.#provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] });
    this.#tracer = this.#provider.getTracer('satrap-control-plane', version);
  }

  request<T>(
    { name, traceparent }: { name: string; traceparent: string | undefined },
    work: (end: (attributes: SpanAttributes) => void) => T,
  ): T {
    const parent = parentOf(traceparent);
    const span = this.#tracer.startSpan(name, { kind: SpanKind.SERVER }, parent);
    const end = (attributes: SpanAttributes) => {
      span.setAttributes(attributes);
      span.end();
    };
    return this.#current.run(trace.setSpan(parent, span), () => work(end));
  }

  async part<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
    const parent = this.#current.getStore() ?? ROOT_CONTEXT;
    const span = this.#tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: { ...attributes } }, parent);
    try {
      return await this.#current.run(trace.setSpan(parent, span), work);
    } catch (error) {
      // Without its message, which may quote a value.
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }

  detail<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
    return this.#current.getStore() === undefined ? work() : this.part(name, attributes, work);
  }

  async close(): Promise<void> {
    await endsWithin(this.#provider.shutdown(), closeMs);
  }
}

function parentOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = parentForm.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags ?? '0', 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
