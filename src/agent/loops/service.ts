export interface Service {
  readonly name: string;
  /** Runs until `signal` aborts. Throwing ends the agent. */
  run(signal: AbortSignal): Promise<void>;
}
