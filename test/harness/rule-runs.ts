import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import { shippedTable } from '../../src/bitcoin/clients/lifecycle.ts';
import type { IncidentChange } from '../../src/control-plane/alerts/incidents/plan-changes.ts';
import { RuleMemory } from '../../src/control-plane/alerts/incidents/rule-memory.ts';
import { type RunRulesDeps, runRules } from '../../src/control-plane/alerts/incidents/run-rules.ts';
import type { Database } from '../../src/control-plane/platform/database/database.ts';
import { alertIncident } from '../../src/control-plane/tables/incidents.ts';
import { insertOrganization } from './rows.ts';
import { sharedDatabase } from './shared-control-plane.ts';

/** Runs the rules of incidents on a database with one organization per test, at times in seconds after its start. */
export class RuleRuns {
  readonly database: Database = sharedDatabase();
  organizationId = '';
  /** In milliseconds since the epoch. */
  start = 0;
  memory = new RuleMemory();
  #changes: IncidentChange[] = [];

  constructor() {
    beforeEach(async () => {
      await this.database.execute(sql`TRUNCATE organization, incident_rule_run, event CASCADE`);
      this.organizationId = await insertOrganization(this.database);
      this.start = Date.now();
      this.#changes = [];
      this.memory = new RuleMemory();
    });
  }

  at = (seconds: number): Date => new Date(this.start + seconds * 1000);

  runAt = (seconds: number, more: Partial<RunRulesDeps> = {}): Promise<unknown> =>
    runRules({
      database: this.database,
      fence: async () => {},
      lifecycle: shippedTable,
      notify: async (_transaction, found) => void this.#changes.push(...found),
      now: this.at(seconds),
      memory: this.memory,
      ...more,
    });

  /** Runs the rules between two times, as rarely as is no gap. */
  runFrom = async (from: number, to: number): Promise<void> => {
    for (let seconds = from; seconds < to; seconds += 60) await this.runAt(seconds);
    await this.runAt(to);
  };

  incidents = () => this.database.select().from(alertIncident);
  told = (): string[] => this.#changes.map(({ kind, row }) => `${row.code} ${kind}`);
  observedAs = (phase: 'failing' | 'running', reason: string | null = 'port in use') =>
    ({ id: randomUUID(), phase, since: this.at(0).toISOString(), reason }) as const;
}
