/** What a span may say of its work: never a value of a request, of a statement or of an answer. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface Traces {
  request<T>(
    request: { name: string; traceparent: string | undefined },
    work: (end: (attributes: SpanAttributes) => void) => T,
  ): T;
  /** Does a part of the work at hand. Without a request, there is a trace of the part alone. */
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
