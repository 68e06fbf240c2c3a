import type { Project } from './entities.ts'

/** The whole part after the last @, in lower case: the domain of `a@corp.test.evil.test` is not corp.test. */
export const domainOf = (email: string): string =>
  email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()

/** True if the address has exactly one of these domains, or if the list is empty. */
export const fitsDomains = (email: string, domains: readonly string[]): boolean =>
  domains.length === 0 || domains.some((domain) => domain.toLowerCase() === domainOf(email))

/**
 * The programmes an address may choose from: those for its domain if there are any, otherwise those without a domain.
 * Disabled programmes stay in the list so that people see they are closed; they cannot be chosen.
 */
export function offeredProjects<P extends Pick<Project, 'emailDomains'>>(projects: readonly P[], email: string): P[] {
  const own = projects.filter(({ emailDomains }) => emailDomains.length > 0 && fitsDomains(email, emailDomains))
  return own.length > 0 ? own : projects.filter(({ emailDomains }) => emailDomains.length === 0)
}
