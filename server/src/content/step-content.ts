import { type ContentItem, ContentType } from '@saathi/contract/content/items'
import { LanguageCode } from '@saathi/contract/core/fields'
import * as z from 'zod/mini'
import { revealNothing, showQuiz, type StoredQuiz } from './question-content.ts'
import { readMaybe, Texts } from '#core/translated-texts.ts'

/** The address of a programme picture, which is named by its hash. */
export const mediaUrl = (hash: string): string => `/media/${hash}`
/** Apart from pictures, which pages cache for reading offline. */
export const recordingUrl = (hash: string): string => `/media/recordings/${hash}`

const Picture = z.object({ hash: z.string(), width: z.nullable(z.int()), height: z.nullable(z.int()) })
export type Picture = z.infer<typeof Picture>

/** An item of a step as stored in the database, in all languages. */
export const StoredItem = z.object({
  contentType: ContentType,
  text: z.nullable(Texts),
  /** A picture, or the recording of AUDIO and VIDEO. */
  image: z.nullable(z.object({ picture: Picture, locales: z.record(LanguageCode, Picture) })),
  url: z.nullable(Texts),
  /** The key of the quiz of this version that is shown here. */
  quizKey: z.nullable(z.string()),
  allowRetake: z.boolean(),
})
export type StoredItem = z.infer<typeof StoredItem>
export const StoredContent = z.array(StoredItem)

export type QuizRow = { id: number; key: string; content: StoredQuiz }
export type ItemReader = { language: string; seesMentorTips: boolean; answeredQuizIds: ReadonlySet<number> }
/** The objects that items of a step refer to. */
export type ItemRefs = { quizzes: readonly QuizRow[]; mediaSizes: ReadonlyMap<string, number> }

/** The items of a step for this reader; only mentors receive mentor tips. */
export function showContent(items: readonly StoredItem[], refs: ItemRefs, reader: ItemReader): ContentItem[] {
  return items.flatMap((item, at) =>
    item.contentType === 'MENTOR_TIPS' && !reader.seesMentorTips ? [] : [showItem(item, at + 1, refs, reader)],
  )
}

/** Hashes of the pictures and recordings shown in this language. */
export const pictureHashes = (items: readonly StoredItem[], language: string): string[] =>
  items.flatMap((item) => shownPicture(item, language)?.hash ?? [])

const shownPicture = ({ image }: StoredItem, language: string): Picture | null =>
  image && ((Object.hasOwn(image.locales, language) ? image.locales[language] : null) ?? image.picture)

function showItem(item: StoredItem, id: number, { quizzes, mediaSizes }: ItemRefs, reader: ItemReader): ContentItem {
  const { language, answeredQuizIds } = reader
  const text = readMaybe(language, item.text)
  const shown = shownPicture(item, language)
  const isRecording = item.contentType === 'AUDIO' || item.contentType === 'VIDEO'
  const addressOf = isRecording ? recordingUrl : mediaUrl
  const [file, localeFile] = [item.image && addressOf(item.image.picture.hash), shown && addressOf(shown.hash)]
  const url = isRecording ? { base: file, locale: localeFile } : readMaybe(language, item.url)
  const quiz = quizzes.find(({ key }) => key === item.quizKey)
  return {
    id,
    contentType: item.contentType,
    text: text.base,
    localeText: text.locale,
    image: isRecording ? null : file,
    localeImage: isRecording ? null : localeFile,
    imageWidth: shown?.width ?? null,
    imageHeight: shown?.height ?? null,
    imageBytes: (shown && mediaSizes.get(shown.hash)) ?? null,
    url: url.base,
    localeUrl: url.locale,
    quiz: quiz ? showQuiz(quiz.id, quiz.content, language, revealNothing) : null,
    allowRetake: item.allowRetake,
    isAnswered: quiz !== undefined && answeredQuizIds.has(quiz.id),
  }
}
