import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { dirname, join } from 'node:path';
import { type GatewayReport, gatewayReport, reportSocketName } from '../../gateway/report.ts';
import { jsonOrNull } from '../../text/json-or-null.ts';
import { readText } from '../control-plane/http-connections.ts';

const timeoutMs = 10_000;
const maxReportBytes = 16 * 1024 * 1024;

/** Asks the gateway whose configuration file has this path. Throws, also if none runs. */
export async function readGatewayReport(configPath: string, signal: AbortSignal): Promise<GatewayReport> {
  return gatewayReport.parse(jsonOrNull(await ask(configPath, { path: '/report', signal })));
}

/** Tells the gateway that these writes are stored. */
export async function acknowledgeWrites(
  configPath: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  await ask(configPath, { path: '/writes/acknowledge', body: JSON.stringify({ ids }), signal });
}

interface Question {
  path: string;
  /** For a POST; a GET has none. */
  body?: string;
  signal: AbortSignal;
}

async function ask(configPath: string, { path, body, signal }: Question): Promise<string> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const sent = request({
    socketPath: join(dirname(configPath), reportSocketName),
    path,
    method: body === undefined ? 'GET' : 'POST',
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    signal: limit,
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const text = await readText(response, maxReportBytes);
  if (response.statusCode === 200 || response.statusCode === 204) return text;
  throw new Error(`the gateway answered ${response.statusCode}`);
}
