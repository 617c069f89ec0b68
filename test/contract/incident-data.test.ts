import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { incidentSchemas } from '../../scripts/incident-schemas.ts';
import { type IncidentData, incidentData } from '../../src/contract/incident-data.ts';
import type { AlertCode } from '../../src/contract/types.generated.ts';

const ajv = new Ajv2020({ formats: { 'date-time': true, date: true } });

const published = (code: AlertCode): object =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../schema/incidents/${code}.json`), 'utf8'));

test.each(incidentSchemas())('publishes $name as the rules are typed', ({ name, content }) => {
  expect(published(name.replace('.json', '') as AlertCode)).toEqual(JSON.parse(content));
});

const low: IncidentData<'disk_low'> = { freeGiB: 8.1, totalGiB: 931, thresholdPercent: 5 };
test.each<[string, AlertCode, object, boolean]>([
  ['takes what a rule found', 'disk_low', low, true],
  ['takes a later field', 'disk_low', { ...low, path: '/srv' }, true],
  ['refuses a missing field', 'disk_low', { freeGiB: 8.1 }, false],
  ['refuses another type', 'disk_low', { ...low, freeGiB: '8.1' }, false],
  ['takes each form of a code', 'channel_failing', { goneAt: '2026-01-31T12:00:00.000Z' }, true],
])('a published schema %s', (_what, code, data, isValid) => {
  expect(ajv.validate(published(code), data)).toBe(isValid);
  expect(incidentData[code].safeParse(data).success).toBe(isValid);
});
