export type DecisionsChanged = { projectId: number }
export type ApprovalChanged = { personId: number }

declare module '#core/events.ts' {
  interface DomainEvents {
    /** The number of proposals or groups that wait for the team changed. */
    'matching.decisions_changed': DecisionsChanged
    /** A check or the approval of a mentor changed. */
    'matching.approval_changed': ApprovalChanged
  }
}
