import type { RequestContext } from './context.ts';

/** Makes something once for each request, such as a loader that batches what the request asks for. */
export function perRequest<T>(make: (context: RequestContext) => T): (context: RequestContext) => T {
  const made = new WeakMap<RequestContext, T>();
  return (context) => {
    const known = made.get(context);
    if (known !== undefined) return known;
    const value = make(context);
    made.set(context, value);
    return value;
  };
}
