/** The connections that one kind of work may use. No other kind takes them. */
export interface ShareLimits {
  connections: number;
  /** What one organization may use of them, so that another one always finds a connection. */
  perOrganization: number;
  /** What one person or one executor may use of them. */
  perCaller: number;
  /** How long a statement waits for a connection. */
  waitMs: number;
  /** PostgreSQL cancels a statement after this time … */
  statementTimeoutMs: number;
  /** … or after this time, within a transaction. */
  transactionStatementTimeoutMs: number;
  /** Connections that stay open without work: PostgreSQL may have no free slot for a new one when the work comes. */
  keptOpen: number;
}

const noLimit = Number.POSITIVE_INFINITY;
const long = { statementTimeoutMs: 30_000, transactionStatementTimeoutMs: 30_000 };

/** How the connections of a process are divided. Each replica uses up to their sum, and one more for the bus. */
export const shares = {
  /** Looking up API keys and sessions: whom they belong to is not known yet. */
  authentication: {
    ...{ connections: 2, perOrganization: noLimit, perCaller: noLimit, waitMs: 5000, keptOpen: 1 },
    ...{ statementTimeoutMs: 5000, transactionStatementTimeoutMs: 5000 },
  },
  /** Requests of people, and signing in. */
  people: {
    ...{ connections: 6, perOrganization: 4, perCaller: 2, waitMs: 5000, keptOpen: 0 },
    ...{ statementTimeoutMs: 5000, transactionStatementTimeoutMs: 15_000 },
  },
  /** Requests of agents. */
  agents: { connections: 6, perOrganization: 4, perCaller: 2, waitMs: 5000, keptOpen: 1, ...long },
  jobs: { connections: 3, perOrganization: noLimit, perCaller: noLimit, waitMs: 30_000, keptOpen: 0, ...long },
  /** Readiness, the lease of the jobs, and cancelling statements. */
  control: {
    ...{ connections: 2, perOrganization: noLimit, perCaller: noLimit, waitMs: 5000, keptOpen: 1 },
    ...{ statementTimeoutMs: 5000, transactionStatementTimeoutMs: 5000 },
  },
} as const satisfies Record<string, ShareLimits>;

export type ShareName = keyof typeof shares;
export const shareNames = Object.keys(shares) as ShareName[];
