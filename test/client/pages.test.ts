import { expect, test } from 'vitest';
import {
  ApiKeysDocument,
  ChangesDocument,
  createClient,
  EventsDocument,
  MembersDocument,
  NetworksDocument,
  NodesConnectionDocument,
  NodesDocument,
  SatrapError,
} from '../../src/client/index.ts';

interface Variables {
  take: number;
  skip: number;
  where?: object;
  cursor?: string;
  filter: { cursor?: string; take: number; kind?: string };
}

/** A client whose `fetch` answers with the data for a request's variables, and the variables of all requests. */
function clientOf(data: (variables: Variables) => object) {
  const requests: Variables[] = [];
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    init?.signal?.throwIfAborted();
    const { variables } = JSON.parse(String(init?.body));
    requests.push(variables);
    return Response.json(data(variables));
  };
  return { requests, client: createClient({ url: 'http://control-plane.test/graphql', key: 'key', fetch }) };
}

const idOf = ({ id }: { id: string }) => id;
const entries = (count: number, from = 0) => Array.from({ length: count }, (_, index) => ({ id: `${from + index}` }));

test('a list by position is fetched in pages of a hundred, from its start to its end', async () => {
  const all = entries(250);
  const { client, requests } = clientOf(({ take, skip }) => ({ data: { nodes: all.slice(skip, skip + take) } }));
  const where = { name: { startsWith: 'a' } };
  expect((await Array.fromAsync(client.pages(NodesDocument, { where }))).map(idOf)).toEqual(all.map(idOf));
  expect(requests).toEqual([0, 100, 200].map((skip) => ({ where, take: 100, skip })));
});

test('pages have the requested size and start, and end after a full last page', async () => {
  const all = entries(10);
  const { client, requests } = clientOf(({ take, skip }) => ({ data: { members: all.slice(skip, skip + take) } }));
  expect((await Array.fromAsync(client.pages(MembersDocument, { take: 4, skip: 2 }))).map(idOf)).toHaveLength(8);
  expect(requests.map(({ skip }) => skip)).toEqual([2, 6, 10]);
});

test('an entry that an insert shifts into the next page is yielded once', async () => {
  const { client } = clientOf(({ take, skip }) => ({ data: { apiKeys: entries(skip === 0 ? take : 3, skip && 99) } }));
  const ids = (await Array.fromAsync(client.pages(ApiKeysDocument))).map(idOf);
  expect(ids).toEqual(entries(102).map(idOf));
});

test('follows the cursor of each page of a list until the last page', async () => {
  const ends = ['', 'a', 'b'];
  const { client, requests } = clientOf(({ filter: { cursor = '' } }) => {
    const at = ends.indexOf(cursor);
    const pageInfo = { endCursor: ends[at + 1] ?? 'c', hasNextPage: at < 2 };
    return { data: { events: { nodes: [{ id: `${at}` }], pageInfo } } };
  });
  const filter = { kind: 'node.started', take: 1 };
  expect((await Array.fromAsync(client.pages(EventsDocument, { filter }))).map(idOf)).toEqual(['0', '1', '2']);
  expect(requests.map((each) => each.filter)).toEqual([filter, ...['a', 'b'].map((cursor) => ({ ...filter, cursor }))]);
});

test('pages of nodes continue after the cursor of the last one', async () => {
  const { client, requests } = clientOf(({ cursor = '' }) => {
    const pageInfo = { endCursor: `${cursor}x`, hasNextPage: cursor !== 'xx' };
    return { data: { nodesConnection: { nodes: [{ id: cursor }], pageInfo } } };
  });
  const where = { name: { startsWith: 'a' } };
  const ids = (await Array.fromAsync(client.pages(NodesConnectionDocument, { where, take: 1 }))).map(idOf);
  expect(ids).toEqual(['', 'x', 'xx']);
  expect(requests).toEqual([{}, { cursor: 'x' }, { cursor: 'xx' }].map((more) => ({ where, take: 1, ...more })));
});

test('a list without pages is one request, and the rest is fetched on demand', async () => {
  const all = [{ name: 'signet' }, { name: 'regtest' }];
  const networks = clientOf(() => ({ data: { networks: all } }));
  expect(await Array.fromAsync(networks.client.pages(NetworksDocument))).toEqual(all);
  expect(networks.requests).toEqual([{}]);
  const { client, requests } = clientOf(({ take, skip }) => ({ data: { nodes: entries(take, skip) } }));
  for await (const { id } of client.pages(NodesDocument)) if (id === '120') break;
  expect(requests.map(({ skip }) => skip)).toEqual([0, 100]);
});

test('a page that fails ends the list with its error, and so does a signal', async () => {
  const errors = [{ message: 'no', extensions: { code: 'Forbidden' } }];
  const { client } = clientOf(({ take, skip }) =>
    skip === 0 ? { data: { nodes: entries(take) } } : { data: { nodes: null }, errors },
  );
  const read: string[] = [];
  const reading = (async () => {
    for await (const { id } of client.pages(NodesDocument)) read.push(id);
  })();
  await expect(reading).rejects.toBeInstanceOf(SatrapError);
  expect(read).toHaveLength(100);
  const reason = new Error('enough');
  const stopped = client.pages(NodesDocument, {}, { signal: AbortSignal.abort(reason) }).next();
  await expect(stopped).rejects.toBe(reason);
});

test('streams use the fetch of the client as well', async () => {
  const sent: unknown[] = [];
  const message = { data: { changes: [{ type: 'resync', id: null }] } };
  const fetch: typeof globalThis.fetch = async (url, init) => {
    sent.push(url, new Headers(init?.headers).get('authorization'));
    const text = `event: next\ndata: ${JSON.stringify(message)}\n\nevent: complete\ndata:\n\n`;
    return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
  };
  const client = createClient({ url: 'http://control-plane.test/graphql', key: 'key', fetch });
  const stream = client.subscribe(ChangesDocument, {}, { reconnects: false });
  expect(await Array.fromAsync(stream)).toEqual([message.data]);
  expect(sent).toEqual(['http://control-plane.test/graphql', 'Bearer key']);
});
