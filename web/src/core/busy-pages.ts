/** Pages on which somebody is in the middle of something: a quiz, a stage of a survey, a rating, a call. */
const works = [
  /^\/session\/step\/(quiz|sessionfeedback)(\/|$)/,
  /^\/mentorship\/[^/]+\/step\/(sessionfeedback|[^/]+\/quiz)(\/|$)/,
  /^\/stage(\/|$)/,
  /^\/video\//,
]

export const isBusyPage = (path: string): boolean => works.some((work) => work.test(path))
