import type { UserType } from '@saathi/contract/accounts/entities'
import type { Db } from '#core/ctx.ts'
import type { ProgrammeFile } from '../format/programme.ts'

type Institution = ProgrammeFile['institutions'][number] & { projectId: number | null }

/** Identified by their code. Institutions no longer in the folder stay unchanged. */
export async function saveInstitutions(db: Db, institutions: readonly Institution[]): Promise<void> {
  if (institutions.length === 0) return
  await db
    .insertInto('institution')
    .values(
      institutions.map(({ code, name, emailDomains, isActive, projectId, membersAreAdults }) => ({
        code,
        name,
        email_domains: emailDomains,
        is_active: isActive,
        project_id: projectId,
        members_are_adults: membersAreAdults,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        email_domains: ref('excluded.email_domains'),
        is_active: ref('excluded.is_active'),
        project_id: ref('excluded.project_id'),
        members_are_adults: ref('excluded.members_are_adults'),
      })),
    )
    .execute()
}

export type DeclarationRow = { type: UserType; version: number; language: string; body: string }

/** Existing versions stay unchanged. Returns the stored rows. */
export async function insertMissingDeclarations(db: Db, rows: readonly DeclarationRow[]): Promise<DeclarationRow[]> {
  if (rows.length === 0) return []
  await db
    .insertInto('declaration')
    .values(rows.map(({ type, version, language, body }) => ({ user_type: type, version, language_code: language, body })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const stored = await db
    .selectFrom('declaration')
    .selectAll()
    .where(({ eb, or, and }) =>
      or(rows.map(({ type, version }) => and([eb('user_type', '=', type), eb('version', '=', version)]))),
    )
    .execute()
  return rows.flatMap((row) => {
    const found = stored.find(
      ({ user_type, version, language_code }) =>
        user_type === row.type && version === row.version && language_code === row.language,
    )
    return found ? [{ ...row, body: found.body }] : []
  })
}
