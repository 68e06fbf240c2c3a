import type { Project } from './entities.ts'

/** The part after the last @, as addresses are compared: the domain of `a@corp.test.evil.test` is corp.test.evil.test. */
export const domainOf = (email: string): string =>
  email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()

/** Requires an exact domain match; an empty list accepts every address. */
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
