import type { ProgrammeFile } from '../format/programme.ts'
import type { Problem } from '../problems.ts'

type Versioned = {
  /** The name of its files without language and extension. */
  base: string
  /** By language; the base language has an empty key. */
  texts: ReadonlyMap<string, unknown>
  version: number | undefined
  /** The field of programme.json with the version. */
  field: string
}

/** A text that people agree to must have a version and exist in every language. */
export function checkVersioned(
  { languages, baseLanguage }: Pick<ProgrammeFile, 'languages' | 'baseLanguage'>,
  { base, texts, version, field }: Versioned,
): Problem[] {
  const file = (code: string) => `${base}${code === '' ? '' : `.${code}`}.md`
  if (version === undefined) {
    return [...texts.keys()].map((code) => ({ file: file(code), text: `has no version under "${field}" in programme.json` }))
  }
  const expected = languages.map((code) => (code === baseLanguage ? '' : code))
  return [
    ...expected.flatMap((code) => (texts.has(code) ? [] : [{ file: file(code), text: 'is missing' }])),
    ...[...texts.keys()].flatMap((code) =>
      expected.includes(code) ? [] : [{ file: file(code), text: `"${code}" is not among the programme's other languages` }],
    ),
  ]
}
