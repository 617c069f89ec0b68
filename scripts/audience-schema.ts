import { type DefinitionNode, Kind, parse, print, visit } from 'graphql';
import { type Audience, audiences, audiencesOf } from '../src/contract/audience.ts';
import type { RootName } from '../src/contract/permissions.ts';

const roots: readonly RootName[] = ['Query', 'Mutation', 'Subscription'];

/** Returns the part of a schema for each audience: its operations, and everything that they refer to. */
export const audienceSchemas = (schema: string): { name: string; content: string }[] =>
  audiences.map((audience) => ({ name: `${audience}.graphql`, content: audienceSchema(audience, schema) }));

function audienceSchema(audience: Audience, schema: string): string {
  const definitions = definitionsOf(schema);
  const used = new Set<DefinitionNode>();
  const use = (definition: DefinitionNode | undefined): void => {
    if (definition === undefined || used.has(definition)) return;
    used.add(definition);
    const useName = (node: { name: { value: string } }) => use(definitions.get(node.name.value));
    visit(definition, { NamedType: useName, Directive: useName });
  };
  for (const root of roots) {
    const definition = definitions.get(root);
    if (definition?.kind !== Kind.OBJECT_TYPE_DEFINITION) continue;
    const fields = definition.fields?.filter(({ name }) => audiencesOf(root, name.value).includes(audience)) ?? [];
    if (fields.length > 0) use({ ...definition, fields });
  }
  return `${[...used].map(print).join('\n\n')}\n`;
}

/** Returns the definitions by name, each with its extensions. */
function definitionsOf(schema: string): Map<string, DefinitionNode> {
  const { definitions } = parse(schema, { noLocation: true });
  const extensions = definitions.filter((definition) => definition.kind === Kind.OBJECT_TYPE_EXTENSION);
  const extended = definitions.flatMap((definition): [string, DefinitionNode][] => {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION)
      return definition.kind !== Kind.OBJECT_TYPE_EXTENSION && 'name' in definition && definition.name
        ? [[definition.name.value, definition]]
        : [];
    const own = extensions.filter(({ name }) => name.value === definition.name.value);
    const fields = [definition, ...own].flatMap((each) => each.fields ?? []);
    return [[definition.name.value, { ...definition, fields }]];
  });
  return new Map(extended);
}
