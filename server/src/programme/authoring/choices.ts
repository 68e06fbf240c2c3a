import { PlanCriteria, readIn, Texts } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { findPlanCriteria, findReadinessAreas, findTagNames } from './choices-store.ts'
import { findBaseLanguage } from './surroundings-store.ts'

/** What fields of the desk refer to by key, with its name in the author's language. */
export async function listChoices({ db, actor: { language } }: Ctx) {
  const baseLanguage = await findBaseLanguage(db)
  const nameOf = ({ [baseLanguage]: text = '', ...locales }: Readonly<Record<string, string>>) =>
    readIn(language, { text, locales }).locale
  const criteria = (await findPlanCriteria(db)).flatMap((plan) => PlanCriteria.parse(plan))
  return {
    tags: await findTagNames(db, language),
    readiness: (await findReadinessAreas(db)).map(({ key, name }) => ({ key, name: readIn(language, Texts.parse(name)).locale })),
    criteria: [...new Map(criteria.map(({ key, name }) => [key, { key, name: nameOf(name) }])).values()],
  }
}
