import type { Member } from '@saathi/contract/mentorship/entities'

/** The first name, or the full name if there is none. */
export const shortName = ({ firstName, userFullName }: Pick<Member, 'firstName' | 'userFullName'>): string =>
  firstName || userFullName
