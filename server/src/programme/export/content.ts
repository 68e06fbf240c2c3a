import { StoredContent, type StoredItem, StoredQuiz, type Texts } from '#content/public.ts'
import type { WholeProgramme } from './store.ts'
import { maybeTexts, questionFile, textsOf } from './question.ts'
import { writeStepMarkdown } from '../read/step-markdown.ts'

type ExportNames = { baseLanguage: string; languages: readonly string[]; mediaNames: ReadonlyMap<string, string> }

/** The files of a session's newest version: one per step and language, and one per quiz. Paths are relative to the session. */
export function contentFiles(programme: WholeProgramme, versionId: number | null, names: ExportNames): Map<string, string> {
  const files = new Map<string, string>()
  for (const step of programme.steps.filter(({ version_id }) => version_id === versionId)) {
    const items = StoredContent.parse(step.content)
    for (const language of names.languages) {
      const suffix = language === names.baseLanguage ? '' : `.${language}`
      files.set(`steps/${step.key}${suffix}.md`, writeStepMarkdown(items.map((item) => itemIn(item, language, names))))
    }
  }
  for (const quiz of programme.quizzes.filter(({ version_id }) => version_id === versionId)) {
    files.set(`quizzes/${quiz.key}.json`, `${JSON.stringify(quizFile(StoredQuiz.parse(quiz.content), names), null, 2)}\n`)
  }
  return files
}

function itemIn(item: StoredItem, language: string, { mediaNames }: ExportNames) {
  const read = (texts: Texts | null) => (texts ? (texts.locales[language] ?? texts.text) : null)
  const picture = item.image && (item.image.locales[language] ?? item.image.picture)
  return {
    contentType: item.contentType,
    text: read(item.text),
    image: picture ? (mediaNames.get(picture.hash) ?? null) : null,
    url: read(item.url),
    quiz: item.quizKey,
    allowRetake: item.allowRetake,
  }
}

function quizFile({ helpText, questions }: StoredQuiz, { baseLanguage }: ExportNames) {
  const texts = textsOf(baseLanguage)
  return { ...maybeTexts('helpText', helpText, texts), questions: questions.map((question) => questionFile(question, texts)) }
}
