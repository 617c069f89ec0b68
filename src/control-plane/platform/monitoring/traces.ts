/** Attributes of a span: never a value of a request, of a statement or of an answer. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface Traces {
  request<T>(
    request: { name: string; traceparent: string | undefined },
    work: (end: (attributes: SpanAttributes) => void) => T,
  ): T;
  /** Runs a part of the current work. Outside of a request, the part gets its own trace. */
  part<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>;
  detail<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export const noTraces: Traces = {
  request: (_request, work) => work(() => undefined),
  part: (_name, _attributes, work) => work(),
  detail: (_name, _attributes, work) => work(),
  close: async () => undefined,
};
