interface PostOptions {
  key?: string | null | undefined;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export const post = (url: string, body: object | string, { key = null, headers, signal }: PostOptions = {}) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: signal ?? null,
  });
