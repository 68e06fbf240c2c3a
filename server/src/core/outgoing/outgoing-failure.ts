/** Why nothing came back. For our own logs and rules; what a user may learn of it is for the caller to decide. */
export type FailureReason = 'url' | 'address' | 'redirects' | 'time' | 'size' | 'type' | 'status' | 'unreachable'

export class OutgoingFailure extends Error {
  readonly reason: FailureReason
  constructor(reason: FailureReason, options?: ErrorOptions) {
    super(`The outgoing request failed: ${reason}`, options)
    this.reason = reason
  }
}
