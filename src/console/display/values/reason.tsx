import { MessageText } from './foreign-text.tsx';

/** Why something is so, in two lines of a row of a table; all of it is seen on hover. */
export const Reason = ({ children }: { children: string | null | undefined }) =>
  children == null ? (
    '–'
  ) : (
    <span className="two-lines" title={children}>
      <MessageText>{children}</MessageText>
    </span>
  );
