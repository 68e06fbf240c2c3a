import { describe, expect, test } from 'vitest'
import {
  cardsFile,
  communityAbout,
  communityFiles,
  faqFile,
  laterSurvey,
  posts,
  surveyFile,
} from '../../../test/programme-community.ts'
import { buildAccounts, buildFolder, problemsIn } from '../../../test/programme-folder.ts'
import { readProgramme } from './programme.ts'

const surveyPath = 'surveys/01-about-you.json'
const survey = (changes: object) => ({ [surveyPath]: { ...surveyFile, ...changes } })
const [goals, closing] = surveyFile.stages
const [page] = goals?.pages ?? []
const [choice, scale] = page?.questions ?? []
const questions = (...list: object[]) => survey({ stages: [{ ...goals, pages: [{ ...page, questions: list }] }, closing] })
/** Pages with this number of different questions. */
const pagesOf = (pages: number, each: number, changes: object = {}) =>
  Array.from({ length: pages }, (_, at) => ({
    ...page,
    questions: Array.from({ length: each }, (__, place) => ({
      ...closing?.pages[0]?.questions[0],
      key: `q-${at}-${place}`,
      ...changes,
    })),
  }))
const [post, quote] = posts
const feed = (...list: (object | undefined)[]) => ({ 'feed.json': { posts: list } })
const account = (changes: object) => ({ 'accounts.json': buildAccounts(changes) })
const answered = (changes: object) =>
  account({ surveys: [{ survey: 'about-you', stagesDone: 1, daysAgo: 2, at: '18:30', ...changes }] })

test('reads a folder with surveys, a feed, legal texts, a FAQ and cards', async () => {
  const programme = await readProgramme(buildFolder(communityFiles()))
  expect(programme.surveys.map(({ value }) => value.key)).toEqual(['about-you', 'half-way'])
  expect(programme.feed?.value.posts.map(({ key }) => key)).toEqual(['first-jar', 'a-proverb'])
  expect(programme.legal.get('privacy-policy')?.get('')).toEqual({
    title: 'Privacy policy',
    content: 'We keep **little**.\n\nReally.',
  })
  expect(programme.legal.get('terms-of-service')?.get('hi')).toEqual({ title: 'सेवा की शर्तें', content: 'भला रहिए।' })
  expect(programme.faq?.value.topics).toHaveLength(1)
  expect(programme.cards?.value.internship).toHaveLength(2)
})

test('accepts a folder without any of them', async () => {
  expect(await readProgramme(buildFolder())).toMatchObject({ surveys: [], feed: null, faq: null, cards: null, legal: new Map() })
})

describe('a survey', () => {
  test.each([
    [
      'a key used twice',
      { 'surveys/03-again.json': surveyFile },
      `surveys/03-again.json:2 key: "about-you" is already the key of ${surveyPath}`,
    ],
    ['a misspelt file', { 'surveys/about.json': surveyFile }, 'surveys/about.json: is not part of the format'],
    ['a name without its translation', survey({ name: { en: 'About' } }), `${surveyPath}:3 name.hi: the translation is missing`],
    [
      'an unknown project',
      survey({ projects: ['nowhere'] }),
      `${surveyPath}:16 projects[0]: "nowhere" is not a project in programme.json`,
    ],
    ['a missing icon', survey({ icon: 'no.svg' }), `${surveyPath}:12 icon: "no.svg" is not a file in media/`],
    ['a missing background', survey({ background: 'no.svg' }), `${surveyPath}:13 background: "no.svg" is not a file in media/`],
    ['an unused picture', { 'media/old.svg': '<svg viewBox="0 0 1 1"/>' }, 'media/old.svg: is not used by anything'],
    ['a duplicate stage', survey({ stages: [closing, closing] }), `${surveyPath}:51 stages[1].key: "closing" occurs twice`],
    [
      'the same question in two stages',
      survey({ stages: [goals, { ...closing, pages: goals?.pages }] }),
      `${surveyPath}:104 stages[1].pages[0].questions[0].key: "goal" occurs twice`,
    ],
    [
      'a stage with more questions than can be sent',
      survey({ stages: [{ ...goals, pages: pagesOf(9, 12) }, closing] }),
      `${surveyPath}:30 stages[0].pages: asks for 108 answers, of which at most 100 can be sent at once`,
    ],
    [
      'a stage with more files than can be sent',
      survey({ stages: [{ ...goals, pages: pagesOf(1, 11, { questionType: 'Document' }) }, closing] }),
      `${surveyPath}:30 stages[0].pages: asks for 11 files, of which at most 10 can be sent at once`,
    ],
    [
      'a stage without its translation',
      survey({ stages: [{ ...closing, description: { en: 'One' } }] }),
      `${surveyPath}:26 stages[0].description.hi: the translation is missing`,
    ],
    [
      'a page without its translation',
      survey({ stages: [{ ...closing, pages: [{ ...closing?.pages[0], title: { hi: 'एक' } }] }] }),
      `${surveyPath}:32 stages[0].pages[0].title.en: the translation is missing`,
    ],
    [
      'a choice without options',
      questions({ ...choice, answerOptions: undefined }),
      `${surveyPath}:41 stages[0].pages[0].questions[0].answerOptions: is missing`,
    ],
    [
      'options for a text',
      questions({ ...choice, questionType: 'Text' }),
      `${surveyPath}:50 stages[0].pages[0].questions[0].answerOptions: is not for Text`,
    ],
    [
      'an option with an unknown tag',
      questions({
        ...choice,
        answerOptions: [
          { key: 'a', label: { en: 'A', hi: 'अ' } },
          { key: 'b', label: { en: 'B', hi: 'ब' }, tag: 'maths' },
        ],
      }),
      `${surveyPath}:64 stages[0].pages[0].questions[0].answerOptions[1].tag: "maths" is not a tag in programme.json`,
    ],
    [
      'a correct option in a survey',
      questions({
        ...choice,
        answerOptions: [
          { key: 'a', label: { en: 'A', hi: 'अ' } },
          { key: 'b', label: { en: 'B', hi: 'ब' }, isCorrect: true },
        ],
      }),
      `${surveyPath}:64 stages[0].pages[0].questions[0].answerOptions[1].isCorrect: is not for a survey`,
    ],
    [
      'an unknown side of readiness',
      questions({ ...scale, readiness: 'luck' }),
      `${surveyPath}:49 stages[0].pages[0].questions[0].readiness: "luck" is not a side of readiness in programme.json`,
    ],
    [
      'readiness without a scale',
      questions({ ...choice, readiness: 'confidence' }),
      `${surveyPath}:67 stages[0].pages[0].questions[0].readiness: is not for SingleChoiceRadio`,
    ],
    [
      'a survey that waits for itself',
      survey({ after: { survey: 'about-you', days: 1 } }),
      `${surveyPath}:114 after.survey: "about-you" is not a survey other than this one`,
    ],
    [
      'a survey that waits for an unknown survey',
      { 'surveys/02-half-way.json': { ...laterSurvey, after: { survey: 'nowhere', days: 1 } } },
      'surveys/02-half-way.json:107 after.survey: "nowhere" is not a survey other than this one',
    ],
    [
      'two surveys that wait for each other',
      survey({ after: { survey: 'half-way', days: 1 } }),
      `${surveyPath}:114 after.survey: "half-way" also waits for this survey`,
    ],
  ])('%s is reported with its location', async (_what, changes, problem) => {
    expect(await problemsIn(buildFolder({ ...communityFiles(), ...changes }))).toContain(problem)
  })

  test('three surveys that wait for each other in a circle are all reported', async () => {
    const third = { ...laterSurvey, key: 'end', after: { survey: 'half-way', days: 0 } }
    const changes = { ...survey({ after: { survey: 'end', days: 0 } }), 'surveys/03-end.json': third }
    const problems = await problemsIn(buildFolder({ ...communityFiles(), ...changes }))
    expect(problems.filter((line) => line.endsWith('also waits for this survey'))).toHaveLength(3)
  })
})

describe('the feed', () => {
  test.each([
    ['a duplicate key', feed(post, post), 'feed.json:27 posts[1].key: "first-jar" occurs twice'],
    [
      'an unknown tag',
      feed({ ...post, tags: ['maths'] }),
      'feed.json:9 posts[0].tags[0]: "maths" is not a tag in programme.json',
    ],
    ['a duplicate tag', feed({ ...post, tags: ['money', 'money'] }), 'feed.json:10 posts[0].tags[1]: "money" occurs twice'],
    [
      'a missing translation',
      feed({ ...quote, author: { en: 'Me' } }),
      'feed.json:12 posts[0].author.hi: the translation is missing',
    ],
    [
      'a missing picture',
      feed({ ...post, thumbnail: 'no.svg' }),
      'feed.json:19 posts[0].thumbnail: "no.svg" is not a file in media/',
    ],
    [
      'an invalid link',
      feed({ ...post, link: 'http://x' }),
      'feed.json:20 posts[0].link: must be an https address or a path of this site like /learninghub',
    ],
    [
      'a quote with a title',
      feed({ ...quote, title: { en: 'A', hi: 'अ' } }),
      'feed.json:16 posts[0].title: is not a known field',
    ],
  ])('%s is reported with its location', async (_what, changes, problem) => {
    expect(await problemsIn(buildFolder({ ...communityFiles(), ...changes }))).toContain(problem)
  })
})

describe('legal texts, FAQ and cards', () => {
  const topic = faqFile.topics[0]
  const card = cardsFile.mentorship[0]
  test.each([
    [
      'a text without its version',
      { 'programme.json': { ...communityAbout, legal: {} } },
      'community/terms-of-service.md: has no version under "legal" in programme.json',
    ],
    ['a version without its text', { 'community/terms-of-service.md': null }, 'community/terms-of-service.md: is missing'],
    ['a missing translation', { 'community/privacy-policy.hi.md': null }, 'community/privacy-policy.hi.md: is missing'],
    [
      'an unknown language',
      { 'community/privacy-policy.ta.md': '# அ\n\nஆ' },
      'community/privacy-policy.ta.md: "ta" is not among the programme\'s other languages',
    ],
    [
      'a text without a title',
      { 'community/privacy-policy.md': 'We keep little.\n' },
      'community/privacy-policy.md:1: must begin with a line like "# Title" and a text below',
    ],
    [
      'a title without a text',
      { 'community/privacy-policy.md': '# Privacy\n' },
      'community/privacy-policy.md:1: must begin with a line like "# Title" and a text below',
    ],
    ['an empty text', { 'community/privacy-policy.md': '\n' }, 'community/privacy-policy.md: is empty'],
    ['an unknown text', { 'community/cookies.md': '# Cookies\n\nNone.' }, 'community/cookies.md: is not part of the format'],
    [
      'a side of readiness without its translation',
      { 'programme.json': { ...communityAbout, readiness: { confidence: { en: 'Confidence' } } } },
      'programme.json:36 readiness.confidence.hi: the translation is missing',
    ],
    [
      'a topic without its translation',
      { 'community/faq.json': { topics: [{ ...topic, title: { en: 'Account' } }] } },
      'community/faq.json:4 topics[0].title.hi: the translation is missing',
    ],
    [
      'an answer without its translation',
      { 'community/faq.json': { topics: [{ ...topic, items: [{ ...topic?.items[0], answer: { en: 'Yes' } }] }] } },
      'community/faq.json:14 topics[0].items[0].answer.hi: the translation is missing',
    ],
    [
      'a card with a missing picture',
      { 'cards.json': { mentorship: [{ ...card, image: 'no.svg' }] } },
      'cards.json:4 mentorship[0].image: "no.svg" is not a file in media/',
    ],
    [
      'a card without its translation',
      { 'cards.json': { mentorship: [{ ...card, text: { en: 'One' } }] } },
      'cards.json:5 mentorship[0].text.hi: the translation is missing',
    ],
    [
      'a card picture without a size',
      { 'media/card-desk.svg': '<svg width="4"></svg>' },
      'cards.json:4 internship[0].image: must be an .svg with a viewBox or a .png, which tell their size',
    ],
  ])('%s is reported with its location', async (_what, changes, problem) => {
    expect(await problemsIn(buildFolder({ ...communityFiles(), ...changes }))).toContain(problem)
  })
})

describe('answers and likes of accounts', () => {
  test.each([
    ['an unknown survey', answered({ survey: 'x' }), 'surveys[0].survey: "x" is not a survey'],
    ['more stages than there are', answered({ stagesDone: 3 }), 'surveys[0].stagesDone: "about-you" has only 2 stages'],
    [
      'a question of a later stage',
      answered({ answers: { more: 'No' } }),
      'surveys[0].answers.more: is not asked in the stages that are done',
    ],
    [
      'an answer that is not an option',
      answered({ answers: { goal: 'fly' } }),
      'surveys[0].answers.goal: is no answer to SingleChoiceRadio',
    ],
    [
      'a step beyond the scale',
      answered({ answers: { calm: 9 } }),
      'surveys[0].answers.calm: is no answer to AgreeabilityFiveOptions',
    ],
    ['an unknown post', account({ likes: ['x'] }), 'likes[0]: "x" is not a post in feed.json'],
    ['a post liked twice', account({ likes: ['first-jar', 'first-jar'] }), 'likes[1]: "first-jar" occurs twice'],
  ])('%s is reported with its location', async (_what, changes, problem) => {
    const problems = await problemsIn(buildFolder({ ...communityFiles(), ...changes }))
    expect(problems).toContainEqual(expect.stringMatching(/^accounts\.json:\d+ accounts\[0\]\./))
    expect(problems.map((line) => line.replace(/^accounts\.json:\d+ accounts\[0\]\./, ''))).toContain(problem)
  })
})
