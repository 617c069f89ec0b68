import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';

interface Shape {
  $defs: Record<string, { properties: Record<string, object> }>;
}

const readSchema = (type: string): Shape =>
  JSON.parse(readFileSync(join(packageRoot(), `schema/webhooks/${type}.json`), 'utf8'), (_name, value) =>
    // Strict, unlike the published schema: a message must not have a field that it omits.
    value?.properties === undefined ? value : { ...value, additionalProperties: false },
  );

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ajv = new Ajv2020({ allErrors: true, formats: { 'date-time': isInstant, uri: (text) => URL.canParse(text) } });

/** Expects that a message has exactly the fields of its published schema. */
export function expectValid(message: { type: string }): void {
  ajv.validate(readSchema(message.type), message);
  expect(ajv.errors, JSON.stringify(message)).toBeNull();
}

/** The fields of an incident without objects of their own, as a selection. */
export const incidentFields = Object.keys(readSchema('incident.opened').$defs['AlertIncident']?.properties ?? {})
  .map((name) => (name === 'branches' ? 'branches { height }' : name))
  .join(' ');
