/** Why a request failed. For logs and rules; the caller decides what the user may learn. */
export type FailureReason = 'url' | 'address' | 'redirects' | 'time' | 'size' | 'type' | 'status' | 'unreachable'

export class OutgoingFailure extends Error {
  readonly reason: FailureReason
  constructor(reason: FailureReason, options?: ErrorOptions) {
    super(`The outgoing request failed: ${reason}`, options)
    this.reason = reason
  }
}
