export type Completed = { personId: number; surveyId: number; surveyKey: string }

declare module '#core/events.ts' {
  interface DomainEvents {
    /** The last stage was sent. What someone answered is asked for by findCriteria. */
    'surveys.completed': Completed
    /** Somebody has changed an answer that they had sent. */
    'surveys.answer_changed': { personId: number; surveyId: number }
  }
}
