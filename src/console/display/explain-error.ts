import type { ConfigIssue } from '../../bitcoin/node-config.ts';
import { RateLimitedError, SatrapError, UnauthenticatedError, UnavailableError } from '../../client/error.ts';
import { capitalized } from '../../text/capitalized.ts';
import { MissingPartError } from '../parts/until-fetched.ts';

interface ExplainedError {
  /** None where the advice says it all. */
  title?: string;
  advice: string;
  /** A page that helps. */
  link?: { path: string; label: string } | undefined;
}

export function explainError(error: unknown): ExplainedError {
  if (error instanceof UnauthenticatedError)
    return { title: 'You are signed out', advice: 'Sign in again. What you typed is still here.' };
  if (error instanceof RateLimitedError)
    return { title: 'Too many requests', advice: `${error.message} Try again in ${error.retryAfterSeconds} s.` };
  if (error instanceof UnavailableError && error.status === null)
    return {
      title: 'Control plane unreachable',
      advice: 'Check your network and that the control plane is running. The page reconnects automatically.',
    };
  if (error instanceof SatrapError) return { ...explainAnswer(error), link: linkOf(error) };
  if (error instanceof MissingPartError)
    return {
      title: 'Part of the console failed to load',
      advice: 'Reload the page. If that does not help, ask your administrator to reinstall the control plane.',
    };
  return {
    title: 'Something went wrong',
    advice: 'Reload the page. If that does not help, tell your administrator what you did.',
  };
}

function explainAnswer({ message, code, issues, conflict, requestId }: SatrapError): ExplainedError {
  const inLog = requestId === null ? '' : ` Request ID in the control plane’s log: ${requestId}.`;
  const faults = issues.map((issue) => sentence(issueText(issue))).join(' ');
  const text = sentence(message);
  switch (code) {
    case 'Forbidden':
      return { title: 'Permission denied', advice: `${text} Ask an owner or admin of the organization.` };
    case 'unavailable':
    case 'timed_out':
      return {
        title: 'Request timed out',
        advice: `${text} The change may have been applied. Check before you try again.`,
      };
    case 'internal_error':
      return { title: 'Control plane error', advice: `${text}${inLog}` };
    case 'invalid_input':
      // The message lists the issues with their paths.
      return { title: 'Invalid input', advice: issues.length > 0 ? faults : text };
    case 'revision_conflict':
      return {
        title: 'Somebody else changed this while you edited',
        advice: `${text} Current values: ${valueWords(conflict?.current)}. To apply your changes to them, save again.`,
      };
    default:
      return { advice: issues.length > 1 ? `${text} ${faults}` : text };
  }
}

const pageNames = { nodes: 'node', executors: 'host', keys: 'keys', releases: 'releases' };

/** Returns the page that an error names, with the text of its link. */
function linkOf({ link }: SatrapError): ExplainedError['link'] {
  if (link?.startsWith('/docs/')) return { path: link, label: 'Documentation' };
  const [, page = '', id] = link?.split('/') ?? [];
  if (link === null || !isPage(page)) return undefined;
  const isList = id === undefined && !pageNames[page].endsWith('s');
  return { path: link, label: `Open ${pageNames[page]}${isList ? 's' : ''}` };
}

const isPage = (page: string): page is keyof typeof pageNames => Object.hasOwn(pageNames, page);

/** Returns values in words, such as `memory 700, labels region=eu`. */
function valueWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueWords).join(' ') || 'none';
  if (typeof value !== 'object' || value === null) return String(value ?? 'none');
  if ('key' in value && 'value' in value) return `${value.key}=${value.value}`;
  const fields = Object.entries(value);
  return fields.map(([field, inner]) => `${fieldWords([field])} ${valueWords(inner)}`).join(', ');
}

/** Capitalizes and punctuates a message. A first word that may be a name, such as `host-1`, stays as it is. */
const sentence = (text: string): string => {
  const trimmed = text.trim();
  const begun = /^[a-z]+[ ,]/.test(trimmed) ? capitalized(trimmed) : trimmed;
  return `${begun}${/[.!?]$/.test(begun) ? '' : '.'}`;
};

/** Wrapper arguments, which no form shows. */
const wrappers: readonly (string | number)[] = ['input', 'data', 'where', 'filter'];

/** Returns a field's name in words, such as `host name` for `data.executorName`; indexes count from one. */
function fieldWords(path: ConfigIssue['path']): string {
  const within = wrappers.includes(path[0] ?? '') ? path.slice(1) : path;
  return within
    .map((part) =>
      /^\d+$/.test(String(part))
        ? String(Number(part) + 1)
        : String(part)
            .replace(/[GM]iB$/, '')
            .replace(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
            .replace(/\burl\b/, 'URL')
            .replace(/\bexecutor\b/, 'host'),
    )
    .join(' ');
}

/** Returns an issue's message, with the field's name in front where the message starts with a verb, such as "must be …". */
export function issueText({ path, message }: ConfigIssue): string {
  const field = fieldWords(path);
  const isWhole = field === '' || !/^(must|is|are|has|may|cannot|requires) /.test(message);
  return isWhole ? message : capitalized(`${field} ${message}`);
}
