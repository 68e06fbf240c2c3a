import { UserType } from '@saathi/contract/accounts/entities'
import type { PublicCtx } from '#core/ctx.ts'
import { notFound } from '#core/errors.ts'
import { resolveLanguage } from '../reply-language.ts'
import { findDeclaration, findProjects } from './store.ts'

type DeclarationQuery = { type: string; language: string | undefined; acceptLanguage: string }

export async function getDeclaration(ctx: PublicCtx, { type, language, acceptLanguage }: DeclarationQuery) {
  const known = UserType.options.find((each) => each.toLowerCase() === type.trim().toLowerCase())
  const resolved = await resolveLanguage(ctx.db, acceptLanguage, language)
  const declaration = known && (await findDeclaration(ctx.db, known, resolved))
  if (!declaration) throw notFound('accounts.no_declaration')
  return declaration
}

export async function listProjects(ctx: PublicCtx) {
  const projects = await findProjects(ctx.db)
  return { data: { projects: Object.fromEntries(projects.map((project) => [project.key, project])) } }
}
