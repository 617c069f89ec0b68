import type { Plugin } from 'graphql-yoga';
import { unauthenticated } from '../../input/errors.ts';
import type { ServerContext } from './authenticate.ts';

/** A report of as many events as may be, with all their data, stays below this. */
export const maxBodyBytes = 20 * 1024 * 1024;

/** Enough to ask for `viewer`, which is all that is answered without a valid key. */
const maxBodyBytesOfStrangers = 1024;

/** Reads no large body without a valid key. Comes after `authenticate`. */
export const strangerBodyLimit = (): Plugin<object, ServerContext> => ({
  onRequestParse: ({ request, serverContext }) => {
    if (serverContext.caller !== null || request.method !== 'POST') return;
    const bytes = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY);
    if (!(bytes <= maxBodyBytesOfStrangers)) throw unauthenticated();
  },
});
