export interface ShareLimits {
  connections: number;
  /** Limit of one organization, so that others always find a connection. */
  perOrganization: number;
  perCaller: number;
  waitMs: number;
  /** PostgreSQL cancels a statement after this time … */
  statementTimeoutMs: number;
  /** … or after this time, within a transaction. */
  transactionStatementTimeoutMs: number;
  /** Connections kept open while idle: PostgreSQL may have no free slot for a new one later. */
  keptOpen: number;
}

const unlimited = { perOrganization: Number.POSITIVE_INFINITY, perCaller: Number.POSITIVE_INFINITY };
const perOwner = { perOrganization: 4, perCaller: 2 };
const short = { statementTimeoutMs: 5000, transactionStatementTimeoutMs: 5000 };
const long = { statementTimeoutMs: 30_000, transactionStatementTimeoutMs: 30_000 };

/** The shares of a process's connections. Each replica uses up to their sum, plus one for the bus. */
export const shares = {
  /** Look-ups of API keys and sessions, whose owners are not known yet. */
  authentication: { connections: 2, keptOpen: 1, waitMs: 5000, ...unlimited, ...short },
  /** Requests of people, and sign-in. */
  people: { connections: 6, keptOpen: 0, waitMs: 5000, ...perOwner, ...short, transactionStatementTimeoutMs: 15_000 },
  agents: { connections: 6, keptOpen: 1, waitMs: 5000, ...perOwner, ...long },
  /** Heartbeats without news, of all organizations together: no slow report may delay them. */
  heartbeats: { connections: 2, keptOpen: 1, waitMs: 5000, ...unlimited, ...short },
  jobs: { connections: 3, keptOpen: 0, waitMs: 30_000, ...unlimited, ...long },
  /** Readiness, the lease of the jobs, and cancelling statements. */
  control: { connections: 2, keptOpen: 1, waitMs: 5000, ...unlimited, ...short },
} as const satisfies Record<string, ShareLimits>;

export type ShareName = keyof typeof shares;
export const shareNames = Object.keys(shares) as ShareName[];
