import { StoredQuiz } from '../quiz-content.ts'
import { StoredContent, type StoredItem } from '../step-content.ts'
import type { Texts } from '../texts.ts'
import type { WholeProgramme } from './export-store.ts'
import { maybeTexts, questionFile, textsOf } from './question-exporter.ts'
import { writeStepMarkdown } from './step-markdown.ts'

type Named = { baseLanguage: string; languages: readonly string[]; mediaNames: ReadonlyMap<string, string> }

/** Of a session's newest version: a file for each step and language, and one for each quiz. Names are seen from the session. */
export function contentFiles(programme: WholeProgramme, versionId: number | null, named: Named): Map<string, string> {
  const files = new Map<string, string>()
  for (const step of programme.steps.filter(({ version_id }) => version_id === versionId)) {
    const items = StoredContent.parse(step.content)
    for (const language of named.languages) {
      const suffix = language === named.baseLanguage ? '' : `.${language}`
      files.set(`steps/${step.key}${suffix}.md`, writeStepMarkdown(items.map((item) => itemIn(item, language, named))))
    }
  }
  for (const quiz of programme.quizzes.filter(({ version_id }) => version_id === versionId)) {
    files.set(`quizzes/${quiz.key}.json`, `${JSON.stringify(quizFile(StoredQuiz.parse(quiz.content), named), null, 2)}\n`)
  }
  return files
}

/** The pictures that a version's steps show. */
export function picturesIn(content: unknown): string[] {
  return StoredContent.parse(content).flatMap(({ image }) =>
    image ? [image.picture.hash, ...Object.values(image.locales).map(({ hash }) => hash)] : [],
  )
}

function itemIn(item: StoredItem, language: string, { mediaNames }: Named) {
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

function quizFile({ helpText, questions }: StoredQuiz, { baseLanguage }: Named) {
  const texts = textsOf(baseLanguage)
  return { ...maybeTexts('helpText', helpText, texts), questions: questions.map((question) => questionFile(question, texts)) }
}
