import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { acceptsEncoding } from '../../../text/accepts-encoding.ts';
import type { ServerContext } from './plugins/authenticate.ts';

/** In characters. A shorter answer takes as many packets when it is compressed. */
const minLength = 4096;

/** In a thread of the pool. Higher levels take several times as long for a tenth fewer bytes. */
const compress = promisify(gzip);
const options = { level: constants.Z_BEST_SPEED };

/** Ends a response with a text, compressed if that is allowed, worthwhile and accepted. */
export async function sendText(
  response: ServerResponse,
  text: string,
  { req, isCompressible = false }: Pick<ServerContext, 'req' | 'isCompressible'>,
): Promise<void> {
  if (!isCompressible || text.length < minLength) return void response.end(text);
  response.setHeader('vary', 'accept-encoding');
  if (!acceptsEncoding(req.headers['accept-encoding'], 'gzip')) return void response.end(text);
  const body = await compress(text, options);
  response.setHeader('content-encoding', 'gzip').setHeader('content-length', body.length).end(body);
}
