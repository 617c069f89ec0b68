import type { Plugin } from 'graphql-yoga';

/** Yoga marks event streams with `Content-Encoding: none`, which is no registered coding: strict clients refuse it. */
export const sseEncoding = (): Plugin => ({
  onResponse: ({ response: { headers } }) => {
    if (headers.get('content-encoding') === 'none') headers.delete('content-encoding');
  },
});
