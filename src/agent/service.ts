/** A part of the agent that runs as long as the agent does. */
export interface Service {
  /** For logs. */
  readonly name: string;
  /** Runs until `signal` aborts. Throwing ends the agent. */
  run(signal: AbortSignal): Promise<void>;
}
