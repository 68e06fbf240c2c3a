import type { Project } from './entities.ts'

/** What follows the last @, as addresses are compared: `a@corp.test.evil.test` is at corp.test.evil.test and nowhere else. */
export const domainOf = (email: string): string =>
  email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()

/** Exactly one of them; a list without any is open to every address. */
export const fitsDomains = (email: string, domains: readonly string[]): boolean =>
  domains.length === 0 || domains.some((domain) => domain.toLowerCase() === domainOf(email))

/**
 * The programs an address may choose from: those made for its domain if there are any, else those made for no domain.
 * Disabled ones stay in the list, so that one sees that they are closed; they cannot be chosen.
 */
export function offeredProjects<P extends Pick<Project, 'emailDomains'>>(projects: readonly P[], email: string): P[] {
  const own = projects.filter(({ emailDomains }) => emailDomains.length > 0 && fitsDomains(email, emailDomains))
  return own.length > 0 ? own : projects.filter(({ emailDomains }) => emailDomains.length === 0)
}
