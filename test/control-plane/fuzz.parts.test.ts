import { readFileSync } from 'node:fs';
import type { GraphQLEnumType } from 'graphql';
import pLimit from 'p-limit';
import { beforeAll, expect, test } from 'vitest';
import { buildSchema } from '../../src/control-plane/http/graphql/schema.ts';
import { TestExecutor } from '../harness/executor.ts';
import { post } from '../harness/post.ts';
import { Random } from '../harness/random.ts';
import { sharedControlPlane, sharedDatabase } from '../harness/shared-control-plane.ts';
import { until } from '../harness/until.ts';
import { makeTenant, secretsOf, type Tenant } from './fuzz/tenants.ts';
import { listFields, type Operation, OperationWriter } from './fuzz/write-operation.ts';

// A short run. `npm run fuzz -- --seed N --operations 20000` makes a long one. The requests of round N depend only on
// the seed and N.

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const seed = number('SATRAP_FUZZ_SEED', 20261123);
const first = number('SATRAP_FUZZ_FROM', 1);
const operations = number('SATRAP_FUZZ_OPERATIONS', 200);
/** Operations with the same two organizations, so that later ones see the effects of earlier ones. */
const perRound = 600;
const perBatch = 50;
const maxMiB = 512;

const schema = buildSchema();
const lists = listFields(schema);
const roles = ['owner', 'admin', 'member', 'executor', 'none'] as const;

const controlPlane = sharedControlPlane({ ownProcess: true, heartbeatSeconds: 60, logLevel: 'info' });
const database = sharedDatabase(controlPlane);
let bystander: TestExecutor;
const codes = new Map<string, number>();
let mostMiB = 0;

beforeAll(async () => {
  bystander = new TestExecutor(controlPlane, await controlPlane.key('executor', 'bystander'), 'bystander');
  const { executorId } = (await bystander.sync()).data.syncExecutor;
  await controlPlane.ask('mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id } } }', {
    data: { name: 'bystander', network: 'regtest', executorId },
  });
});

/** What an uninvolved organization sees. */
async function seenByBystander(): Promise<unknown> {
  const query = `{ viewer { role organization { name } } nodes { id name revision desiredState overrides { key value } }
    executors { id name status labels { key } } members { id role } apiKeys { name revokedAt } invitations { id } }`;
  const answer = await until('the bystander is served', async () => {
    await bystander.sync();
    const { status, ...seen } = await controlPlane.call(query);
    return status === 503 ? undefined : seen;
  });
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  return answer.data;
}

interface Call extends Operation {
  tenant: Tenant;
  role: (typeof roles)[number];
}

/** Returns the response body. A stream is closed after its first message, or soon. */
async function bodyOf({ query, variables, tenant, role }: Call): Promise<string> {
  const isStream = query.startsWith('subscription');
  const response = await post(
    controlPlane.url,
    { query, variables },
    {
      key: role === 'none' ? null : tenant.keys[role],
      headers: isStream ? { accept: 'text/event-stream' } : {},
      signal: AbortSignal.timeout(30_000),
    },
  );
  // 503 means that a busy machine delays the database.
  if ([500, 502, 504].includes(response.status)) throw new Error(`HTTP ${response.status}`);
  if (!isStream) return response.text();
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return new TextDecoder().decode(value);
}

const codesOf = (body: string): string[] => {
  const found = [...body.matchAll(/"code":"(\w+)"/g)].map(([, code = '']) => code);
  return found.length === 0 ? ['answered'] : [...new Set(found)];
};

async function runRound(round: number, count: number): Promise<void> {
  const random = new Random(seed * 100_000 + round);
  const before = await seenByBystander();
  const tenants = await Promise.all(
    ['left', 'right'].map((side) => makeTenant(controlPlane, `${side}${seed}x${round}`)),
  );
  /** Text that an organization received in its own operations, such as an id of the other one. */
  const told = new Map(tenants.map(({ name }) => [name, '']));
  for (let done = 0; done < count; done += perBatch) {
    const secrets = await Promise.all(tenants.map(({ name }) => secretsOf(database, name)));
    const calls = Array.from({ length: Math.min(perBatch, count - done) }, (_, index): Call => {
      const side = random.below(2);
      const [own, foreign] = [side, 1 - side].map((each) => [...(secrets[each]?.keys() ?? [])].toSorted());
      const writer = new OperationWriter(schema, random, { own: own ?? [], foreign: foreign ?? [] });
      const focus = lists[((round - 1) * perRound + done + index) % lists.length];
      const kind = random.below(20);
      const operation =
        kind < 12 && focus
          ? writer.aroundList(focus)
          : writer.any(kind < 14 ? 'query' : kind < 19 ? 'mutation' : 'subscription');
      return { ...operation, tenant: tenants[side] as Tenant, role: random.pick(roles) };
    });
    const lanes = pLimit(8);
    const ask = async (call: Call) => {
      const { role, tenant, query, variables } = call;
      const request = JSON.stringify({ query, variables });
      const fail = (fault: string) => new Error(`${fault}\nasked by ${role} of ${tenant.name}: ${request}`);
      // Before it is sent: refused requests are in the audit log too.
      if (!query.startsWith('query')) told.set(tenant.name, told.get(tenant.name) + request);
      const body = await bodyOf(call).catch((error: unknown) => {
        throw fail(String(error));
      });
      const known = told.get(tenant.name) + request;
      const side = tenants.indexOf(tenant);
      for (const [secret, place] of secrets[1 - side] ?? []) {
        // Each audit log contains the organization's own requests.
        if (secrets[side]?.has(secret)) continue;
        const at = body.indexOf(secret);
        if (at >= 0 && !known.includes(secret))
          throw fail(`the answer holds ${secret} (${place}): ${body.slice(at - 300, at + 300)}`);
      }
      for (const code of codesOf(body)) codes.set(code, (codes.get(code) ?? 0) + 1);
      if (body.includes('internal_error')) throw fail(`an internal error: ${body.slice(0, 1000)}`);
    };
    await Promise.all(calls.map((call) => lanes(() => ask(call))));
    const { status } = await fetch(new URL('/healthz', controlPlane.url), { signal: AbortSignal.timeout(5000) });
    expect(status).toBe(200);
    expect(await seenByBystander()).toEqual(before);
    mostMiB = Math.max(
      mostMiB,
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${controlPlane.pid}/status`, 'utf8'))?.[1]) / 1024,
    );
    expect(mostMiB).toBeLessThan(maxMiB);
    expect(controlPlane.log).not.toContain('unhandled error');
  }
}

test('invariants 11, 12: no request disturbs others or leaks data across organizations', {
  timeout: 300_000 + operations * 200,
}, async () => {
  console.log(`fuzz: seed ${seed}, ${operations} operations, ${lists.length} lists`);
  const began = performance.now();
  const { pid } = controlPlane;
  for (let round = first, left = operations; left > 0; round++, left -= perRound) {
    await runRound(round, Math.min(left, perRound)).catch((error: unknown) => {
      const again = `npm run fuzz -- --seed ${seed} --from ${round} --operations ${perRound}`;
      throw new Error(`round ${round}: ${String(error)}\nrepeat: ${again}\n${controlPlane.log.slice(-4000)}`, {
        cause: error,
      });
    });
  }
  expect([controlPlane.isServing, controlPlane.pid]).toEqual([true, pid]);
  const known = (schema.getType('UserErrorCode') as GraphQLEnumType).getValues().map(({ name }) => name);
  expect([...codes.keys()].filter((code) => code !== 'answered' && !known.includes(code))).toEqual([]);
  // The fuzz test is useless if nearly everything is refused.
  expect(codes.get('answered')).toBeGreaterThan(operations / 10);
  const figures = [...codes].toSorted(([, a], [, b]) => b - a).map(([code, count]) => `${code} ${count}`);
  console.log(
    `fuzz: ${operations} operations in ${((performance.now() - began) / 1000).toFixed(0)} s, at most ${mostMiB.toFixed(0)} MiB: ${figures.join(', ')}`,
  );
});
