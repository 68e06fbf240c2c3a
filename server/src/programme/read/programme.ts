import { createHash } from 'node:crypto'
import { UserType } from '@saathi/contract/accounts/entities'
import type * as z from 'zod/mini'
import { checkProgramme } from '../check/checks.ts'
import { readCommunity, readSurveys } from './community.ts'
import { AccountsFile, DECLARATION_MAX_LENGTH, OVERVIEW_MAX_LENGTH, ProgrammeFile, SessionFile } from '../format/programme.ts'
import { JsonProblem, readJson } from './json-lines.ts'
import { readMedia } from './media.ts'
import { MatchingFile } from '../format/matching.ts'
import { MentorshipsFile } from '../format/mentorship.ts'
import { PeopleFile } from '../format/people.ts'
import { addPeople, checkPeople } from '../people/add-people.ts'
import { type Document, type Problem, problemsOf } from '../problems.ts'
import {
  type DeclarationTexts,
  makeDocument,
  type MediaFile,
  type Programme,
  ProgrammeProblems,
  type SessionSource,
} from '../programme.ts'
import { readOptional, readTexts } from './readable-folder.ts'
import { MAX_PIXELS, pixelsOf } from './pixels.ts'
import { readQuizzes, readStepTexts } from './session.ts'
import { openFolder, type ProgrammeSource } from './source.ts'

const sessionFolder = /^\d{2,3}-[a-z0-9]+(-[a-z0-9]+)*$/

/** Not allowed in an archive: people are added by the import of people, which lets staff correct each row. */
const peopleFiles = ['accounts.json', 'people.json', 'mentorships.json', 'matching.json']

/** Reads and checks a whole folder. Throws ProgrammeProblems with all problems. */
export async function readProgramme(dir: string, { withMadeUpPeople = false } = {}): Promise<Programme> {
  return readSource(await openFolder(dir), { withMadeUpPeople })
}

export async function readSource(
  source: ProgrammeSource,
  { withMadeUpPeople = false, mayHavePeople = true } = {},
): Promise<Programme> {
  const problems: Problem[] = []
  const folder = new Folder(source, problems)
  if (!mayHavePeople)
    for (const file of peopleFiles)
      if (source.files.includes(file)) folder.report({ file, text: 'has people, who cannot be imported with a programme' })
  const about = await folder.readDocument('programme.json', ProgrammeFile)
  const accounts = await readOptional(folder, 'accounts.json', AccountsFile)
  const mentorships = await readOptional(folder, 'mentorships.json', MentorshipsFile)
  const matching = await readOptional(folder, 'matching.json', MatchingFile)
  const people = await readOptional(folder, 'people.json', PeopleFile)
  const sessions = await readSessions(folder)
  const declarations = await readDeclarations(folder)
  const surveys = await readSurveys(folder)
  const community = await readCommunity(folder)
  const media = await readAllMedia(folder)
  const sourceHash = folder.hash()
  folder.reportUnknownFiles()
  if (!about || problems.length > 0) throw new ProgrammeProblems(problems)
  const madeUp = new Map<string, { lastSeenDaysAgo: number | null }>()
  const pairs = { mentorships, matching, madeUp }
  const programme = { about, accounts, ...pairs, sessions, declarations, surveys, ...community, media, sourceHash }
  await requireNoProblems(programme, people ? checkPeople(programme, people) : [])
  if (!people || !withMadeUpPeople) return programme
  const whole = addPeople({ ...programme, sourceHash: `${sourceHash} with people` }, people.value)
  await requireNoProblems(whole)
  return whole
}

async function requireNoProblems(programme: Programme, found: readonly Problem[] = []): Promise<void> {
  const problems = [...found, ...checkProgramme(programme), ...(await checkPairs(programme))]
  if (problems.length > 0) throw new ProgrammeProblems(problems)
}

/** These checks import the accounts domain, so they are only loaded if the folder needs them. */
async function checkPairs(programme: Programme): Promise<Problem[]> {
  if (!programme.mentorships && !programme.matching) return []
  const { checkMentorships } = await import('../check/mentorships.ts')
  const { checkMatches } = await import('../check/matches.ts')
  return [...checkMentorships(programme), ...checkMatches(programme)]
}

class Folder {
  readonly files: readonly string[]
  readonly #source: ProgrammeSource
  readonly #problems: Problem[]
  readonly #hashes = new Map<string, string>()

  constructor(source: ProgrammeSource, problems: Problem[]) {
    this.#source = source
    this.files = source.files
    this.#problems = problems
  }

  report(problem: Problem) {
    this.#problems.push(problem)
  }

  async readBytes(file: string): Promise<Buffer> {
    const bytes = await this.#source.readBytes(file)
    this.#hashes.set(file, createHash('sha256').update(bytes).digest('hex'))
    return bytes
  }

  /** Normalizes line endings, so that a checkout on Windows has the same hash. */
  async readText(file: string): Promise<string> {
    const text = (await this.readBytes(file)).toString('utf8').replaceAll('\r\n', '\n')
    this.#hashes.set(file, createHash('sha256').update(text).digest('hex'))
    return text
  }

  async readDocument<S extends z.ZodMiniType>(file: string, schema: S): Promise<Document<z.output<S>> | null> {
    if (!this.files.includes(file)) {
      this.report({ file, text: 'is missing' })
      return null
    }
    try {
      const { value, lineOf } = readJson(await this.readText(file))
      const parsed = schema.safeParse(value)
      if (parsed.success) return makeDocument(file, parsed.data, lineOf)
      const { problemAt } = makeDocument(file, value, lineOf)
      for (const { path, text } of problemsOf(parsed.error.issues, value)) this.report(problemAt(path, text))
    } catch (error) {
      if (!(error instanceof JsonProblem)) throw error
      this.report({ file, line: error.line, text: error.message })
    }
    return null
  }

  hash(): string {
    const lines = [...this.#hashes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([file, hash]) => `${hash} ${file}\n`)
    return createHash('sha256').update(lines.join('')).digest('hex')
  }

  /** A file that nothing reads is usually a misspelt name. */
  reportUnknownFiles() {
    for (const file of this.files) if (!this.#hashes.has(file)) this.report({ file, text: 'is not part of the format' })
  }
}

async function readSessions(folder: Folder): Promise<SessionSource[]> {
  const names = new Set(folder.files.filter((file) => file.startsWith('sessions/')).map((file) => file.split('/')[1] ?? ''))
  const sessions: SessionSource[] = []
  for (const name of [...names].toSorted()) {
    if (!sessionFolder.test(name)) {
      folder.report({ file: `sessions/${name}`, text: 'must be a folder named like 03-first-salary' })
      continue
    }
    const document = await folder.readDocument(`sessions/${name}/session.json`, SessionFile)
    const overviews = await readOverviews(folder, `sessions/${name}/`)
    const stepTexts = await readStepTexts(folder, `sessions/${name}/`)
    const quizzes = await readQuizzes(folder, `sessions/${name}/`)
    if (document) sessions.push({ ...document, overviews, stepTexts, quizzes })
  }
  return sessions
}

const readOverviews = (folder: Folder, prefix: string) =>
  readTexts(folder, `${prefix}overview`, { maxLength: OVERVIEW_MAX_LENGTH })

async function readDeclarations(folder: Folder): Promise<DeclarationTexts> {
  const read = UserType.options.map(async (type) => {
    const base = `declarations/${type.toLowerCase()}`
    return [type, await readTexts(folder, base, { maxLength: DECLARATION_MAX_LENGTH })] as const
  })
  return new Map(await Promise.all(read))
}

async function readAllMedia(folder: Folder): Promise<MediaFile[]> {
  const media: MediaFile[] = []
  for (const file of folder.files.filter((candidate) => candidate.startsWith('media/'))) {
    const bytes = file.endsWith('.svg') ? Buffer.from(await folder.readText(file)) : await folder.readBytes(file)
    const read = readMedia(file, file.slice('media/'.length), bytes)
    if (typeof read === 'string') folder.report({ file, text: read })
    else if ((pixelsOf(read) ?? 0) > MAX_PIXELS)
      folder.report({ file, text: `must not have more than ${MAX_PIXELS / 1_000_000} megapixels` })
    else media.push(read)
  }
  return media
}
