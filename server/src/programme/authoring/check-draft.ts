import type { DraftBlock, DraftProblem, DraftQuestion, QuizPart, StepPart } from '@saathi/contract/content/drafts'
import type * as z from 'zod/mini'
import { checkSessions } from '../check/checks.ts'
import { checkContent } from '../check/content.ts'
import { SessionFile } from '../format/programme.ts'
import { QuizFile } from '../format/questionnaire.ts'
import { type Document, formatPath, type Problem, problemsOf } from '../problems.ts'
import { readStepMarkdown, writeStepMarkdown } from '../read/step-markdown.ts'
import type { StepText } from '../read/session.ts'
import type { JsonPath } from '../read/json-lines.ts'
import { checkMarkdown } from './check-text.ts'
import { type SessionDraft, wordsOf } from './compose.ts'

/** The programme's other content, which the draft may refer to. */
export type Surroundings = {
  key: string
  baseLanguage: string
  tags: readonly string[]
  projects: readonly string[]
  /** Pictures and recordings by hash; the file extension shows the type. */
  pictures: ReadonlyMap<string, string>
  locked: readonly { quiz: string; question: string; questionType: string }[]
}

const MAX_PROBLEMS = 200

/** Applies the checks of a programme folder to a draft. Each problem names the part and the field. */
export function checkDraft(draft: SessionDraft, around: Surroundings): DraftProblem[] {
  const { baseLanguage } = around
  const inBase = (text: string) => ({ [baseLanguage]: text })
  const { kind: _kind, overview, cover, first, projects, steps, title, ...about } = draft.session
  const value = {
    ...about,
    key: around.key,
    title: inBase(title),
    steps: steps.map((step) => ({ ...step, title: inBase(step.title) })),
    ...(cover !== null && { cover: around.pictures.get(cover) ?? `${cover}.png` }),
    ...(first !== null && { first }),
    ...(projects.length > 0 && { projects }),
  }
  const problems: Problem[] = []
  const session = parse('session', SessionFile, value, problems)
  const quizzes = new Map<string, Document<QuizFile>>()
  for (const { key, body } of draft.quizzes) {
    const document = parse(`quiz:${key}`, QuizFile, quizFile(body, inBase), problems)
    if (document) quizzes.set(key, document)
    problems.push(...checkLocked(key, body, around))
  }
  const stepTexts = draft.steps.map(({ key, body }) => [key, new Map([['', readBlocks(key, body, around, problems)]])] as const)
  // An unreadable quiz is already reported and must not be reported as missing.
  const unread = draft.quizzes.flatMap(({ key }) => (quizzes.has(key) ? [] : [[key, emptyQuiz] as const]))
  const source = {
    ...(session ?? unreadSession(steps.map((step) => step.key))),
    overviews: new Map([['', overview]]),
    stepTexts: new Map(stepTexts),
    quizzes: new Map([...quizzes, ...unread]),
  }
  const tags = Object.fromEntries(around.tags.map((tag) => [tag, {}]))
  const programme = {
    about: {
      value: {
        baseLanguage,
        languages: [baseLanguage],
        moreLanguages: [],
        tags,
        projects: around.projects.map((key) => ({ key })),
      },
    },
    sessions: [source],
    media: [...around.pictures.values()].map((name) => ({ name })),
  }
  if (session) problems.push(...checkSessions(programme))
  problems.push(...checkContent(programme))
  if (overview.trim() === '') problems.push({ file: 'session', field: 'overview', text: 'is empty' })
  return problems.map((problem) => toDraftProblem(problem, baseLanguage)).slice(0, MAX_PROBLEMS)
}

/** Problems of the session itself are already reported; its steps and quizzes are still checked. */
const unreadSession = (keys: readonly string[]): Document<SessionFile> => ({
  file: 'session',
  value: {
    key: 'unread',
    title: {},
    tags: [],
    color: '',
    isLearningHub: true,
    steps: keys.map((key) => ({ key, durationMinutes: 1, title: {} })),
  },
  problemAt: (_path, text) => ({ file: 'session', text }),
})

const emptyQuiz: Document<QuizFile> = { file: '', value: { questions: [] }, problemAt: (_path, text) => ({ file: '', text }) }

export function parse<S extends z.ZodMiniType>(
  file: string,
  schema: S,
  value: unknown,
  problems: Problem[],
): Document<z.output<S>> | null {
  const problemAt = (path: JsonPath, text: string) => ({ file, field: formatPath(path), text })
  const parsed = schema.safeParse(value)
  if (parsed.success) return { file, value: parsed.data, problemAt }
  for (const { path, text } of problemsOf(parsed.error.issues, value)) problems.push(problemAt(path, text))
  return null
}

type InBase = (text: string) => Record<string, string>

const quizFile = ({ helpText, questions }: QuizPart, inBase: InBase) => ({
  ...(helpText !== '' && { helpText: inBase(helpText) }),
  questions: questions.map((question) => questionFile(question, inBase)),
})

export function questionFile(question: DraftQuestion, inBase: InBase) {
  const { label, helpText, autocomplete, answerOptions, scale, title, ...rest } = question
  return {
    ...rest,
    title: inBase(title),
    ...(label !== '' && { label: inBase(label) }),
    ...(helpText !== '' && { helpText: inBase(helpText) }),
    ...(autocomplete !== null && { autocomplete }),
    ...(answerOptions.length > 0 && {
      answerOptions: answerOptions.map(({ helpText: why, ...option }) => ({
        ...option,
        label: inBase(option.label),
        ...(why !== '' && { helpText: inBase(why) }),
      })),
    }),
    ...(scale && {
      scaleQuestionnaire: {
        sorting: scale.sorting,
        options: scale.options.map(({ option, label: words }) => ({ option, label: inBase(words) })),
      },
    }),
  }
}

/**
 * Writes each block as in a file and reads it back, to ensure that it can be exported. Its line number is its position in the
 * step.
 */
function readBlocks(key: string, { blocks }: StepPart, around: Surroundings, problems: Problem[]): StepText {
  const file = `step:${key}`
  if (blocks.length === 0) problems.push({ file, field: 'blocks', text: 'is empty' })
  const items = blocks.map((block, at) => {
    const item = toItem(block, around)
    const read = readStepMarkdown(writeStepMarkdown([item]))
    const [found] = read.problems
    const isSame = read.items.length === 1 && read.items[0]?.contentType === block.contentType
    const needsWords = block.contentType === 'IMAGE' && block.image !== null && !block.isDecorative && item.text === null
    if (needsWords)
      problems.push({ file, field: `blocks[${at}].text`, text: 'must say what the picture shows, or be decorative' })
    else if (found || !isSame)
      problems.push({ file, field: fieldOf(block, at), text: found?.text ?? 'cannot contain a line that begins with :::' })
    else problems.push(...checkMarkdown(file, `blocks[${at}].text`, block.text))
    return { ...item, line: at + 1 }
  })
  return { file, items }
}

const toItem = (block: DraftBlock, { pictures }: Surroundings) => {
  const { contentType, image, url, quiz, allowRetake } = block
  const text = wordsOf(block).trim()
  return {
    contentType,
    text: text === '' ? null : text,
    image: image && (pictures.get(image) ?? `${image}.png`),
    url,
    quiz,
    allowRetake,
  }
}

const withAddress: readonly string[] = ['ARTICLE', 'HYPERLINK', 'YOUTUBE']
const withFile: readonly string[] = ['IMAGE', 'AUDIO', 'VIDEO']

function fieldOf({ contentType, url, text, image, quiz }: DraftBlock, at: number): string {
  const isAddress = withAddress.includes(contentType) && (url === null || !/^https?:/.test(url) || text.trim() !== '')
  if (isAddress) return `blocks[${at}].url`
  if (withFile.includes(contentType) && image === null) return `blocks[${at}].image`
  return contentType === 'QUIZ' && quiz === null ? `blocks[${at}].quiz` : `blocks[${at}].text`
}

/** Answers refer to the key of their question, whose meaning must not change. */
function checkLocked(quiz: string, { questions }: QuizPart, { locked }: Surroundings): Problem[] {
  return questions.flatMap(({ key, questionType }, at) => {
    const before = locked.find((each) => each.quiz === quiz && each.question === key)
    if (!before || before.questionType === questionType) return []
    const text = 'people have answered it in its old form; add a new question instead'
    return [{ file: `quiz:${quiz}`, field: `questions[${at}].questionType`, text }]
  })
}

/** Converts file names of a folder to parts of the draft, and field names of files to those of the draft. */
export function toDraftProblem({ file, line, field, text }: Problem, baseLanguage: string): DraftProblem {
  const path = (field ?? (line === undefined ? '' : `blocks[${line - 1}]`))
    .replace('scaleQuestionnaire', 'scale')
    .replace(new RegExp(`\\.${baseLanguage}$`), '')
  return { part: file === '' ? 'session' : file, path, text }
}
