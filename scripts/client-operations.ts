import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** Levels of objects below an operation. */
const maxLevels = 5;

/**
 * Returns one operation for each field of Query, Mutation and Subscription, as documents of GraphQL: each takes all arguments of its field as
 * variables, and selects all that its object holds by itself. Of another object it names only the id and the name. A list leaves out what
 * `leftOutOfLists` names.
 */
export function clientOperations(schema: GraphQLSchema): string[] {
  const roots = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  };
  return Object.entries(roots).flatMap(([operation, type]) =>
    Object.values(type?.getFields() ?? {}).map((field) => operationOf(operation, field)),
  );
}

function operationOf(operation: string, { name, args, type }: GraphQLField<unknown, unknown>): string {
  const variables = args.map((argument) => `$${argument.name}: ${argument.type}`);
  const values = args.map((argument) => `${argument.name}: $${argument.name}`);
  const within = (parts: string[]) => (parts.length === 0 ? '' : `(${parts.join(', ')})`);
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return `${operation} ${title}${within(variables)} { ${name}${within(values)} ${selectionOf(getNamedType(type), { path: [], isInEntity: false, isInList: isList(type) })} }`;
}

/** An object that the API finds by an id has a life of its own. */
const isEntity = (type: GraphQLObjectType): boolean => 'id' in type.getFields();

const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type));

/** Where a selection stands within its operation. */
interface Place {
  path: readonly string[];
  isInEntity: boolean;
  isInList: boolean;
}

/** What would be most of an answer, so that a control plane refuses the longest page of it. */
const leftOutOfLists: ReadonlySet<string> = new Set([
  ...['ConfigSetting', 'ConfigState', 'TakenBackChange', 'NodePlacement', 'ChainBranch', 'DaemonBranch'],
]);

function selectionOf(type: GraphQLNamedType, place: Place): string {
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields());
  // A page with its edges and its nodes would hold everything twice.
  const isPage = fields.some(({ name }) => name === 'nodes') && fields.some(({ name }) => name === 'edges');
  const selected = fields
    .filter(
      ({ name, args, deprecationReason }) =>
        !(args.some(isRequiredArgument) || deprecationReason || (isPage && name === 'edges')),
    )
    .map((field) =>
      fieldOf(field, {
        path: [...place.path, type.name],
        isInEntity: place.isInEntity || isEntity(type),
        isInList: place.isInList || isPage,
      }),
    )
    .filter((text) => text !== '');
  return selected.length === 0 ? '' : `{ ${selected.join(' ')} }`;
}

function fieldOf({ name, args, type }: GraphQLField<unknown, unknown>, place: Place): string {
  const { path, isInEntity, isInList } = place;
  const inner = getNamedType(type);
  if (isInList && leftOutOfLists.has(inner.name)) return '';
  if (!isObjectType(inner)) return name;
  if (path.includes(inner.name) || path.length === maxLevels || (isInEntity && args.length > 0)) return '';
  if (!isEntity(inner) || !isInEntity) {
    const selection = selectionOf(inner, place);
    return selection === '' ? '' : `${name} ${selection}`;
  }
  // Others would make a list within a list.
  if (isList(type)) return '';
  return `${name} { id ${'name' in inner.getFields() ? 'name ' : ''}}`;
}
