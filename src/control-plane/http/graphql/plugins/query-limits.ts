import {
  type DocumentNode,
  Kind,
  Lexer,
  NoSchemaIntrospectionCustomRule,
  parse,
  type SelectionSetNode,
  Source,
  TokenKind,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { invalidQuery } from '../../../platform/input/errors.ts';

export const maxTextLength = 32 * 1024;
const maxTokens = 4000;
/** Nested brackets. The parser and later stages recurse for each. */
const maxNesting = 100;
const maxDepth = 12;
const maxFields = 400;

export const queryLimits = (): Plugin => ({
  // Neither runs for a cached document.
  onParse: ({ setParseFn }) =>
    setParseFn((source: string | Source, options) => {
      checkText(source instanceof Source ? source.body : source);
      return parse(source, options);
    }),
  onValidate: ({ validateFn, setValidationFn }) =>
    setValidationFn((schema, document, ...rest) => {
      checkQuery(document);
      return validateFn(schema, document, ...rest);
    }),
});

export function checkText(text: string): void {
  if (text.length > maxTextLength)
    throw invalidQuery(`the query is longer than ${maxTextLength / 1024} KiB; use variables`);
  const lexer = new Lexer(new Source(text));
  let tokens = 0;
  let nesting = 0;
  for (let { kind } = lexer.advance(); kind !== TokenKind.EOF; { kind } = lexer.advance()) {
    if (++tokens > maxTokens) throw invalidQuery(`the query has more than ${maxTokens} tokens; use variables`);
    if (kind === TokenKind.BRACE_L || kind === TokenKind.BRACKET_L || kind === TokenKind.PAREN_L) nesting++;
    if (kind === TokenKind.BRACE_R || kind === TokenKind.BRACKET_R || kind === TokenKind.PAREN_R) nesting--;
    if (nesting > maxNesting) throw invalidQuery(`the query is nested deeper than ${maxNesting} brackets`);
  }
}

export function checkQuery(document: DocumentNode): void {
  const { depth, fields } = measureDocument(document);
  if (depth > maxDepth) throw invalidQuery(`the query is deeper than ${maxDepth} levels`);
  if (fields > maxFields) throw invalidQuery(`the query selects more than ${maxFields} fields`);
}

export const noIntrospection = (): Plugin => ({
  onValidate: ({ addValidationRule }) => addValidationRule(NoSchemaIntrospectionCustomRule),
});

/** A parsed document is some hundred times its text; documents that programs repeat are short. */
const maxCachedLength = 4096;

export const documentCache = (): LRUCache<string, DocumentNode> =>
  new LRUCache({
    max: 100,
    maxEntrySize: maxCachedLength,
    sizeCalculation: (_document, text) => Math.max(1, text.length),
  });

/** The size of a selection. The entries of its lists are charged to the answer's budget. */
interface Measure {
  depth: number;
  /** Fields as written; those of a fragment count at each spread. */
  fields: number;
}

const isIntrospection = (name: string): boolean => name.startsWith('__');

/** Introspection is inherently deep, and can be disabled. */
const ofIntrospection = ({ fields }: Measure): Measure => ({ depth: 1, fields: fields + 1 });

const nothing: Measure = { depth: 0, fields: 0 };

/** Returns the maxima over all operations and fragments, including unused fragments, because all are validated. */
export function measureDocument({ definitions }: DocumentNode): Measure {
  // Measures each fragment once: fragments that spread each other twice would take exponential time.
  const measured = new Map<string, Measure>();
  const ofFragment = (name: string): Measure => {
    const earlier = measured.get(name);
    if (earlier !== undefined) return earlier;
    // A fragment that spreads itself counts as nothing; validation refuses it.
    measured.set(name, nothing);
    const fragment = definitions.find((each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === name);
    if (fragment?.kind !== Kind.FRAGMENT_DEFINITION) return nothing;
    const measure = ofSelections(fragment.selectionSet);
    const result = isIntrospection(fragment.typeCondition.name.value) ? ofIntrospection(measure) : measure;
    measured.set(name, result);
    return result;
  };
  const ofSelections = (set: SelectionSetNode | undefined): Measure => {
    const sum = { ...nothing };
    for (const selection of set?.selections ?? []) {
      const { depth, fields } = ofSelection(selection);
      sum.depth = Math.max(sum.depth, depth);
      sum.fields += fields;
    }
    return sum;
  };
  const ofSelection = (selection: SelectionSetNode['selections'][number]): Measure => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value);
    const inner = ofSelections(selection.selectionSet);
    if (selection.kind === Kind.INLINE_FRAGMENT) return inner;
    if (isIntrospection(selection.name.value)) return ofIntrospection(inner);
    return { depth: inner.depth + 1, fields: inner.fields + 1 };
  };
  const measures = definitions.map((definition) => {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) return ofFragment(definition.name.value);
    return definition.kind === Kind.OPERATION_DEFINITION ? ofSelections(definition.selectionSet) : nothing;
  });
  return {
    depth: Math.max(0, ...measures.map(({ depth }) => depth)),
    fields: Math.max(0, ...measures.map(({ fields }) => fields)),
  };
}
