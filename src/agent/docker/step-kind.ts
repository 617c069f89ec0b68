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

/** What the steps of every node need. */
export interface StepDeps extends ContainerOwner {
  client: EngineClient;
  database: Store;
  roots: DataRoots;
  /** Default: those of this host. */
  mounts?: MountTables | undefined;
  /** The template of bitcoin.conf. */
  template: string;
  /** Address that RPC is published on. */
  bindAddress: string;
}

export type StepRun = StepDeps & ApplyOptions & { snapshot: DockerSnapshot };

/** What a step found out: a sentence for people, and the same for programs. */
export interface Found {
  message: string;
  data: Record<string, unknown>;
}

/** What a finished step leaves behind, over the defaults that `finishStep` fills in. */
export interface Finished {
  change?: Partial<NodeRecord>;
  event?: Partial<Omit<NewEvent, 'data'>> & { data?: object };
  found?: Found | undefined;
}

/** A step as it is stored. */
export type StepData<K extends string, D> = Step & { kind: K } & D;

/**
 * One kind of act of the Docker runtime. A step itself is data, which is stored while it runs and which agents of other versions read: keep
 * the names of kinds and fields. `R` is the result of the act.
 */
export interface StepKind<K extends string, D = unknown, R = void> {
  kind: K;
  /** As an infinitive, such as «start the daemon». */
  action(step: StepData<K, D>): string;
  /** The same once it is done, and the kind of the event that reports it. */
  done(step: StepData<K, D>): string;
  event: EventKind;
  /** Default: other. */
  effect?: StepDescription['effect'];
  /** Carries the step out. Every step is safe to repeat. Throws RuntimeError. */
  apply(step: StepData<K, D>, run: StepRun): Promise<R>;
  /** Whether a step that an earlier agent began has had its effect. Default: it is repeated, which does no harm. */
  isDone?(
    step: StepData<K, D>,
    seen: ObservedNode & { container: ObservedContainer | undefined; specHash: string | null },
  ): boolean;
  /** The result is undefined where the agent was killed after the act. */
  finish?(
    step: StepData<K, D>,
    result: R | undefined,
    run: Pick<StepRun, 'client' | 'snapshot'>,
  ): Finished | Promise<Finished>;
}

export type StepOf<K> = K extends StepKind<infer Name, infer D, infer _> ? StepData<Name, D> : never;
