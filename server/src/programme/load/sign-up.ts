import type { Db } from '#core/ctx.ts'
import { OperatorError } from '#core/operator-error.ts'
import type { Programme } from '../programme.ts'
import { type DeclarationRow, insertMissingDeclarations, saveInstitutions } from './sign-up-store.ts'

/** Loads institutions and declarations. */
export async function loadSignUp(db: Db, programme: Programme, projectIds: ReadonlyMap<string, number>): Promise<void> {
  const { institutions } = programme.about.value
  await saveInstitutions(
    db,
    institutions.map((institution) => ({
      ...institution,
      projectId: institution.project === undefined ? null : (projectIds.get(institution.project) ?? null),
    })),
  )
  await loadDeclarations(db, programme)
}

/** People have agreed to the text of a version, so it must never change. */
async function loadDeclarations(db: Db, { about, declarations }: Programme): Promise<void> {
  const { baseLanguage, declarations: versions } = about.value
  const rows = [...declarations].flatMap(([type, texts]): DeclarationRow[] => {
    const version = versions[type]
    if (version === undefined) return []
    return [...texts].map(([language, body]) => ({ type, version, language: language || baseLanguage, body }))
  })
  const stored = await insertMissingDeclarations(db, rows)
  const changed = rows.find((row, at) => stored[at]?.body !== row.body)
  if (!changed) return
  throw new OperatorError(
    `The declaration of a ${changed.type} differs from its version ${changed.version}, which people may have agreed to. ` +
      `Give it the next version in programme.json.`,
  )
}
