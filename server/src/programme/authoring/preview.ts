import type { DraftKind } from '@saathi/contract/content/drafts'
import { readIn, showContent } from '#content/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { requireContent } from './access.ts'
import { composeVersion, picturesIn, sessionOf } from './compose.ts'
import { findPictures } from './published-store.ts'
import { readerOf } from './texts.ts'

type Reader = { language: string; isMentor: boolean }

/** Uses the code that shows published sessions; an unfinished language shows the texts it has. */
export async function previewDraft(ctx: Ctx, kind: DraftKind, key: string, { language, isMentor }: Reader) {
  const { draft, parts, translations } = await requireContent(ctx, kind, key)
  const session = sessionOf(parts)
  const stored = await findPictures(ctx.db, picturesIn(session))
  const pictures = new Map(stored.map(({ hash, width, height }) => [hash, { hash, width, height }]))
  const toTexts = readerOf(translations, [language])
  const version = composeVersion(session, toTexts, pictures)
  const quizzes = version.quizzes.map((quiz, at) => ({ id: at + 1, ...quiz }))
  const mediaSizes = new Map(stored.map(({ hash, bytes }) => [hash, bytes]))
  const reader = { language, seesMentorTips: isMentor, answeredQuizIds: new Set<number>() }
  return {
    revision: draft?.revision ?? 0,
    title: readIn(language, toTexts('session', 'title', session.session.title)).locale,
    steps: version.steps.map(({ key: step, title, durationMinutes, content }) => ({
      key: step,
      title: readIn(language, title).locale,
      minutes: durationMinutes,
      content: showContent(content, { quizzes, mediaSizes }, reader),
    })),
  }
}
