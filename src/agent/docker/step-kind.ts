import type { EventKind } from '../../contract/events.ts';
import type { MountTables } from '../host/missing-mount.ts';
import type { NewEvent } from '../outbox/event.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import type { ApplyOptions, Step, StepDescription } from '../runtime/runtime.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import type { ExecutorOnEngine } from './executor-on-engine.ts';
import type { DockerSnapshot, ObservedNode } from './observe.ts';

export interface StepDeps extends ExecutorOnEngine {
  settings: ExecutorOnEngine['settings'] & Pick<AgentSettings, 'stopTimeoutSeconds'>;
  /** The template of bitcoin.conf. */
  template: string;
  /** Default: those of this host. */
  mounts?: MountTables | undefined;
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
  /** See StepOutcome. */
  observed?: ObservedNode | undefined;
}

export type StepData<K extends string, D> = Step & { kind: K } & D;

/**
 * One kind of step of the Docker runtime. Steps are data, stored while they run and read by agents of other versions:
 * keep the names of kinds and fields. `R` is the result type.
 */
export interface StepKind<K extends string, D = unknown, R = void> {
  kind: K;
  /** As an infinitive, such as "start the daemon", and in the past tense, for the event that reports it. */
  texts(step: StepData<K, D>): readonly [action: string, done: string];
  /** Null for a step that changes nothing. */
  event: EventKind | null;
  /** Default: other. */
  effect?: StepDescription['effect'];
  /** The id of the operation whose progress and cancellation the step follows; absent for any other step. */
  operationOf?(step: StepData<K, D>): string;
  /** Carries out the step. Every step is safe to repeat. */
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
