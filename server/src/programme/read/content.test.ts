import { describe, expect, test } from 'vitest'
import { aboutFile, buildFolder, problemsIn, quizFile, sessionFile, tamilSession } from '../../../test/programme-folder.ts'
import { readProgramme } from './programme.ts'

const at = 'sessions/01-first-salary'
const quizPath = `${at}/quizzes/read-the-slip.json`
const [choice, scale] = quizFile.questions
const quiz = (changes: object) => ({ [quizPath]: { ...quizFile, ...changes } })
const question = (changes: object) => quiz({ questions: [{ ...choice, ...changes }] })
const text = (words: string) => ({ en: words, hi: `${words} हिन्दी` })

describe('steps', () => {
  test.each([
    ['a missing file', { [`${at}/steps/make-a-plan.md`]: null }, `${at}/steps/make-a-plan.md: is missing`],
    ['a missing translation', { [`${at}/steps/make-a-plan.hi.md`]: null }, `${at}/steps/make-a-plan.hi.md: is missing`],
    ['an unknown step', { [`${at}/steps/other.md`]: 'Text.' }, `${at}/steps/other.md: "other" is not a step of session.json`],
    [
      'another language',
      { [`${at}/steps/make-a-plan.fr.md`]: '::: instruction\nTrois.\n:::\n' },
      `${at}/steps/make-a-plan.fr.md: "fr" is not among the programme's other languages`,
    ],
    [
      'a translation with other items',
      { [`${at}/steps/make-a-plan.hi.md`]: 'तीन अंक लिखिए।\n' },
      `${at}/steps/make-a-plan.hi.md:1: item 1 must be INSTRUCTION, as in make-a-plan.md`,
    ],
    [
      'a translation with more items',
      { [`${at}/steps/make-a-plan.hi.md`]: '::: instruction\nतीन\n:::\n\nऔर।\n' },
      `${at}/steps/make-a-plan.hi.md:5: item 2 must be left out, as in make-a-plan.md`,
    ],
    [
      'a missing picture',
      {
        [`${at}/steps/make-a-plan.md`]: '::: image none.svg\nNone.\n:::\n',
        [`${at}/steps/make-a-plan.hi.md`]: '::: image step-slip.svg\nस्लिप\n:::\n',
      },
      `${at}/steps/make-a-plan.md:1: "none.svg" is not a file in media/`,
    ],
    [
      'a mistake in a block',
      { [`${at}/steps/make-a-plan.md`]: '\n::: poem\nRoses\n:::\n' },
      `${at}/steps/make-a-plan.md:2: "poem" is not a kind of block`,
    ],
    ['a file of another kind', { [`${at}/steps/notes.txt`]: 'x' }, `${at}/steps/notes.txt: is not part of the format`],
  ])('%s is reported with its location', async (_what, changes, problem) => {
    expect(await problemsIn(buildFolder(changes))).toContain(problem)
  })
})

describe('quizzes', () => {
  test.each([
    ['a missing quiz', { [quizPath]: null }, `${at}/steps/read-the-slip.md:15: "read-the-slip" is not a file in quizzes/`],
    ['an unused quiz', { [`${at}/quizzes/other.json`]: quizFile }, `${at}/quizzes/other.json: is not used by any step`],
    ['an unknown type', question({ questionType: 'Riddle' }), `${quizPath}:9 questions[0].questionType: must be one of Text,`],
    [
      'a reserved key',
      question({ key: 'data' }),
      `${quizPath}:8 questions[0].key: must be small letters and digits with single hyphens`,
    ],
    ['a duplicate key', quiz({ questions: [choice, choice] }), `${quizPath}:42 questions[1].key: "take-home" occurs twice`],
    [
      'more files than can be sent',
      quiz({
        questions: Array.from({ length: 11 }, (_, n) => {
          return { ...choice, key: `paper-${n}`, questionType: 'Document', answerOptions: undefined }
        }),
      }),
      `${quizPath}:6 questions: asks for 11 files, of which at most 10 can be sent at once`,
    ],
    ['a choice without options', question({ answerOptions: undefined }), `${quizPath}:7 questions[0].answerOptions: is missing`],
    ['options for a text', question({ questionType: 'Text' }), `${quizPath}:15 questions[0].answerOptions: is not for Text`],
    [
      'a scale for a text',
      quiz({ questions: [{ ...scale, questionType: 'Text' }] }),
      `${quizPath}:23 questions[0].scaleQuestionnaire: is not for Text`,
    ],
    [
      'two correct options of a single choice',
      question({ answerOptions: choice?.answerOptions?.map((option) => ({ ...option, isCorrect: true })) }),
      `${quizPath}:15 questions[0].answerOptions: has more than one right option, of which only one can be chosen`,
    ],
    [
      'a missing translation',
      question({ title: { en: 'Why?' } }),
      `${quizPath}:11 questions[0].title.hi: the translation is missing`,
    ],
    [
      'a duplicate option',
      question({
        answerOptions: [
          { key: 'a', label: text('A') },
          { key: 'a', label: text('B') },
        ],
      }),
      `${quizPath}:24 questions[0].answerOptions[1].key: "a" occurs twice`,
    ],
  ])('%s is reported with its location', async (_what, changes, problem) => {
    expect((await problemsIn(buildFolder(changes))).map((line) => line.slice(0, problem.length))).toContain(problem)
  })
})

test('reads the steps and quizzes of a session in every language', async () => {
  const { sessions } = await readProgramme(buildFolder())
  const [session] = sessions
  expect(session?.stepTexts.get('read-the-slip')?.get('hi')?.items[0]?.text).toBe('**स्लिप** के तीन हिस्से।')
  expect([...(session?.quizzes.keys() ?? [])]).toEqual(['read-the-slip'])
  expect(session?.value.steps).toEqual(sessionFile.steps)
})

describe('a further language', () => {
  test('is read for each session that has it', async () => {
    const { sessions } = await readProgramme(buildFolder(tamilSession))
    expect(sessions[0]?.stepTexts.get('make-a-plan')?.has('ta')).toBe(true)
  })

  test.each([
    ['an overview', { [`${at}/overview.ta.md`]: null }, `${at}/overview.ta.md: is missing`],
    ['a step', { [`${at}/steps/make-a-plan.ta.md`]: null }, `${at}/steps/make-a-plan.ta.md: is missing`],
    ['a quiz', { [quizPath]: quizFile }, `${quizPath}:2 helpText.ta: the translation is missing`],
    [
      'its title',
      { [`${at}/session.json`]: sessionFile },
      `${at}/overview.ta.md: "ta" is not among the programme's other languages`,
    ],
    [
      'its mention in programme.json',
      { 'programme.json': aboutFile },
      `${at}/overview.ta.md: "ta" is not among the programme's other languages`,
    ],
  ])('is refused in a session without %s in it', async (_what, changes, problem) => {
    expect((await problemsIn(buildFolder({ ...tamilSession, ...changes }))).join('\n')).toContain(problem)
  })

  test('is refused if it is listed twice', async () => {
    const twice = { 'programme.json': { ...aboutFile, moreLanguages: ['ta', 'hi'] } }
    expect(await problemsIn(buildFolder(twice))).toContainEqual(expect.stringContaining('"hi" occurs twice'))
  })
})
