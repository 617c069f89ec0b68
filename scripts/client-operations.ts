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
 * Returns a GraphQL operation for each field of Query, Mutation and Subscription. Each takes all arguments as variables and selects all of
 * the object's own fields, but only the id and name of related objects. Lists omit the fields in `leftOutOfLists`.
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

/** Their ids are for caches: they are read with the object that they belong to. */
const parts: ReadonlySet<string> = new Set([
  'AuditTarget',
  'ExecutorApiKeyUsage',
  'OrphanedNode',
  'UpgradeRolloutMember',
]);

/** An object that the API finds by id is an entity. */
const isEntity = (type: GraphQLObjectType): boolean => 'id' in type.getFields() && !parts.has(type.name);

const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type));

/** The position of a selection within its operation. */
interface Place {
  path: readonly string[];
  isInEntity: boolean;
  isInList: boolean;
}

/** Types and fields that would make up most of an answer, so that the control plane would refuse the longest page. */
const leftOutOfLists: ReadonlySet<string> = new Set([
  ...[
    'ConfigSetting',
    'ConfigState',
    'RevertedChange',
    'NodePlacement',
    'ChainBranch',
    'ChainTipCount',
    'DaemonBranch',
  ],
  // Figures that are charted for one node at a time.
  ...[
    'bytesReceived',
    'bytesSent',
    'receivedBytesPerSecond',
    'sentBytesPerSecond',
    'writtenBytes',
    'writtenBytesPerDay',
  ],
  ...['mempoolMinFee', 'unbroadcastTransactions', 'rpcConnections'],
  // Of one node at a time.
  ...['createdBy', 'lastChangedBy'],
]);

function selectionOf(type: GraphQLNamedType, place: Place): string {
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields());
  // Selecting both edges and nodes would return everything twice.
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
  if (isInList && (leftOutOfLists.has(inner.name) || leftOutOfLists.has(name))) return '';
  if (!isObjectType(inner)) return name;
  if (path.includes(inner.name) || path.length === maxLevels || (isInEntity && args.length > 0)) return '';
  // An offer of a host is not an entity itself, but hundreds of whole hosts would be too large an answer.
  if (!isEntity(inner) || !(isInEntity || (isInList && !isList(type)))) {
    const selection = selectionOf(inner, place);
    return selection === '' ? '' : `${name} ${selection}`;
  }
  // Anything else would nest lists.
  if (isList(type)) return '';
  return `${name} { id ${'name' in inner.getFields() ? 'name ' : ''}}`;
}
