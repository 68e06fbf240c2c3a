/** So long a server may be silent before we give up on it. */
export const timeOutMs = 10_000
