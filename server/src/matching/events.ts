export type PoolChanged = { projectId: number }

declare module '#core/events.ts' {
  interface DomainEvents {
    /** Somebody in this project joined the pool or has free places again, so a new run may find matches. */
    'matching.came_back': PoolChanged
  }
}
