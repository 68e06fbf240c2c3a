/** The outbox senders; a separate chunk, loaded when a stage is waiting. */
export const loadSenders = async () => [(await import('./stage/queries.ts')).stageKind]
