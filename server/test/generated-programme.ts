import { QuestionType } from '@saathi/contract/questions/entities'
import * as z from 'zod/mini'
import { createRandom, type Random } from '#programme/people/random.ts'
import { drawing } from './programme-folder.ts'
import { mp3 } from './recordings.ts'

/** Signs and scripts that files, JSON and Markdown treat differently. */
const words = [
  'Save ten rupees a day',
  'बचत की आदत',
  'ಉಳಿತಾಯ',
  'சேமிப்பு 💡',
  'A "quoted" word and a back\\slash',
  'Cafe\u0301 and café',
  '**bold**, *slanted* & <less',
  'ends with colon:',
  'zero\u200dwidth joiner क्\u200dष',
  '100% – and more',
]
const paragraphs = [
  '## A heading',
  '- one\n- two',
  '> a quote',
  '1. first\n2. second',
  '[a link](https://saathi.example/a?b=c&d)',
]
const choices = ['SingleChoiceRadio', 'SingleChoiceDropDown', 'SingleChoiceButton', 'MultiChoiceDropDown']
const others = ['hi', 'ta', 'te', 'mr']

/** The files of a valid programme; the same for the same seed. */
export function generateProgramme(seed: number): Record<string, string | Buffer> {
  const random = createRandom(seed)
  const languages = ['en', ...random.pickSome(others, random.between(0, 2))]
  const more = random.pickSome(others, random.between(0, 2)).filter((code) => !languages.includes(code))
  const someLanguages = () => [...languages, ...more.filter(() => random.isTrue(0.5))]
  const files: Record<string, string | Buffer> = {}
  const setJson = (file: string, value: unknown) => (files[file] = `${JSON.stringify(value, null, random.pick([1, 2, 4]))}\n`)
  const picture = (name: string) => {
    files[`media/${name}.svg`] = drawing(`#${String(random.between(100_000, 999_999))}`)
    return `${name}.svg`
  }
  const recording = (name: string) => {
    files[`media/${name}.mp3`] = mp3(random.between(2, 9), random.between(1, 255))
    return `${name}.mp3`
  }
  const texts = textsWith(random, languages)
  const projects = ['pairs', 'circle', 'evenings'].slice(0, random.between(1, 3))
  const tags = ['money', 'work', 'health'].slice(0, random.between(1, 3))

  const scheduled: string[] = []
  const sessions = random.between(0, 4)
  for (let number = 1; number <= sessions; number += 1) {
    const key = `session-${number}-${random.between(1, 99)}`
    const own = someLanguages()
    const isLearningHub = random.isTrue(0.6)
    if (!isLearningHub) scheduled.push(key)
    const at = `sessions/${String(number).padStart(2, '0')}-${key}`
    const content = sessionFiles(random, own, {
      at,
      picture: () => picture(`${key}-${random.between(1, 3)}`),
      recording: () => recording(`${key}-said`),
    })
    Object.assign(files, content.files)
    setJson(`${at}/session.json`, {
      key,
      title: textsWith(random, own)(),
      tags: random.pickSome(tags, random.between(1, tags.length)),
      color: '#74C16E',
      ...(random.isTrue(0.5) && { cover: picture(`${key}-cover`) }),
      isLearningHub,
      ...(isLearningHub && random.isTrue(0.5) && { first: number }),
      ...(isLearningHub && random.isTrue(0.4) && { projects: random.pickSome(projects, 1) }),
      steps: content.steps,
    })
  }
  const surveys = random.between(0, 3)
  for (let number = 1; number <= surveys; number += 1)
    setJson(
      `surveys/${String(number).padStart(2, '0')}-survey-${number}.json`,
      surveyFile(random, textsWith(random, someLanguages()), number, { tags, projects }),
    )
  const legal = random.isTrue(0.6)
  const declarations = random.isTrue(0.6)
  for (const code of languages) {
    const suffix = code === 'en' ? '' : `.${code}`
    if (legal) files[`community/privacy-policy${suffix}.md`] = `# ${random.pick(words)}\n\n${markdown(random)}\n`
    if (declarations) files[`declarations/mentee${suffix}.md`] = `${random.pick(words)}\n\n${random.pick(words)}\n`
  }
  if (random.isTrue(0.6)) setJson('feed.json', { posts: postsOf(random, texts, tags, () => picture('feed')) })
  if (random.isTrue(0.5))
    setJson('community/faq.json', { topics: [{ title: texts(), items: [{ question: texts(), answer: texts() }] }] })
  if (random.isTrue(0.5)) {
    const card = () => ({
      image: picture('card'),
      text: texts(),
      ...(random.isTrue(0.5) && { link: 'https://saathi.example/x' }),
    })
    setJson('cards.json', { internship: [card(), card()], mentorship: [card()] })
  }
  setJson('programme.json', {
    name: 'Generated programme',
    baseLanguage: 'en',
    languages,
    ...(more.length > 0 && { moreLanguages: more }),
    tags: Object.fromEntries(tags.map((tag) => [tag, textsWith(random, languages, ['Money', 'Work', 'काम'])()])),
    projects: projects.map((key, at) => ({
      key,
      name: random.pick(words),
      groupType: random.pick(['1to1', '1toM']),
      ...(random.isTrue(0.3) && { emailDomains: ['circle.example'] }),
      ...(random.isTrue(0.3) && { isDisabled: true }),
      ...(at === 0 && { schedule: scheduled.map((session) => ({ session, ...(random.isTrue(0.5) && { days: 7 }) })) }),
    })),
    institutions: random.pickSome(['ABC-1', 'XYZ-22'], random.between(0, 2)).map((code) => ({ code, name: random.pick(words) })),
    ...(declarations && { declarations: { Mentee: random.between(1, 3) } }),
    ...(legal && { legal: { 'privacy-policy': random.between(1, 3) } }),
    readiness: { confidence: textsWith(random, languages, ['Confidence', 'भरोसा'])() },
  })
  return files
}

const textsWith =
  (random: Random, languages: readonly string[], from: readonly string[] = words) =>
  () =>
    Object.fromEntries(languages.map((code) => [code, random.pick(from)]))

const markdown = (random: Random) =>
  Array.from({ length: random.between(1, 3) }, () => random.pick([...words, ...paragraphs])).join('\n\n')

type Place = { at: string; picture: () => string; recording: () => string }

function sessionFiles(random: Random, languages: readonly string[], { at, picture, recording }: Place) {
  const files: Record<string, string> = {}
  const texts = textsWith(random, languages)
  const steps = Array.from({ length: random.between(1, 3) }, (_, place) => ({
    key: `step-${place + 1}`,
    durationMinutes: random.between(1, 20),
    title: texts(),
  }))
  for (const { key } of steps) {
    const kinds = Array.from({ length: random.between(1, 4) }, () =>
      random.pick(['text', 'instruction', 'mentor_tips', 'image', 'article', 'youtube']),
    )
    const image = picture()
    const said = random.isTrue(0.3) ? recording() : null
    const hasQuiz = random.isTrue(0.5)
    const retake = random.pick(['', ' no-retake'])
    for (const code of languages) {
      const suffix = code === 'en' ? '' : `.${code}`
      files[`${at}/overview${suffix}.md`] = `${random.pick(words)}\n`
      const spoken = said === null ? [] : [`::: audio ${said}\n${random.pick(words)}\n\n${markdown(random)}\n:::`]
      const blocks = [
        ...spoken,
        ...kinds.map((kind) => blockOf(random, kind, image)),
        ...(hasQuiz ? [`::: quiz ${key}${retake}\n:::`] : []),
      ]
      files[`${at}/steps/${key}${suffix}.md`] = `${blocks.join('\n\n')}\n\n::: image ${image}\n${random.pick(words)}\n:::\n`
    }
    if (hasQuiz) files[`${at}/quizzes/${key}.json`] = JSON.stringify(quizFile(random, texts))
  }
  return { files, steps }
}

function blockOf(random: Random, kind: string, image: string): string {
  if (kind === 'text') return `::: text\n${markdown(random)}`
  if (kind === 'image') return `::: image ${image}\n${random.pick(words)}\n:::`
  if (kind === 'article' || kind === 'youtube') return `::: ${kind} https://saathi.example/${kind}\n${random.pick(words)}\n:::`
  return `::: ${kind}\n${markdown(random)}\n:::`
}

const quizFile = (random: Random, texts: () => Record<string, string>) => ({
  ...(random.isTrue(0.3) && { helpText: texts() }),
  questions: [
    questionFile(random, texts, 'q-0', 'SingleChoiceRadio', true),
    ...Array.from({ length: random.between(0, 5) }, (_, at) =>
      questionFile(random, texts, `q-${at + 1}`, random.pick(QuestionType.options), random.isTrue(0.7)),
    ),
  ],
})

function questionFile(random: Random, texts: () => Record<string, string>, key: string, questionType: string, isMarked: boolean) {
  const option = (name: string, isCorrect: boolean) => ({
    key: name,
    label: texts(),
    ...(random.isTrue(0.4) && { helpText: texts() }),
    ...(isCorrect && { isCorrect }),
  })
  return {
    key,
    questionType,
    mandatory: random.isTrue(0.5),
    ...(random.isTrue(0.1) && { disabled: true }),
    title: texts(),
    ...(random.isTrue(0.3) && { label: texts() }),
    ...(random.isTrue(0.3) && { helpText: texts() }),
    ...(questionType === 'Text' && random.isTrue(0.3) && { autocomplete: 'name' }),
    ...(choices.includes(questionType) && { answerOptions: [option('a', isMarked), option('b', false), option('c', false)] }),
    ...(questionType === 'Scale' &&
      random.isTrue(0.7) && {
        scaleQuestionnaire: {
          ...(random.isTrue(0.5) && { sorting: 'descending' }),
          options: [1, 2, 5].map((number) => ({ option: number, label: texts() })),
        },
      }),
  }
}

type Known = { tags: readonly string[]; projects: readonly string[] }

function surveyFile(random: Random, texts: () => Record<string, string>, number: number, { tags, projects }: Known) {
  let questions = 0
  const question = () => {
    const type = random.pick(QuestionType.options.filter((each) => !/Image|Document/.test(each)))
    const { answerOptions, ...rest } = questionFile(random, texts, `s-${(questions += 1)}`, type, false)
    const tagged = answerOptions?.map((option) => ({ ...option, ...(random.isTrue(0.3) && { tag: random.pick(tags) }) }))
    const isScale = type === 'Scale' || type.startsWith('Agreeability')
    return {
      ...rest,
      ...(tagged && { answerOptions: tagged }),
      ...(isScale && random.isTrue(0.5) && { readiness: 'confidence' }),
    }
  }
  const pages = () =>
    Array.from({ length: random.between(1, 2) }, () => ({
      title: texts(),
      ...(random.isTrue(0.4) && { description: texts() }),
      questions: Array.from({ length: random.between(1, 3) }, question),
    }))
  return {
    key: `survey-${number}`,
    name: texts(),
    shortDescription: texts(),
    minutes: random.between(1, 20),
    ...(random.isTrue(0.5) && { audience: random.pick(['mentees', 'mentors']) }),
    ...(number > 1 && random.isTrue(0.3) && { projects: random.pickSome(projects, 1) }),
    ...(number > 1 && random.isTrue(0.6) && { after: { survey: `survey-${number - 1}`, days: random.between(0, 30) } }),
    ...(number > 1 && random.isTrue(0.3) && { closesInDays: random.between(1, 60) }),
    stages: Array.from({ length: random.between(1, 2) }, (_, at) => ({
      key: `stage-${at}`,
      name: texts(),
      description: texts(),
      pages: pages(),
    })),
  }
}

const postsOf = (random: Random, texts: () => Record<string, string>, tags: readonly string[], picture: () => string) =>
  Array.from({ length: random.between(1, 4) }, (_, at) => ({
    key: `post-${at}`,
    daysAgo: random.between(0, 300),
    at: random.timeOfDay(0, 23),
    tags: random.pickSome(tags, random.between(0, 2)),
    ...(random.isTrue(0.5)
      ? { event: 'quote', text: texts(), author: texts() }
      : { event: 'post', title: texts(), description: texts(), ...(random.isTrue(0.5) && { thumbnail: picture() }) }),
  }))

const About = z.looseObject({ languages: z.array(z.string()), moreLanguages: z.optional(z.array(z.string())) })

/** Files that can be imported next to other content: without the texts that people agree to, which one number can name only once. */
export function generateImport(seed: number, legal?: number): Map<string, string | Buffer> {
  const all = Object.entries(generateProgramme(seed)).filter(([file]) => !/^(?:community|declarations)\/.*\.md$/.test(file))
  const files = new Map(all)
  const { languages, moreLanguages = [], ...about } = About.parse(JSON.parse(String(files.get('programme.json') ?? '{}')))
  const more = [...languages.filter((code) => code !== 'en'), ...moreLanguages]
  const agreed = { declarations: {}, legal: legal === undefined ? {} : { 'privacy-policy': legal } }
  files.set('programme.json', JSON.stringify({ ...about, ...agreed, languages: ['en'], moreLanguages: more }))
  return files
}
