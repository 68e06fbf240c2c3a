import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { describeProblem } from '#programme/problems.ts'
import { ProgrammeProblems } from '#programme/programme.ts'
import { readProgramme } from '#programme/read/programme.ts'

type Content = string | Buffer | object

export const drawing = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4" fill="${color}"/></svg>\n`

export const aboutFile = {
  name: 'Small programme',
  baseLanguage: 'en',
  languages: ['en', 'hi'],
  tags: { money: { en: 'Money', hi: 'पैसा' } },
  projects: [
    { key: 'pairs', name: 'Pairs', groupType: '1to1' },
    { key: 'circle', name: 'Circle', groupType: '1toM', emailDomains: ['circle.example'], isDisabled: true },
  ],
}

export const sessionFile = {
  key: 'first-salary',
  title: { en: 'First salary', hi: 'पहली तनख़्वाह' },
  tags: ['money'],
  color: '#74C16E',
  cover: 'cover-pot.svg',
  isLearningHub: true,
  projects: ['pairs'],
  steps: [
    { key: 'read-the-slip', durationMinutes: 7, title: { en: 'Read the slip', hi: 'स्लिप पढ़िए' } },
    { key: 'make-a-plan', durationMinutes: 8, title: { en: 'Make a plan', hi: 'योजना बनाइए' } },
  ],
}

export const account = {
  email: 'asha@saathi.example',
  firstName: 'Asha',
  lastName: 'Rao',
  phoneNumber: '919800000001',
  role: 'Mentee',
  language: 'en',
  project: 'pairs',
  portrait: 'portrait-asha.svg',
  experiences: { session: 'use' },
  learning: [{ session: 'first-salary', startedDaysAgo: 2, at: '18:30', stepsDone: 1 }],
  bookmarks: [{ session: 'first-salary', daysAgo: 1, at: '09:00' }],
}

const accountsFile = (...accounts: object[]) => ({ password: 'Saathi@2026', accounts })

/** Valid sign-up files of a programme. */
export const signUpFiles = (changes: object = {}) => ({
  'programme.json': {
    ...aboutFile,
    institutions: [
      { code: 'ABC-1234', name: 'Anybody', project: 'pairs', membersAreAdults: true },
      { code: 'CORP-1', name: 'Corp', emailDomains: ['corp.test'], isActive: false },
    ],
    declarations: { Mentee: 1, Mentor: 1 },
    ...changes,
  },
  'declarations/mentee.md': 'I promise.\n\nReally.\n',
  'declarations/mentee.hi.md': 'मेरा वादा।\n',
  'declarations/mentor.md': 'I will listen.\n',
  'declarations/mentor.hi.md': 'सुनना मेरा वादा।\n',
})

export const quizFile = {
  helpText: { en: 'Two questions.', hi: 'दो सवाल।' },
  questions: [
    {
      key: 'take-home',
      questionType: 'SingleChoiceRadio',
      mandatory: true,
      title: { en: 'What reaches your bank?', hi: 'बैंक में क्या आता है?' },
      answerOptions: [
        { key: 'gross', label: { en: 'Gross', hi: 'कुल' }, helpText: { en: 'Before cuts.', hi: 'कटौती से पहले।' } },
        { key: 'net', label: { en: 'Net', hi: 'शुद्ध' }, helpText: { en: 'After cuts.', hi: 'कटौती के बाद।' }, isCorrect: true },
      ],
    },
    {
      key: 'how-sure',
      questionType: 'Scale',
      mandatory: false,
      title: { en: 'How sure are you?', hi: 'कितना भरोसा है?' },
      label: { en: 'Sure', hi: 'भरोसा' },
      helpText: { en: 'Be honest.', hi: 'सच-सच।' },
      scaleQuestionnaire: {
        sorting: 'descending',
        options: [
          { option: 1, label: { en: 'No', hi: 'नहीं' } },
          { option: 2, label: { en: 'Yes', hi: 'हाँ' } },
        ],
      },
    },
  ],
}

const slip = (text: string, picture: string, tip: string, link: string) => `${text}

::: image step-slip.svg
${picture}
:::

::: mentor_tips
${tip}
:::

::: hyperlink https://www.epfindia.gov.in
${link}
:::

::: quiz read-the-slip no-retake
:::
`

const stepFiles = {
  'sessions/01-first-salary/steps/read-the-slip.md': slip('The **slip** has three parts.', 'A slip.', 'Bring a slip.', 'EPFO'),
  'sessions/01-first-salary/steps/read-the-slip.hi.md': slip('**स्लिप** के तीन हिस्से।', 'एक स्लिप।', 'स्लिप लाइए।', 'ईपीएफ़ओ'),
  'sessions/01-first-salary/steps/make-a-plan.md': '::: instruction\nWrite three numbers.\n:::\n',
  'sessions/01-first-salary/steps/make-a-plan.hi.md': '::: instruction\nतीन अंक लिखिए।\n:::\n',
  'sessions/01-first-salary/quizzes/read-the-slip.json': quizFile,
}

const withTamil = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value).replaceAll('"hi":', '"ta":"தமிழ்","hi":'))

/** The session in a further language, which the rest of the programme does not have. */
export const tamilSession = {
  'programme.json': { ...aboutFile, moreLanguages: ['ta'] },
  'sessions/01-first-salary/session.json': withTamil(sessionFile),
  'sessions/01-first-salary/overview.ta.md': 'முதலில் திட்டம்.\n',
  'sessions/01-first-salary/steps/read-the-slip.ta.md': slip('மூன்று பகுதிகள்.', 'ஒரு ஸ்லிப்.', 'கொண்டு வாருங்கள்.', 'ஈபிஎஃப்ஓ'),
  'sessions/01-first-salary/steps/make-a-plan.ta.md': '::: instruction\nமூன்று எண்களை எழுதுங்கள்.\n:::\n',
  'sessions/01-first-salary/quizzes/read-the-slip.json': withTamil(quizFile),
}

/** A valid programme folder, with the given files replaced or, if null, left out. */
export function buildFolder(changes: Record<string, Content | null> = {}): string {
  const dir = emptyFolder()
  const files: Record<string, Content | null> = {
    'programme.json': aboutFile,
    'accounts.json': accountsFile(account),
    'sessions/01-first-salary/session.json': sessionFile,
    'sessions/01-first-salary/overview.md': 'A plan before the money arrives.\n',
    'sessions/01-first-salary/overview.hi.md': 'पैसे आने से पहले योजना।\n',
    ...stepFiles,
    'media/cover-pot.svg': drawing('#74C16E'),
    'media/step-slip.svg': drawing('#FA86A3'),
    'media/portrait-asha.svg': drawing('#FFDA8A'),
    ...changes,
  }
  for (const [file, content] of Object.entries(files)) {
    if (content === null) continue
    mkdirSync(join(dir, dirname(file)), { recursive: true })
    const isRaw = typeof content === 'string' || Buffer.isBuffer(content)
    writeFileSync(join(dir, file), isRaw ? content : JSON.stringify(content, null, 2))
  }
  return dir
}

export const buildAccounts = (...changes: object[]) => accountsFile(...changes.map((change) => ({ ...account, ...change })))

/** All problems of a folder, as printed for its editor. */
export async function problemsIn(dir: string): Promise<string[]> {
  try {
    await readProgramme(dir)
    return []
  } catch (error) {
    if (!(error instanceof ProgrammeProblems)) throw error
    return error.problems.map((problem) => describeProblem(dir, problem).replace(`${dir}/`, '').replace(dir, 'the folder'))
  }
}

export function emptyFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'saathi-programme-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}
