import { configOf } from '../../desired/desired-entry.ts';
import { loadNodeRecord } from '../../node/record-table.ts';
import type { NewEvent } from '../../outbox/event.ts';
import type { ApplyOptions } from '../../runtime/runtime.ts';
import type { Store } from '../../store/database.ts';
import { endpointOf } from '../daemon-endpoint.ts';
import type { ContainerOwner } from '../engine/create-container.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import type { DockerSnapshot } from '../snapshot.ts';
import type { DockerStep } from '../step.ts';
import { copyData } from './copy-data.ts';
import type { CopyResult } from './copy-files.ts';
import { verifyData } from './verify-data.ts';

/** What the steps need by which a node becomes a copy of another. */
export interface SeedDeps extends ContainerOwner {
  client: EngineClient;
  database: Store;
  /** Address that RPC is published on. */
  bindAddress: string;
  /** Keeps what a step found out, for the event that reports it. */
  onSeedResult(nodeId: string, result: SeedResult): void;
}

/** What a step found out: a sentence for people, and the same for programs. */
export interface SeedResult {
  message: string;
  data: Record<string, unknown>;
}

type SeedStep = Extract<DockerStep, { kind: 'copy-data' | 'verify-data' }>;

/** Carries out one step by which a node becomes a copy of another. Throws RuntimeError. */
export async function applySeedStep(
  step: SeedStep,
  { desired, workload, spec }: DockerSnapshot,
  deps: SeedDeps,
  { onProgress, signal }: ApplyOptions,
): Promise<void> {
  if (workload === undefined || spec === null) throw new Error('no plan copies data before there is a container');
  const source = loadNodeRecord(deps.database, step.from);
  if (step.kind === 'copy-data') {
    const begunAt = performance.now();
    const result = await copyData({
      client: deps.client,
      agent: deps,
      database: deps.database,
      from: step.from,
      to: {
        nodeId: desired.id,
        containerId: workload.id,
        image: spec.image,
        user: spec.user,
        config: configOf(desired),
      },
      estimate: source?.tip?.sizeOnDiskBytes ?? 0,
      onProgress,
      signal,
    });
    const { message, data } = describeCopy(result, (performance.now() - begunAt) / 1000);
    deps.onSeedResult(desired.id, { message, data: { from: step.from, ...data } });
    return;
  }
  const copy = endpointOf(deps, desired.id);
  if (copy === null) throw new Error('no daemon runs before its ports are chosen');
  const isUp = source?.status.phase !== 'stopped';
  const proof = await verifyData({
    ...{ copy, source: isUp ? endpointOf(deps, step.from) : null, sourceTip: source?.tip ?? null, signal },
  });
  const compared = {
    daemon: `the source has the same block`,
    'last sample': 'it has the last block that is known of the source, which does not run',
    nothing: 'nothing is known of the source to compare it with',
  }[proof.comparedWith];
  const set = proof.utxoHash === null ? '' : `, and the same unspent outputs (${proof.utxoHash})`;
  deps.onSeedResult(desired.id, {
    message: `it ends at height ${proof.height} with ${proof.bestBlockHash}; ${compared}${set}`,
    data: { from: step.from, ...proof },
  });
}

/** What a copy has taken, in words and figures. Pure. */
export function describeCopy({ bytes, method }: CopyResult, seconds: number): SeedResult {
  const how = { reflink: 'shared by the file system', copy: 'copied', engine: 'copied through the engine' }[method];
  return {
    message: `${(bytes / 1024 / 1024).toFixed(1)} MiB in ${seconds.toFixed(1)} s, ${how}`,
    data: { bytes, seconds, method },
  };
}

/** The event that reports a step, with what the step found out. Pure. */
export const withSeedResult = (event: NewEvent, found: SeedResult | undefined): NewEvent =>
  found === undefined
    ? event
    : {
        ...event,
        message: `${event.message.replace(/\.$/, '')}: ${found.message}.`,
        data: { ...Object(event.data), ...found.data },
      };
