/** Something the person who runs the server can put right. main prints the message alone, without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
