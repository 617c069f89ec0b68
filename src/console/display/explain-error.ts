import { RateLimitedError, SatrapError, UnauthenticatedError, UnavailableError } from '../../client/error.ts';
import { MissingPartError } from '../parts/until-fetched.ts';

interface ExplainedError {
  title: string;
  advice: string;
}

export function explainError(error: unknown): ExplainedError {
  if (error instanceof UnauthenticatedError)
    return { title: 'You are signed out', advice: 'Sign in again; what you typed is still here.' };
  if (error instanceof RateLimitedError)
    return { title: 'Too many requests', advice: `${error.message} Try again in ${error.retryAfterSeconds} s.` };
  if (error instanceof UnavailableError && error.status === null)
    return {
      title: 'The control plane does not answer',
      advice: 'Check the network, and whether the control plane runs. The page goes on by itself when it is back.',
    };
  if (error instanceof SatrapError) return explainAnswer(error);
  if (error instanceof MissingPartError)
    return {
      title: 'A part of the console is missing',
      advice:
        'Reload the page. If that does not help, the control plane is not installed as a whole: tell whoever runs it.',
    };
  return {
    title: 'The page has failed',
    advice: 'Reload it. If that does not help, report it with what you did, to whoever runs this control plane.',
  };
}

function explainAnswer({ message, code, issues, requestId }: SatrapError): ExplainedError {
  const inLog = requestId === null ? '' : ` In the control plane’s log it is request ${requestId}.`;
  const faults = issues.map((issue) => sentence(issueText(issue))).join(' ');
  const text = sentence(message);
  switch (code) {
    case 'Forbidden':
      return { title: 'You may not do this here', advice: `${text} An owner or admin of the organization may.` };
    case 'unavailable':
    case 'timed_out':
      return {
        title: 'No answer in time',
        advice: `${text} It may have been done all the same: look before you repeat it.`,
      };
    case 'internal_error':
      return { title: 'The control plane has failed', advice: `${text}${inLog}` };
    case 'invalid_input':
      // Its message is made of them, with their paths.
      return { title: 'This was refused', advice: issues.length > 0 ? faults : text };
    default:
      return { title: 'This was refused', advice: issues.length > 1 ? `${text} ${faults}` : text };
  }
}

/** Returns a text as a sentence. What may be a name, such as `host-1`, keeps its first letter. */
const sentence = (text: string): string => {
  const trimmed = text.trim();
  const begun = /^[a-z]+[ ,]/.test(trimmed) ? `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}` : trimmed;
  return `${begun}${/[.!?]$/.test(begun) ? '' : '.'}`;
};

/** One fault of what was sent; `path` leads to it within the arguments of an operation. */
interface Issue {
  path: readonly (string | number)[];
  message: string;
}

/** Arguments that hold the others: nobody who fills in a form knows of them. */
const wrappers: readonly (string | number)[] = ['input', 'data', 'where', 'filter'];

/** Returns what a field is called in words, such as `executor name` for `data.executorName`; numbers count from one. */
function fieldWords(path: Issue['path']): string {
  const within = wrappers.includes(path[0] ?? '') ? path.slice(1) : path;
  return within
    .map((part) =>
      typeof part === 'number'
        ? String(part + 1)
        : part
            .replace(/[GM]iB$/, '')
            .replace(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
            .replace(/\burl\b/, 'URL'),
    )
    .join(' ');
}

/** Returns what is wrong with a field, with the field's name where the message is only of the kind «must be …». */
export function issueText({ path, message }: Issue): string {
  const field = fieldWords(path);
  const isWhole = field === '' || !/^(must|is|are|has|may|cannot) /.test(message);
  const text = isWhole ? message : `${field} ${message}`;
  return isWhole ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
