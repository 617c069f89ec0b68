import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { valueCost } from '../value-costs.ts';

/** The size of a selection. */
export interface Measure {
  /** Levels of fields. */
  depth: number;
  /** Fields as often as they are written; those of a fragment count at each place where it is spread. */
  fields: number;
  /** Estimated number of values in the answer: lists within lists multiply, and values that are expensive count more. */
  cost: number;
}

/** Lists that grow without bound. `take` gives their length; without it, the default length is assumed. */
const unboundedLists: readonly string[] = ['Node', 'Executor'];
const defaultUnboundedLength = 100;
const maxUnboundedLength = 500;
const configLength = 40;
const defaultLength = 10;

const isIntrospection = (name: string): boolean => name.startsWith('__');

/** Introspection is deep by nature; where it is unwanted, it is switched off. */
const ofIntrospection = ({ fields }: Measure): Measure => ({ depth: 1, fields: fields + 1, cost: 1 });

const nothing: Measure = { depth: 0, fields: 0, cost: 0 };
const both = (a: Measure, b: Measure): Measure => ({
  depth: Math.max(a.depth, b.depth),
  fields: a.fields + b.fields,
  cost: a.cost + b.cost,
});

const largest = (a: Measure, b: Measure): Measure => ({
  depth: Math.max(a.depth, b.depth),
  fields: Math.max(a.fields, b.fields),
  cost: Math.max(a.cost, b.cost),
});

/**
 * Returns the largest measures among the operations and fragments of a document, including fragments that are never spread: all are
 * validated. A field that the schema does not have counts as one value; validation reports it.
 */
export function measureDocument(schema: GraphQLSchema, document: DocumentNode): Measure {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  // Measures each fragment once: fragments that spread each other twice would take exponential time.
  const measured = new Map<string, Measure>();
  const ofFragment = (name: string): Measure => {
    const earlier = measured.get(name);
    if (earlier !== undefined) return earlier;
    // A fragment that spreads itself counts as nothing; validation refuses it.
    measured.set(name, nothing);
    const fragment = fragments.get(name);
    if (fragment === undefined) return nothing;
    const type = fragment.typeCondition.name.value;
    const measure = ofSelections(fragment.selectionSet, schema.getType(type));
    const result = isIntrospection(type) ? ofIntrospection(measure) : measure;
    measured.set(name, result);
    return result;
  };
  const ofSelections = (set: SelectionSetNode, type: GraphQLNamedType | undefined, within?: FieldNode): Measure =>
    set.selections
      .map((selection) => {
        if (selection.kind === Kind.FIELD) return ofField(selection, type, within);
        if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value);
        const condition = selection.typeCondition?.name.value;
        return ofSelections(selection.selectionSet, condition === undefined ? type : schema.getType(condition), within);
      })
      .reduce(both, nothing);
  const ofField = (field: FieldNode, parent: GraphQLNamedType | undefined, within: FieldNode | undefined): Measure => {
    const type = isObjectType(parent) ? parent.getFields()[field.name.value]?.type : undefined;
    const itemType = type && getNamedType(type);
    const inner = field.selectionSet ? ofSelections(field.selectionSet, itemType, field) : nothing;
    if (isIntrospection(field.name.value)) return ofIntrospection(inner);
    const times =
      itemType && isListType(getNullableType(type))
        ? lengthOf(field, itemType.name, isConnection(parent) ? within : undefined)
        : 1;
    return { depth: inner.depth + 1, fields: inner.fields + 1, cost: valueCost(itemType) + times * inner.cost };
  };
  return document.definitions
    .map((definition) => {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) return ofFragment(definition.name.value);
      if (definition.kind !== Kind.OPERATION_DEFINITION) return nothing;
      return ofSelections(definition.selectionSet, schema.getRootType(definition.operation) ?? undefined);
    })
    .reduce(largest, nothing);
}

/** Returns how long a list is estimated to be; `connection` is the field that it is a page of. */
function lengthOf(field: FieldNode, itemType: string, connection: FieldNode | undefined): number {
  if (itemType === 'ConfigSetting') return configLength;
  if (connection === undefined && !unboundedLists.includes(itemType)) return defaultLength;
  const take = argumentOf(field, 'take') ?? takeOfFilter(connection);
  if (take === undefined) return defaultUnboundedLength;
  return take.kind === Kind.INT ? Math.max(1, Number(take.value)) : maxUnboundedLength;
}

/** A connection's `nodes` and `edges` are a page of a list that grows without bound. */
const isConnection = (type: GraphQLNamedType | undefined): boolean => type?.name.endsWith('Connection') === true;

const argumentOf = (field: FieldNode | undefined, name: string): ValueNode | undefined =>
  field?.arguments?.find((argument) => argument.name.value === name)?.value;

/** The entries of a connection are as many as the filter of the connection takes. */
function takeOfFilter(connection: FieldNode | undefined): ValueNode | undefined {
  const take = argumentOf(connection, 'take');
  if (take !== undefined) return take;
  const filter = argumentOf(connection, 'filter');
  if (filter?.kind !== Kind.OBJECT) return filter;
  return filter.fields.find(({ name }) => name.value === 'take')?.value;
}
