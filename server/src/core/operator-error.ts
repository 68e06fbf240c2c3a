/** An error that the operator can fix. main prints only its message, without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
