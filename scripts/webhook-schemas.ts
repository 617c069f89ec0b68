import {
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

interface JsonSchema {
  [keyword: string]: unknown;
}

const text = { type: 'string' };
const instant = { type: 'string', format: 'date-time' };
const url = { type: 'string', format: 'uri' };
const scalars: Readonly<Record<string, JsonSchema>> = {
  ...{ ID: text, String: text, Int: { type: 'integer' }, Float: { type: 'number' }, Boolean: { type: 'boolean' } },
  ...{ DateTime: instant, JSON: {} },
};

const incidentMessages = ['incident.opened', 'incident.acknowledged', 'incident.closed'];
const links = ['api', 'incident', 'node', 'executor', 'network', 'rollout'];

/** Returns a JSON Schema for each type of webhook message. The incident has the fields of the API's `AlertIncident`. */
export function webhookSchemas(schema: GraphQLSchema): { name: string; content: string }[] {
  const defs: Record<string, JsonSchema> = {};
  const incident = shapeOf(schema.getType('AlertIncident') as GraphQLOutputType, defs);
  const linkShape = objectOf(Object.fromEntries(links.map((name) => [name, url])), ['api', 'incident']);
  const ofIncident = { incident: withoutNull(incident), links: linkShape };
  const messages = [
    ...incidentMessages.map((type) => ({ type, data: ofIncident, required: ['incident'], $defs: defs })),
    { type: 'webhook.test', data: {}, required: [] },
  ];
  return messages.map(({ type, data, required, ...rest }) => {
    const common = { organizationId: text, endpointId: text, sequence: { type: 'integer', minimum: 1 } };
    const message = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: type,
      ...objectOf({
        type: { const: type },
        timestamp: instant,
        schemaVersion: { const: 1 },
        data: objectOf({ ...common, ...data }, [...Object.keys(common), ...required]),
      }),
      ...rest,
    };
    return { name: `${type}.json`, content: `${JSON.stringify(message, null, 2)}\n` };
  });
}

const objectOf = (properties: Readonly<Record<string, JsonSchema>>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});

/** Describes a type of the API, and adds its objects and enums to `defs`. */
function shapeOf(type: GraphQLOutputType, defs: Record<string, JsonSchema>): JsonSchema {
  if (isNonNullType(type)) return withoutNull(shapeOf(type.ofType as GraphQLOutputType, defs));
  if (isListType(type)) return orNull({ type: 'array', items: shapeOf(type.ofType, defs) });
  if (isEnumType(type)) {
    defs[type.name] ??= { description: type.description, enum: type.getValues().map(({ name }) => name) };
    return orNull({ $ref: `#/$defs/${type.name}` });
  }
  if (!isObjectType(type)) return orNull(scalars[type.toString()] as JsonSchema);
  if (defs[type.name] === undefined) {
    defs[type.name] = {};
    const fields = Object.values(type.getFields()).map((field) => [
      field.name,
      { description: field.description, ...shapeOf(field.type, defs) },
    ]);
    defs[type.name] = { description: type.description, ...objectOf(Object.fromEntries(fields)) };
  }
  return orNull({ $ref: `#/$defs/${type.name}` });
}

const orNull = (shape: JsonSchema): JsonSchema => ({ anyOf: [shape, { type: 'null' }] });
const withoutNull = ({ anyOf: [shape] = [] }: { anyOf?: JsonSchema[] }): JsonSchema => shape ?? {};
