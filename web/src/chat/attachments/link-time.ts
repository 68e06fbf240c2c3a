/** Links expire. */
export type LinkTime = {
  hasExpired: () => boolean
  /** Requests new links, which come with the message. */
  onExpired: () => void
}
