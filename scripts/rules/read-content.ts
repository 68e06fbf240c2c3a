import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentText } from './content-rules.ts'

type Kind = ContentText['kind']

const names = new Set(['title', 'name', 'tags', 'readiness'])
const translation = /^(.*)\.([a-z]{2,3})\.md$/

/** Every translated text of a programme folder with its English text. */
export function readContent(dir: string): ContentText[] {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  const read = (file: string) => readFileSync(join(dir, file), 'utf8')
  return files.toSorted().flatMap((file) => {
    if (file.endsWith('.json')) return textsIn(file, JSON.parse(read(file)), 'text')
    const [, base, language] = translation.exec(file) ?? []
    return base === undefined || language === undefined ? [] : paragraphsOf(file, language, read(`${base}.md`), read(file))
  })
}

function textsIn(place: string, value: unknown, kind: Kind): ContentText[] {
  if (typeof value !== 'object' || value === null) return []
  if ('en' in value && typeof value.en === 'string') {
    const { en: english, ...others } = value
    return Object.entries(others).map(([language, text]) => ({ place, language, kind, english, text: String(text) }))
  }
  return Object.entries(value).flatMap(([key, part]) => textsIn(`${place} ${key}`, part, kindOf(place, key, kind)))
}

/** Questions also have a title, but it has as many lines as it needs. */
function kindOf(place: string, key: string, parent: Kind): Kind {
  if (key === 'questions' || place.includes(' questions ')) return 'text'
  return names.has(key) ? 'name' : parent
}

/** Paragraph by paragraph, or whole if their numbers differ. */
function paragraphsOf(place: string, language: string, english: string, text: string): ContentText[] {
  const [expected, found] = [split(english), split(text)]
  const pairs =
    expected.length === found.length ? expected.map((part, at) => [part, found[at] ?? ''] as const) : [[english, text] as const]
  return pairs.map(([part, own]) => ({ place, language, kind: 'text', english: part, text: own }))
}

/** Without the lines that begin and end blocks, which have no text. */
const split = (markdown: string) =>
  markdown
    .replaceAll(/^:::.*$/gm, '')
    .trim()
    .split(/\n\s*\n/)
