export type DecisionsChanged = { projectId: number }
export type ApprovalChanged = { personId: number }

declare module '#core/events.ts' {
  interface DomainEvents {
    /** Proposals or groups wait for the team, or no longer do. */
    'matching.decisions_changed': DecisionsChanged
    /** A check or the approval of a mentor changed. */
    'matching.approval_changed': ApprovalChanged
  }
}
