import type { DocumentNode } from 'graphql';
import { print } from 'graphql';
import pg from 'pg';
import { TestControlPlane } from '../../test/harness/control-plane.ts';
import { TestExecutor } from '../../test/harness/executor.ts';
import { dataOf, post } from '../../test/harness/graphql.ts';
import { serveStatements } from '../../test/harness/statement-server.ts';
import { type Figure, summarise } from '../figures.ts';
import { memberKeys } from '../people.ts';
import { type ListRequest, listRequests, type World } from './requests.ts';
import { type ListSizes, seedLists } from './seed-lists.ts';

/** Of `npm run bench -- lists-5`, and with ten times the events. */
export const listSizes: readonly (ListSizes & { name: string })[] = [5, 50].map((millions) => ({
  ...{ name: `lists-${millions}`, executors: 100_000, nodes: 200_000, events: millions * 1_000_000 },
  ...{ actions: 1_000_000, incidents: 100_000 },
}));

const rounds = 30;
/** Rounds before those: they open the connections and cache the plans. */
const warmUps = 3;
/** Readers: the database time of a person is limited. */
const people = 10;
const goalMs = 150;

interface Statement {
  text: string;
  values: unknown[];
}

/** (lists) What console and command line read, of an organization with half of a large fleet; without heartbeats and rules. */
export async function* benchLists(postgres: string, sizes: ListSizes): AsyncGenerator<Figure> {
  const controlPlane = await TestControlPlane.start({ throughScript: true, postgres, logLevel: 'warn' });
  const client = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
  await client.connect();
  try {
    const host = await TestExecutor.withKey(controlPlane, 'host-1');
    const { executorId } = (await host.sync()).data.syncExecutor;
    const data = { executorId, name: 'first', network: 'regtest' };
    const create = 'mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id } } }';
    const nodeId: string = (await controlPlane.ask(create, { data })).createNode.node.id;
    const keys = await memberKeys(controlPlane, people);
    // Its jobs would change what is seeded.
    await controlPlane.stop();
    const place = { organizationId: controlPlane.made.organizationId, executorId, nodeId };
    const { rolloutId } = await seedLists(client, place, sizes);
    const world = { executorId, nodeId, rolloutId, nodes: sizes.nodes / 2 };
    yield* measure(controlPlane, client, { keys, world });
  } finally {
    await client.end();
    await controlPlane.destroy();
  }
}

async function* measure(
  { settings, personalKey }: TestControlPlane,
  client: pg.Client,
  { keys, world }: { keys: readonly string[]; world: World },
): AsyncGenerator<Figure> {
  let statements: Statement[] = [];
  const server = await serveStatements(settings, (text, values) => statements.push({ text, values }));
  let slowest: { ms: number; statements: Statement[] } = { ms: 0, statements: [] };
  try {
    for (const request of listRequests) {
      const waits: number[] = [];
      let failure = '';
      for (let round = -warmUps; round < rounds; round++) {
        statements = [];
        const key = request.isOfOwner ? personalKey : keys[(round + people) % people];
        const began = performance.now();
        const headers = { authorization: `Bearer ${key}` };
        const { errors } = await post(server.url, headers, textOf(request), variablesOf(request, world));
        if (errors?.[0]) failure = `: ${errors[0].message}`;
        if (round >= 0) waits.push(performance.now() - began);
      }
      const ours = summarise(waits);
      if (ours.median > slowest.ms) slowest = { ms: ours.median, statements };
      const figure = figureOf(`${request.what}${failure}`, waits);
      yield { ...figure, met: figure.met && failure === '' };
    }
    yield figureOf('createNode without a host', await creations(server.url, personalKey));
    console.log(await slowestPlan(client, slowest.statements));
  } finally {
    await server.close();
  }
}

const textOf = ({ document }: ListRequest): string =>
  'kind' in document ? print(document as DocumentNode) : String(document);
const variablesOf = ({ variables }: ListRequest, world: World): object => variables?.(world) ?? {};

function figureOf(what: string, waits: readonly number[]): Figure {
  const ours = summarise(waits);
  return { what: `(lists) ${what}`, unit: 'ms', ours, peer: null, goal: `p99 ≤ ${goalMs}`, met: ours.p99 <= goalMs };
}

async function creations(url: string, key: string): Promise<number[]> {
  const waits: number[] = [];
  for (let round = -warmUps; round < rounds; round++) {
    const data = { name: `placed-${round + warmUps}`, network: 'regtest' };
    const began = performance.now();
    const create = 'mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id } } }';
    dataOf(await post(url, { authorization: `Bearer ${key}` }, create, { data }));
    if (round >= 0) waits.push(performance.now() - began);
  }
  return waits;
}

/** The plan of the slowest of these statements. */
async function slowestPlan(client: pg.Client, statements: readonly Statement[]): Promise<string> {
  const plans: { ms: number; plan: string }[] = [];
  for (const { text, values } of statements.filter((each) => /^\s*(select|with)/i.test(each.text))) {
    const began = performance.now();
    const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    plans.push({ ms: performance.now() - began, plan: `${text}\n${plan}` });
  }
  return plans.toSorted((a, b) => b.ms - a.ms)[0]?.plan ?? '';
}
