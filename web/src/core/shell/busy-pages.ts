/** Pages where an interruption would hurt: a quiz, a survey stage, a rating, a call. */
const busyPaths = [
  /^\/session\/step\/(quiz|sessionfeedback)(\/|$)/,
  /^\/mentorship\/[^/]+\/step\/(sessionfeedback|[^/]+\/quiz)(\/|$)/,
  /^\/stage(\/|$)/,
  /^\/video\//,
]

export const isBusyPage = (path: string): boolean => busyPaths.some((pattern) => pattern.test(path))
