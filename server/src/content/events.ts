/** A demo account that has just been made, with what its folder says it has already done. */
export type NewAccount = {
  personId: number
  begun: readonly BegunSession[]
  bookmarks: readonly { sessionId: number; at: Date }[]
}
export type BegunSession = {
  sessionId: number
  versionId: number
  startedAt: Date
  /** In order; `isWhole` when none is left. */
  stepsDone: readonly { stepId: number; completedAt: Date }[]
  isWhole: boolean
}

declare module '#core/events.ts' {
  interface DomainEvents {
    /** A programme's folder was loaded; rooms that keep people's progress give it to the new accounts. */
    'content.programme_loaded': { newAccounts: readonly NewAccount[] }
  }
}
