import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  type GraphQLOutputType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql';

const root = join(import.meta.dirname, '../..');
const files = globSync('schema/*.graphql', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
const described = buildSchema(files.join('\n')).getType('ErrorExtensions') as GraphQLOutputType;

/** Returns where the extensions of an error differ from the schema's `ErrorExtensions`. */
export const undescribed = (extensions: unknown): string[] => faults(extensions, described, 'extensions');

function faults(value: unknown, type: GraphQLOutputType, path: string): string[] {
  if (isNonNullType(type)) return value == null ? [`${path} is missing`] : faults(value, type.ofType, path);
  if (value === undefined || value === null) return [];
  if (isListType(type))
    return Array.isArray(value)
      ? value.flatMap((each, index) => faults(each, type.ofType, `${path}.${index}`))
      : [`${path} is no list`];
  if (isObjectType(type)) {
    const fields = type.getFields();
    const given = value as Readonly<Record<string, unknown>>;
    return [
      ...Object.keys(given).flatMap((name) => (name in fields ? [] : [`${path}.${name} is not described`])),
      ...Object.values(fields).flatMap((field) => faults(given[field.name], field.type, `${path}.${field.name}`)),
    ];
  }
  return isLeaf(value, type) ? [] : [`${path} is no ${type}: ${JSON.stringify(value)}`];
}

function isLeaf(value: unknown, type: GraphQLOutputType): boolean {
  if (isEnumType(type)) return type.getValues().some(({ name }) => name === value);
  if (!isScalarType(type)) return false;
  if (type.name === 'JSON') return true;
  if (type.name === 'Boolean') return typeof value === 'boolean';
  return type.name === 'Int' ? Number.isInteger(value) : typeof value === 'string';
}
