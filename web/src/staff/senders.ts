/** How contacts that were noted offline are sent. */
export const loadSenders = async () => [(await import('./today/queries.ts')).contactKind]
