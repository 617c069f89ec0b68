import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import { endsWithin } from '../../../timing/ends-within.ts';
import type { SpanAttributes, Traces } from './traces.ts';

const closeMs = 3000;
const parentForm = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Exports to the collector of the `OTEL_EXPORTER_OTLP_…` variables, without OpenTelemetry's globals. */
export function openTelemetryTraces(version: string): Traces {
  const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] });
  const tracer = provider.getTracer('satrap-control-plane', version);
  const current = new AsyncLocalStorage<Context>();
  const part: Traces['part'] = async (name, attributes, work) => {
    const parent = current.getStore() ?? ROOT_CONTEXT;
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: { ...attributes } }, parent);
    try {
      return await current.run(trace.setSpan(parent, span), work);
    } catch (error) {
      // Without its message, which may quote a value.
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };
  return {
    request: ({ name, traceparent }, work) => {
      const parent = parentOf(traceparent);
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER }, parent);
      const end = (attributes: SpanAttributes) => {
        span.setAttributes(attributes);
        span.end();
      };
      return current.run(trace.setSpan(parent, span), () => work(end));
    },
    part,
    detail: (name, attributes, work) => (current.getStore() === undefined ? work() : part(name, attributes, work)),
    close: async () => {
      await endsWithin(provider.shutdown(), closeMs);
    },
  };
}

function parentOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] = parentForm.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags ?? '0', 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
