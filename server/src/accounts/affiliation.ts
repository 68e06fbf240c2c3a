import type { UserType } from '@saathi/contract/accounts/entities'
import { fitsDomains, offeredProjects } from '@saathi/contract/accounts/offered-projects'
import { isMentor } from '@saathi/contract/accounts/roles'
import type { Db } from '#core/ctx.ts'
import { refuseForm } from './refuse-form.ts'
import { findActiveInstitution, findProjects, type ProjectRow } from './sign-up-store.ts'

/** The programme or institution someone signs up with, and the settings that follow from it. */
export type Affiliation = {
  projectId: number | null
  institutionCode: string | null
  groupType: string | null
  membersAreAdults: boolean
}

type SignUpChoice = { role: UserType; email: string; project?: string | undefined; institutionCode?: string | undefined }

/** A mentor signs up with an institution code, a mentee with a programme; the field of the other role is ignored. */
export function requireAffiliation(db: Db, { role, email, project, institutionCode }: SignUpChoice): Promise<Affiliation> {
  return isMentor(role) ? requireInstitution(db, email, institutionCode ?? '') : requireOpenProject(db, email, project ?? '')
}

async function requireInstitution(db: Db, email: string, code: string): Promise<Affiliation> {
  const institution = await findActiveInstitution(db, code.trim().toUpperCase())
  // One reply for all cases, so that outsiders learn nothing about the institution.
  if (!institution || !fitsDomains(email, institution.emailDomains)) throw refuseForm(400, 'accounts.institution_refused')
  const { projectId, groupType, membersAreAdults } = institution
  return { projectId, institutionCode: institution.code, groupType, membersAreAdults }
}

async function requireOpenProject(db: Db, email: string, key: string): Promise<Affiliation> {
  return requireOpen(offeredProjects(await findProjects(db), email), key)
}

/** Staff may add people from any domain, but not to a closed programme. */
export async function requireAnyOpenProject(db: Db, key: string): Promise<Affiliation> {
  return requireOpen(await findProjects(db), key)
}

function requireOpen(projects: readonly ProjectRow[], key: string): Affiliation {
  const project = projects.find((each) => each.key === key)
  if (!project || project.isDisabled) throw refuseForm(400, 'accounts.program_not_open')
  const { id, groupType, membersAreAdults } = project
  return { projectId: id, institutionCode: null, groupType, membersAreAdults }
}
