/** Something that the person at the terminal can act on: printed as it is, without a stack. */
export class CommandFault extends Error {
  override name = 'CommandFault';
  /** 2 for a command that was called wrongly, 1 for everything else. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
