export interface ListenOptions {
  channel: string;
  /** From now on every payload arrives. */
  onOpen(): void;
  onPayload(payload: string): void;
}

/** Receives what is sent to a channel, until `signal` aborts. Throws when the connection is lost or cannot be made. */
export type Listen = (options: ListenOptions, signal: AbortSignal) => Promise<void>;
