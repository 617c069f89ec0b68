import { setTimeout as delay } from 'node:timers/promises';
import type { NodeView } from '../../harness/nodes.ts';
import { until } from '../../harness/until.ts';
import type { PlannedWish } from './plan.ts';
import type { KnownNode, World } from './world.ts';

/** How long a user retries until the control plane is back, in milliseconds. */
const patienceMs = 90_000;
const guest = 'guest';

/** Makes a user's requests, and notes the acknowledged ones. A refusal is an answer too. */
export async function ask(world: World, { wish, afterMs, chance }: PlannedWish): Promise<void> {
  await delay(afterMs);
  const { host, nodes } = world;
  const lasting = [...nodes.values()].filter(({ name }) => name !== guest);
  const node = lasting[chance % lasting.length];
  if (node === undefined) throw new Error('there is no node');
  if (wish === 'create') return invite(world);
  if (wish === 'delete') return dismiss(world);
  if (wish === 'override') {
    const overrides = [{ key: 'dbcache', value: String(10 + (chance % 90)) }];
    return note(node, () => host.nodes.update(node.id, { overrides }));
  }
  if (wish === 'version') {
    const clientVersion = chance % 2 === 0 ? '28.0' : '28.1';
    return note(node, () => host.nodes.update(node.id, { clientVersion }));
  }
  await note(node, () => host.nodes.act(node.id, wish));
}

async function note(node: KnownNode, request: () => Promise<NodeView>): Promise<void> {
  const answer = await acknowledged(request);
  // Another request of the same round may have been answered first.
  if (answer === null || answer.revision < node.revision) return;
  node.revision = answer.revision;
  node.desiredState = answer.desiredState as KnownNode['desiredState'];
}

async function invite(world: World): Promise<void> {
  const { host, nodes, dataInode } = world;
  if ([...nodes.values()].some(({ name }) => name === guest)) return;
  const answer = await acknowledged(() => host.nodes.create(guest));
  // A node that was created, but whose answer was lost, is refused the next time.
  const made = answer ?? (await acknowledged(() => guestOf(world)));
  if (made === null) return;
  const { id, revision } = made;
  const known: KnownNode = { id, name: guest, revision, desiredState: 'running', dataInode: 0, lastingHash: null };
  nodes.set(id, known);
  world.onSettled.push(async () => {
    if (nodes.has(id)) known.dataInode = await dataInode(id);
  });
}

async function dismiss({ host, nodes }: World): Promise<void> {
  const node = [...nodes.values()].find(({ name }) => name === guest);
  if (node === undefined) return;
  // A completed deletion whose answer was lost finds no node the next time.
  await until(
    'the deletion is acknowledged',
    async () => {
      try {
        const found = await host.nodes.get(node.id);
        if (found === null || found.desiredState === 'deleted') return true;
        await host.nodes.delete(node.id);
        return true;
      } catch {
        return false;
      }
    },
    patienceMs,
  );
  nodes.delete(node.id);
}

/** Repeats a request until the control plane answers it. Null if it refuses. */
async function acknowledged<T>(request: () => Promise<T>): Promise<T | null> {
  const { answer } = await until(
    'the control plane answers',
    async () => {
      try {
        return { answer: await request() };
      } catch (error) {
        // An answer with errors is an answer; a failed `fetch` is none.
        const text = (error as Error).message;
        return text.startsWith('[') && !text.includes('Internal') && !text.includes('Unavailable') && { answer: null };
      }
    },
    patienceMs,
  );
  return answer;
}

async function guestOf({ host }: World): Promise<Pick<NodeView, 'id' | 'revision'> | null> {
  const { nodes } = await host.controlPlane.ask('{ nodes { id name revision desiredState } }');
  // The name of a node being deleted is taken until it is gone.
  const isGuest = ({ name, desiredState }: NodeView) => name === guest && desiredState !== 'deleted';
  return nodes.find(isGuest) ?? null;
}
