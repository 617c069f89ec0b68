import { type DocumentNode, Lexer, NoSchemaIntrospectionCustomRule, parse, Source, TokenKind } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { invalidQuery } from '../../../platform/input/errors.ts';
import { measureDocument } from './measure-document.ts';

export const maxTextLength = 32 * 1024;
const maxTokens = 4000;
/** Nested brackets. The parser and later stages recurse for each. */
const maxNesting = 100;
const maxDepth = 12;
const maxFields = 300;

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

const maxVariableNesting = 50;

export const variableNesting = (): Plugin => ({
  onParams: ({ params }) => checkNesting(params.variables),
});

export function checkNesting(variables: unknown): void {
  let level: object[] = [{ variables }];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxVariableNesting + 1)
      throw invalidQuery(`the variables are nested deeper than ${maxVariableNesting} levels`);
    level = level.flatMap((value) =>
      Object.values(value).filter((inner) => typeof inner === 'object' && inner !== null),
    );
  }
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
