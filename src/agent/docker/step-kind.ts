import type { EventKind } from '../../contract/events.ts';
import type { MountTables } from '../host/missing-mount.ts';
import type { NewEvent } from '../outbox/event.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import type { Step, StepDescription } from '../runtime/plan.ts';
import type { ApplyOptions } from '../runtime/runtime.ts';
import type { Store } from '../store/database.ts';
import type { DataRoots } from './data-roots.ts';
import type { ContainerOwner } from './engine/create-container.ts';
import type { EngineClient } from './engine/engine-client.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import type { ObservedNode } from './observe.ts';
import type { DockerSnapshot } from './snapshot.ts';

/** Dependencies of the steps of every node. */
export interface StepDeps extends ContainerOwner {
  client: EngineClient;
  database: Store;
  roots: DataRoots;
  /** Default: those of this host. */
  mounts?: MountTables | undefined;
  /** The template of bitcoin.conf. */
  template: string;
  /** Address on which RPC is published. */
  bindAddress: string;
}

export type StepRun = StepDeps & ApplyOptions & { snapshot: DockerSnapshot };

/** A step's result: a sentence for people, and data for programs. */
export interface Found {
  message: string;
  data: Record<string, unknown>;
}

/** What a finished step leaves behind, on top of the defaults of `finishStep`. */
export interface Finished {
  change?: Partial<NodeRecord>;
  event?: Partial<Omit<NewEvent, 'data'>> & { data?: object };
  found?: Found | undefined;
}

/** A step as stored. */
export type StepData<K extends string, D> = Step & { kind: K } & D;

/**
 * One kind of step of the Docker runtime. Steps are data, stored while they run and read by agents of other versions:
 * keep the names of kinds and fields. `R` is the result type.
 */
export interface StepKind<K extends string, D = unknown, R = void> {
  kind: K;
  /** As an infinitive, such as "start the daemon". */
  action(step: StepData<K, D>): string;
  /** The same in the past tense, for the event that reports it. */
  done(step: StepData<K, D>): string;
  event: EventKind;
  /** Default: other. */
  effect?: StepDescription['effect'];
  /** Carries out the step. Every step is safe to repeat. Throws RuntimeError. */
  apply(step: StepData<K, D>, run: StepRun): Promise<R>;
  /** Whether a step started by an earlier agent took effect. Default: repeat it, which is harmless. */
  isDone?(
    step: StepData<K, D>,
    seen: ObservedNode & { container: ObservedContainer | undefined; specHash: string | null },
  ): boolean;
  /** The result is undefined if the agent was killed after the step. */
  finish?(
    step: StepData<K, D>,
    result: R | undefined,
    run: Pick<StepRun, 'client' | 'snapshot'>,
  ): Finished | Promise<Finished>;
}

export type StepOf<K> = K extends StepKind<infer Name, infer D, infer _> ? StepData<Name, D> : never;
