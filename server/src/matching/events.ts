export type CameBack = { projectId: number }

declare module '#core/events.ts' {
  interface DomainEvents {
    /** Somebody in this project is in the search again, or has room again: it is worth looking anew. */
    'matching.came_back': CameBack
  }
}
