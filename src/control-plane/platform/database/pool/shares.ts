export interface ShareLimits {
  connections: number;
  /** What one organization may use of them, so that another one always finds a connection. */
  perOrganization: number;
  perCaller: number;
  waitMs: number;
  /** PostgreSQL cancels a statement after this time … */
  statementTimeoutMs: number;
  /** … or after this time, within a transaction. */
  transactionStatementTimeoutMs: number;
  /** Connections that stay open without work: PostgreSQL may have no free slot for a new one when the work comes. */
  keptOpen: number;
}

const unlimited = { perOrganization: Number.POSITIVE_INFINITY, perCaller: Number.POSITIVE_INFINITY };
const perOwner = { perOrganization: 4, perCaller: 2 };
const short = { statementTimeoutMs: 5000, transactionStatementTimeoutMs: 5000 };
const long = { statementTimeoutMs: 30_000, transactionStatementTimeoutMs: 30_000 };

/** How the connections of a process are divided. Each replica uses up to their sum, and one more for the bus. */
export const shares = {
  /** Looks up API keys and sessions: their owners are not known yet. */
  authentication: { connections: 2, keptOpen: 1, waitMs: 5000, ...unlimited, ...short },
  /** Requests of people, and signing in. */
  people: { connections: 6, keptOpen: 0, waitMs: 5000, ...perOwner, ...short, transactionStatementTimeoutMs: 15_000 },
  agents: { connections: 6, keptOpen: 1, waitMs: 5000, ...perOwner, ...long },
  jobs: { connections: 3, keptOpen: 0, waitMs: 30_000, ...unlimited, ...long },
  /** Readiness, the lease of the jobs, and cancelling statements. */
  control: { connections: 2, keptOpen: 1, waitMs: 5000, ...unlimited, ...short },
} as const satisfies Record<string, ShareLimits>;

export type ShareName = keyof typeof shares;
export const shareNames = Object.keys(shares) as ShareName[];
