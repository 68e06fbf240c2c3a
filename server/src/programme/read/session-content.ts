import { createHash } from 'node:crypto'
import type { Picture, StoredItem, StoredQuiz, Texts } from '#content/public.ts'
import type { SessionSource } from '../programme.ts'
import { textsIn, toQuiz } from './question-content.ts'
import type { StepText } from './session.ts'

export type NewStep = {
  key: string
  position: number
  title: Texts
  durationMinutes: number
  content: readonly StoredItem[]
}
export type NewQuiz = { key: string; content: StoredQuiz }
/** The content of a session version; any change in it creates a new version. */
export type NewVersion = { steps: readonly NewStep[]; quizzes: readonly NewQuiz[]; durationMinutes: number; hash: string }

/** Merges the languages of a session's files. The folder check has made sure that all references exist. */
export function toVersion(session: SessionSource, baseLanguage: string, pictures: ReadonlyMap<string, Picture>): NewVersion {
  const texts = textsIn(baseLanguage)
  const steps = session.value.steps.map((step, at) => ({
    key: step.key,
    position: at + 1,
    title: texts(step.title),
    durationMinutes: step.durationMinutes,
    content: contentOf(session, step.key, pictures),
  }))
  const quizzes = [...session.quizzes].map(([key, { value }]) => ({ key, content: toQuiz(value, texts) }))
  const hash = createHash('sha256').update(JSON.stringify({ steps, quizzes })).digest('hex')
  return { steps, quizzes, durationMinutes: steps.reduce((sum, step) => sum + step.durationMinutes, 0), hash }
}

function contentOf({ stepTexts }: SessionSource, key: string, pictures: ReadonlyMap<string, Picture>): StoredItem[] {
  const languages = stepTexts.get(key) ?? new Map<string, StepText>()
  const others = [...languages].filter(([code]) => code !== '')
  const pictureOf = (name: string) => pictures.get(name) ?? { hash: '', width: null, height: null }
  return (languages.get('')?.items ?? []).map(({ contentType, text, image, url, quiz, allowRetake }, at): StoredItem => {
    const inOthers = <Value>(read: (item: { text: string | null; image: string | null; url: string | null }) => Value | null) =>
      Object.fromEntries(
        others.flatMap(([code, { items }]) => {
          const item = items[at]
          const value = item ? read(item) : null
          return value === null ? [] : [[code, value]]
        }),
      )
    return {
      contentType,
      text: text === null ? null : { text, locales: inOthers((item) => item.text) },
      image:
        image === null
          ? null
          : {
              picture: pictureOf(image),
              locales: inOthers((item) => (item.image === null || item.image === image ? null : pictureOf(item.image))),
            },
      url: url === null ? null : { text: url, locales: inOthers((item) => (item.url === url ? null : item.url)) },
      quizKey: quiz,
      allowRetake,
    }
  })
}
