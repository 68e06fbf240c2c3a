import type { DraftProblem } from '@saathi/contract/content/drafts'
import type { Db } from '#core/ctx.ts'
import { picturesOf, usedParts } from '../compose.ts'
import { findPictures } from '../published-store.ts'
import { findBaseLanguage, findProjectKeys, findTagKeys } from '../surroundings-store.ts'
import type { Part } from '../texts.ts'
import { checkPage } from './check-page.ts'
import { checkSurveyDraft } from './check-survey.ts'
import type { PublishedPage } from './open-page.ts'
import { findAnsweredStages, findReadinessKeys, findWaiting } from './survey-store.ts'

type Checked = { key: string; parts: readonly Part[]; page: PublishedPage | null }

export async function findPageProblems(db: Db, { key, parts, page }: Checked): Promise<DraftProblem[]> {
  const used = usedParts(parts)
  const pictures = await findPictures(db, picturesOf(used))
  const around = {
    key,
    baseLanguage: await findBaseLanguage(db),
    tags: await findTagKeys(db),
    pictures: new Map(
      pictures.map(({ hash, name, width }) => [hash, { name: `${hash}${name.slice(name.lastIndexOf('.'))}`, width }]),
    ),
  }
  const [first] = used
  if (!first) return []
  const { body } = first
  if (body.kind === 'session' || body.kind === 'step' || body.kind === 'quiz' || body.kind === 'stage') return []
  if (body.kind !== 'survey') return checkPage(body, around)
  return checkSurveyDraft(body, used, {
    ...around,
    projects: (await findProjectKeys(db, body.projects)).map((project) => project.key),
    readiness: await findReadinessKeys(db),
    others: await findWaiting(db),
    published: page?.survey ?? null,
    answered: page?.survey ? await findAnsweredStages(db, page.survey.id) : [],
  })
}
