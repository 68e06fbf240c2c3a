/** A change is sent this long after the last key press, so that it is saved within two seconds. */
export const TYPING_MS = 1_000
