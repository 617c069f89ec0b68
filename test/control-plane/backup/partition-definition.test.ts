import { expect, test } from 'vitest';
import {
  isConstraintDefinition,
  isIndexDefinition,
  isPartitionBound,
} from '../../../src/control-plane/backup/partition-definition.ts';

const index = (rest: string) => `CREATE UNIQUE INDEX j1_i1 ON pgboss.j1 USING btree (${rest}`;

test.each([
  [isPartitionBound, 'DEFAULT'],
  [isPartitionBound, "FOR VALUES FROM ('2026-01-01 00:00:00+00') TO ('2026-02-01 00:00:00+00')"],
  [isPartitionBound, "FOR VALUES IN ('it''s; a queue(1)')"],
  [isConstraintDefinition, "CHECK ((name = 'webhook'::text))"],
  [
    isConstraintDefinition,
    'FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED',
  ],
  [
    isIndexDefinition,
    index("name, COALESCE(key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (p IS NOT NULL))"),
  ],
  [isIndexDefinition, index('name, start_after) INCLUDE (priority, id)')],
])('%o takes %s', (accepts, text) => {
  expect(accepts(text)).toBe(true);
});

test.each([
  [isPartitionBound, "FOR VALUES FROM (lo_import('/etc/shadow')) TO ('x')"],
  [isPartitionBound, 'DEFAULT; DROP TABLE node'],
  [isPartitionBound, "FOR VALUES IN (E'\\'); DROP TABLE node --')"],
  [isConstraintDefinition, 'CHECK (pg_terminate_backend(1))'],
  [isConstraintDefinition, 'CHECK ("pg_terminate_backend" (1))'],
  [isConstraintDefinition, 'CHECK (true) /* */'],
  [isConstraintDefinition, 'OWNER TO stranger'],
  [isIndexDefinition, 'GRANT pg_execute_server_program TO stranger'],
  [isIndexDefinition, index('name) WHERE (pg_catalog.version() IS NULL)')],
  [isIndexDefinition, index('name); DROP TABLE node')],
])('%o refuses %s', (accepts, text) => {
  expect(accepts(text)).toBe(false);
});
