import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { TestControlPlane } from '../../../harness/control-plane.ts';
import { closeServer, listenHere } from '../../../harness/listen.ts';
import { post } from '../../../harness/post.ts';
import { shared } from '../../../harness/shared-part.ts';
import { until } from '../../../harness/until.ts';

interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}

const spanId = 'b7ad6b7169203331';

/** What the collector received. */
const received: { spans: ReceivedSpan[]; text: string } = { spans: [], text: '' };
const collector = createServer(async (request, response) => {
  const body = (await json(request)) as { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] };
  received.text += JSON.stringify(body);
  received.spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});
afterAll(() => closeServer(collector));
const controlPlane = shared(
  async () => {
    const traceEndpoint = `http://127.0.0.1:${await listenHere(collector)}`;
    return TestControlPlane.start({ ownProcess: true, traceEndpoint });
  },
  (started) => started.destroy(),
);

/** Makes a request as part of a client's trace, and returns its spans. */
async function traced(traceId: string, query: string): Promise<ReceivedSpan[]> {
  const headers = { traceparent: `00-${traceId}-${spanId}-01` };
  const response = await post(controlPlane.url, { query }, { key: controlPlane.personalKey, headers });
  expect(await response.json()).not.toHaveProperty('errors');
  const ours = () => received.spans.filter((span) => span.traceId === traceId);
  await until('the trace came', async () => ours().some(({ name }) => name === 'POST'));
  return ours();
}

test('traces a request with operation and statements, without a secret', async () => {
  const query = '{ executors(where: { name: { equals: "very-private" } }) { id } }';
  const spans = await traced('0af7651916cd43dd8448eb211c80319c', query);
  const request = spans.find(({ name }) => name === 'POST');
  const operation = spans.find(({ name }) => name === 'GraphQL executors');
  expect(request?.parentSpanId).toBe(spanId);
  expect(operation?.parentSpanId).toBe(request?.spanId);
  const statements = spans.filter(({ name }) => /^SQL [A-Z]+$/.test(name));
  expect(statements.some(({ parentSpanId }) => parentSpanId === operation?.spanId)).toBe(true);
  expect(received.text).not.toContain('very-private');
  expect(received.text).not.toContain(controlPlane.personalKey);
});

test('a transaction is one span with its statements below it', async () => {
  const query = 'mutation { createApiKey(data: { name: "traced", purpose: personal }) { apiKey { id } } }';
  const spans = await traced('0af7651916cd43dd8448eb211c80319d', query);
  const transactions = spans.filter(({ name }) => name === 'SQL transaction');
  const operation = spans.find(({ name }) => name === 'GraphQL createApiKey');
  expect(transactions).toMatchObject([{ parentSpanId: operation?.spanId }]);
  const below = spans.filter(({ parentSpanId }) => parentSpanId === transactions[0]?.spanId);
  expect(below.map(({ name }) => name)).toEqual(expect.arrayContaining(['SQL BEGIN', 'SQL INSERT', 'SQL COMMIT']));
});
