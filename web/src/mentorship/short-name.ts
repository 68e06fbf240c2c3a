import type { Member } from '@saathi/contract/mentorship/entities'

/** What one is called by; not everybody has given a first name. */
export const shortName = ({ firstName, userFullName }: Pick<Member, 'firstName' | 'userFullName'>): string =>
  firstName || userFullName
