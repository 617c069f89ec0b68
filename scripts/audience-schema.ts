import { type DefinitionNode, type FieldDefinitionNode, Kind, parse, print, visit } from 'graphql';
import { audiences } from '../src/contract/audience.ts';

type Audience = (typeof audiences)[number];

const roots = ['Query', 'Mutation', 'Subscription'];

/** Operations of the console's sign-in pages and of a person's own account. */
const ofSignIn: readonly string[] = [
  ...['signUp', 'signIn', 'confirmSignIn', 'signOut', 'sessions', 'endSession', 'endOtherSessions'],
  ...['singleSignOn', 'startSingleSignOn', 'completeSingleSignOn'],
  ...['invitation', 'passwordReset', 'resetPassword', 'changePassword'],
  ...['setUpSecondFactor', 'confirmSecondFactor', 'removeSecondFactor', 'renewRecoveryCodes'],
];

/** Returns the audiences of an operation. All have `viewer`, the owner of any credential: GraphQL requires a query. */
function audiencesOf(field: FieldDefinitionNode): readonly Audience[] {
  const name = field.name.value;
  if (name === 'viewer') return audiences;
  if (ofSignIn.includes(name)) return ['sign-in'];
  const isOfExecutors = field.directives?.some((directive) => print(directive) === '@permission(of: executor)');
  return name === 'enrolExecutor' || isOfExecutors ? ['executors'] : ['people'];
}

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
    const fields = definition.fields?.filter((field) => audiencesOf(field).includes(audience)) ?? [];
    if (fields.length > 0) use({ ...definition, fields });
  }
  // No field returns it.
  use(definitions.get('ErrorExtensions'));
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
