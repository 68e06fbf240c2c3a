import type { SurveyPart } from '@saathi/contract/content/drafts'
import type { LegalPart } from '@saathi/contract/content/page-parts'
import { findLegalVersions, raiseLegalVersions } from '#accounts/public.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { isLegalName, type LegalName, legalFiles } from '../../format/community.ts'
import { replaceCards, replaceTopics, saveCommunityItems, savePosts } from '../../load/community-store.ts'
import { removeOtherStages, replaceSurveyProjects, saveStages, saveSurveys, updateAfter } from '../../load/survey-store.ts'
import { daysLater } from '../../read/relative-time.ts'
import { findPictures } from '../published-store.ts'
import { picturesOf } from '../compose.ts'
import { findProjectKeys } from '../surroundings-store.ts'
import type { Part, ToTexts } from '../texts.ts'
import { composePost, composeStages, composeSurvey, composeTopics } from './compose-page.ts'
import { findLegal, isCardKey } from './page-store.ts'
import { findSurvey, findSurveyPosition, reopenSurvey } from './survey-store.ts'

type Written = { key: string; parts: readonly Part[]; toTexts: ToTexts }

/** Stores the published content. A post keeps its date and likes, a survey its answers. */
export async function publishPage(ctx: ListenerCtx, { key, parts, toTexts }: Written): Promise<void> {
  const body = parts[0]?.body
  const sizes = new Map((await findPictures(ctx.db, picturesOf(parts))).map((picture) => [picture.hash, picture]))
  switch (body?.kind) {
    case 'post': {
      const { event, thumbnail, link, tags } = body
      const isPost = event === 'post'
      const content = composePost(body, toTexts, sizes)
      const picture = isPost ? thumbnail : null
      await savePosts(ctx.db, [
        { key, event, content, thumbnailHash: picture, link: isPost ? link : null, publishedAt: ctx.now(), tags },
      ])
      return
    }
    case 'faq':
      return replaceTopics(ctx.db, composeTopics(body, toTexts))
    case 'card': {
      if (!isCardKey(key)) return
      const rows = body.cards.flatMap(({ id, image, link, text }, at) => {
        const { width, height } = sizes.get(image ?? '') ?? {}
        const content = { text: toTexts('card', `cards.${id}.text`, text), width: width ?? 0, height: height ?? 0 }
        return image === null ? [] : [{ expType: key, position: at + 1, imageHash: image, link, content }]
      })
      return replaceCards(ctx.db, rows, [key])
    }
    case 'legal':
      return isLegalName(key) ? publishLegal(ctx, key, body, toTexts) : undefined
    case 'survey':
      return publishSurvey(ctx, key, body, { parts, toTexts })
    default:
      throw new Error(`${key} has no part that can be published`)
  }
}

const agreedAs = { 'terms-of-service': 'terms', 'privacy-policy': 'privacy', 'code-of-conduct': 'conduct' } as const

/** Always a new version, so that everybody is asked to agree again. */
async function publishLegal(ctx: ListenerCtx, name: LegalName, { title, content }: LegalPart, toTexts: ToTexts): Promise<void> {
  const kind = agreedAs[name]
  const current = (await findLegalVersions(ctx.db))[kind]
  const before = await findLegal(ctx.db, name)
  const version = before ? Math.max(before.version, current) + 1 : current
  const row = {
    id: legalFiles[name],
    title: toTexts('legal', 'title', title),
    content: toTexts('legal', 'content', content),
    version,
  }
  await saveCommunityItems(ctx.db, [row], ctx.now())
  await raiseLegalVersions(ctx.db, { [kind]: version })
}

type Composed = Pick<Written, 'parts' | 'toTexts'>

async function publishSurvey(ctx: ListenerCtx, key: string, survey: SurveyPart, { parts, toTexts }: Composed): Promise<void> {
  const { icon, background, minutes, audience, closesInDays, after } = survey
  const before = await findSurvey(ctx.db, key)
  const closesAt = closesInDays === null ? null : daysLater(ctx.now(), closesInDays)
  const row = {
    key,
    position: before?.position ?? (await findSurveyPosition(ctx.db)),
    content: composeSurvey(survey, toTexts),
    iconHash: icon,
    backgroundHash: background,
    minutes,
    audience,
    closesInDays,
    closesAt,
  }
  const surveyId = (await saveSurveys(ctx.db, [row], ctx.now())).get(key) ?? 0
  // The survey was closed or had ended: open it again.
  if (before?.closes_at && before.closes_at <= ctx.now()) await reopenSurvey(ctx.db, surveyId, closesAt)
  const waitsFor = after && (await findSurvey(ctx.db, after.survey))
  await updateAfter(ctx.db, surveyId, after && waitsFor ? { surveyId: waitsFor.id, days: after.days } : null)
  const projects = await findProjectKeys(ctx.db, survey.projects)
  await replaceSurveyProjects(
    ctx.db,
    [surveyId],
    projects.map(({ id: projectId }) => ({ surveyId, projectId })),
  )
  const stages = await saveStages(
    ctx.db,
    composeStages(survey, parts, toTexts).map((stage) => ({ surveyId, ...stage })),
  )
  await removeOtherStages(
    ctx.db,
    [surveyId],
    stages.map(({ id }) => id),
  )
}
