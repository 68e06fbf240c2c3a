/** How long to wait for the server before giving up. */
export const timeOutMs = 10_000
