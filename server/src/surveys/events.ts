export type SurveyCompleted = { personId: number; surveyId: number; surveyKey: string }

declare module '#core/events.ts' {
  interface DomainEvents {
    /** The last stage was submitted. findCriteria returns the answers. */
    'surveys.completed': SurveyCompleted
    /** A person changed a submitted answer. */
    'surveys.answer_changed': { personId: number; surveyId: number }
  }
}
