import { type GraphQLNamedType, type GraphQLObjectType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';

/** Copied names of past objects, and parts that are not objects of an organization. */
const noObjects = ['AuditTarget', 'ClientAdvisory', 'ClientDefect', 'Credential'];

/** Lists every field below Query and Subscription that leads to objects with an id, as «Type.field». */
export function relationsOf(schema: GraphQLSchema): string[] {
  const roots = [schema.getQueryType(), schema.getSubscriptionType()].filter((type) => isObjectType(type));
  const reached = new Set<GraphQLObjectType>(roots);
  // A set is iterated in the order in which it grows.
  for (const type of reached)
    for (const fieldType of fieldTypesOf(type)) if (isObjectType(fieldType)) reached.add(fieldType);
  return [...reached]
    .filter((type) => !roots.includes(type) && !isPage(type))
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => leadsToEntity(entryOf(getNamedType(field.type))))
        .map((field) => `${type.name}.${field.name}`),
    );
}

const fieldTypesOf = (type: GraphQLObjectType) =>
  Object.values(type.getFields()).map((field) => getNamedType(field.type));

const isPage = ({ name }: GraphQLNamedType): boolean => /(Connection|Edge)$/.test(name);

const isEntity = (type: GraphQLNamedType): boolean =>
  isObjectType(type) && type.getFields()['id'] !== undefined && !noObjects.includes(type.name);

/** An object, or what holds one, such as the use of an API key by an executor. */
const leadsToEntity = (type: GraphQLNamedType): boolean =>
  isEntity(type) || (isObjectType(type) && fieldTypesOf(type).some(isEntity));

/** The type of the entries, if a field leads to a page of them. */
function entryOf(type: GraphQLNamedType): GraphQLNamedType {
  const nodes = isObjectType(type) && isPage(type) ? type.getFields()['nodes'] : undefined;
  return nodes === undefined ? type : getNamedType(nodes.type);
}
