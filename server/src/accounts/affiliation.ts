import type { UserType } from '@saathi/contract/accounts/entities'
import { fitsDomains, offeredProjects } from '@saathi/contract/accounts/offered-projects'
import { isMentor } from '@saathi/contract/accounts/roles'
import type { Db } from '#core/ctx.ts'
import { badInput } from '#core/errors.ts'
import type { Say } from './answer-language.ts'
import { findActiveInstitution, findProjects, type ProjectRow } from './sign-up-store.ts'

/** What someone signs up for, and what follows from it. */
export type Affiliation = {
  projectId: number | null
  institutionCode: string | null
  groupType: string | null
  membersAreAdults: boolean
}

type Wish = { role: UserType; email: string; project?: string | undefined; institutionCode?: string | undefined }

/** A mentor comes by the code of an institution, a mentee by a program; what is named for the other kind is not looked at. */
export function requireAffiliation(db: Db, { role, email, project, institutionCode }: Wish, say: Say): Promise<Affiliation> {
  return isMentor(role)
    ? requireInstitution(db, email, institutionCode ?? '', say)
    : requireOpenProject(db, email, project ?? '', say)
}

async function requireInstitution(db: Db, email: string, code: string, say: Say): Promise<Affiliation> {
  const institution = await findActiveInstitution(db, code.trim().toUpperCase())
  // One answer for all: who does not belong to it learns nothing about it.
  if (!institution || !fitsDomains(email, institution.emailDomains)) {
    const text = await say('answers.institutionRefused')
    throw badInput('accounts.institution_refused', text, { nonFieldErrors: [text] })
  }
  const { projectId, groupType, membersAreAdults } = institution
  return { projectId, institutionCode: institution.code, groupType, membersAreAdults }
}

async function requireOpenProject(db: Db, email: string, key: string, say: Say): Promise<Affiliation> {
  return requireAmong(offeredProjects(await findProjects(db), email), key, say)
}

/** Staff may bring in whom they know, from whatever domain; a closed program takes nobody. */
export async function requireProjectThatTakesPeople(db: Db, key: string, say: Say): Promise<Affiliation> {
  return requireAmong(await findProjects(db), key, say)
}

async function requireAmong(projects: readonly ProjectRow[], key: string, say: Say): Promise<Affiliation> {
  const project = projects.find((each) => each.key === key)
  if (!project || project.isDisabled) {
    const text = await say('answers.programNotOpen')
    throw badInput('accounts.program_not_open', text, { nonFieldErrors: [text] })
  }
  const { id, groupType, membersAreAdults } = project
  return { projectId: id, institutionCode: null, groupType, membersAreAdults }
}
