import type { RequestContext } from './context.ts';

/** Makes something once for each request, such as a loader that batches what the request asks for. */
export function perRequest<T>(make: (context: RequestContext) => T): (context: RequestContext) => T {
  const values = new WeakMap<RequestContext, T>();
  return (context) => {
    const value = values.get(context) ?? make(context);
    values.set(context, value);
    return value;
  };
}
