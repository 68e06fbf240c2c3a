import type { ProgrammeFile } from './format.ts'
import type { Problem } from './problems.ts'

type Versioned = {
  /** Its files' name up to language and ending. */
  base: string
  /** By language; the base language has the empty name. */
  texts: ReadonlyMap<string, unknown>
  version: number | undefined
  /** Where programme.json gives the version. */
  field: string
}

/** A text that people agree to: it has a version, and stands in every language. */
export function checkVersioned(
  { languages, baseLanguage }: Pick<ProgrammeFile, 'languages' | 'baseLanguage'>,
  { base, texts, version, field }: Versioned,
): Problem[] {
  const file = (code: string) => `${base}${code === '' ? '' : `.${code}`}.md`
  if (version === undefined) {
    return [...texts.keys()].map((code) => ({ file: file(code), text: `has no version under "${field}" in programme.json` }))
  }
  const wanted = languages.map((code) => (code === baseLanguage ? '' : code))
  return [
    ...wanted.flatMap((code) => (texts.has(code) ? [] : [{ file: file(code), text: 'is missing' }])),
    ...[...texts.keys()].flatMap((code) =>
      wanted.includes(code) ? [] : [{ file: file(code), text: `"${code}" is not among the programme's other languages` }],
    ),
  ]
}
