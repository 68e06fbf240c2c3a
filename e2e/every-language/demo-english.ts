import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AllowedEnglish, bare, normalize } from '../../scripts/english/english-left.ts'
import { regions } from '../../server/src/programme/people/names.ts'

const demo = fileURLToPath(new URL('../../demo', import.meta.url))
const talks = fileURLToPath(new URL('../../server/src/programme/people/mentorship.ts', import.meta.url))
const files = readdirSync(demo, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
const read = (file: string) => readFileSync(join(demo, file), 'utf8')

/** Fields in which people wrote something, and names. Others are keys of the program. */
const writtenFields = new Set(
  'firstName lastName bio title description text words message takeaway thanks name code good-to-know'.split(' '),
)

type Found = { english: string; translations: Readonly<Record<string, string>> }

function* textsIn(value: unknown): Generator<Found> {
  if (typeof value !== 'object' || value === null) return
  if ('en' in value && typeof value.en === 'string') {
    const { en, ...translations } = value
    yield { english: en, translations }
    return
  }
  for (const [key, part] of Object.entries(value)) {
    if (typeof part !== 'string') yield* textsIn(part)
    else if (writtenFields.has(key)) yield { english: part, translations: {} }
  }
}

const fromJson = files.filter((file) => file.endsWith('.json')).flatMap((file) => [...textsIn(JSON.parse(read(file)))])
const fromMarkdown = files
  .filter((file) => /^[^.]*\.md$/.test(file) && file !== 'README.md')
  .map((file): Found => {
    const base = file.slice(0, -'.md'.length)
    const others = files.filter((other) => other.startsWith(`${base}.`) && other !== file)
    return {
      english: read(file),
      translations: Object.fromEntries(others.map((other) => [other.slice(base.length + 1, -'.md'.length), read(other)])),
    }
  })
const fromCode = [...readFileSync(talks, 'utf8').matchAll(/'([^'\n]+)'/g)].map(([, english = '']): Found => ({
  english,
  translations: {},
}))
/** The console previews what goes out, in the language of each reader. */
const reminders: Record<string, string> = JSON.parse(
  readFileSync(new URL('../../contract/texts/en/notices-nudges.json', import.meta.url), 'utf8'),
)
/** Searched by a tour. The result shows what is before it, the word itself, and what follows. */
const searched = 'portfolio'
/** What the tours write or search for, the reason they choose, which is stored, and the columns of their file. */
const fromTours = [
  'How do I change the time of our call?',
  'The words below the picture hurt me.',
  'The internship begins',
  'Before a call or visit',
  'Not saved yet',
  'Tara Newcomer',
  searched,
  ...'asha Role Programme Name E-mail Phone'.split(' '),
].map((english): Found => ({ english, translations: {} }))
const content = [...fromJson, ...fromMarkdown, ...fromCode, ...fromTours]

/** Programmes whose name is a single word. Several names may be in one text. */
const programme: { projects: readonly { name: string }[] } = JSON.parse(read('programme.json'))
const programmes = programme.projects.flatMap(({ name }) => (name.includes(' ') ? [] : [name]))

/** Names and initials of everybody in the demo. */
const people: readonly { firstName: string; lastName: string }[] = JSON.parse(read('accounts.json')).accounts
const names = [
  ...people.flatMap(({ firstName, lastName }) => [firstName, lastName, `${firstName[0]}${lastName[0]}`]),
  ...regions.flatMap(({ first, last }) => [...first, ...last].map(([latin]) => latin)),
].flatMap((name) => normalize(name).split(' '))

/** As the list of sign-ins names a device. */
const devices = 'Chrome Edge Safari Android iOS Windows macOS Linux'.split(' ')

/** A text and the pieces in which a page shows it: paragraphs, list items, and what is bold or linked. */
const piecesOf = (text: string): string[] => [
  text,
  ...text.split(/\n+/),
  ...text.split(/\n+|\*+|[[\]()_|>#]|^\d+\. |^- /m),
  ...text.split(/\n\s*\n/),
  ...text.split(searched),
]

const latin = /\p{Script=Latin}[\p{Script=Latin}\d\p{Punctuation}\p{Symbol} ]*/gu

const found = new Map<string, AllowedEnglish>()

/** `isAuthor`: the console shows the English content in every language, to write it and to translate from it. */
export function allowedIn(language: string, { isAuthor }: { isAuthor: boolean }): AllowedEnglish {
  const key = `${language} ${isAuthor}`
  const known = found.get(key) ?? readAllowed(language, isAuthor)
  found.set(key, known)
  return known
}

function readAllowed(language: string, isAuthor: boolean): AllowedEnglish {
  const shownToTeam = isAuthor ? Object.values(reminders) : []
  const english = content.flatMap(({ english: text, translations }) => {
    const own = translations[language]
    return [...(own === undefined || isAuthor ? [text] : []), ...(own?.match(latin) ?? [])]
  })
  return {
    units: new Set([...english, ...shownToTeam].flatMap(piecesOf).map(bare)),
    words: new Set([...names, ...programmes, ...devices]),
    passages: normalize(english.join('\n')),
  }
}
