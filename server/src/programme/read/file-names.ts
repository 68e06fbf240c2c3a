import type { Problem } from '../problems.ts'

/** A programme of 100 sessions in seven languages has about 4,000 files. */
const MAX_FILES = 6_000
const MAX_NAME_LENGTH = 200

/** Hostile names are shown without line breaks and other signs that change what a reader sees. */
const shownName = (name: string) => name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD').slice(0, MAX_NAME_LENGTH)

function problemOf(name: string): string | null {
  if (/^[/\\]|^[a-z]:/i.test(name)) return 'must not have an absolute name'
  if (name.split(/[/\\]/).includes('..')) return 'must not lead out of the folder'
  if (name.includes('\\') || /[\p{Cc}]/u.test(name)) return 'has a sign in its name that is not allowed'
  return name.length > MAX_NAME_LENGTH ? 'has a name that is too long' : null
}

/** Two names that are the same file on some computers: apart from case, or from how their letters are put together. */
const asSame = (name: string) => name.normalize('NFC').toLowerCase()

export const checkFileCount = (count: number): Problem[] =>
  count > MAX_FILES ? [{ file: '', text: `has ${count} files, of which at most ${MAX_FILES} can be read` }] : []

/** Names are checked before anything is read. */
export function checkFileNames(names: readonly string[]): Problem[] {
  const seen = new Map<string, string>()
  return names.flatMap((name) => {
    const text = problemOf(name)
    if (text !== null) return [{ file: shownName(name), text }]
    const first = seen.get(asSame(name))
    seen.set(asSame(name), first ?? name)
    if (first === undefined) return []
    return [{ file: shownName(name), text: first === name ? 'is there twice' : `has the same name as ${shownName(first)}` }]
  })
}

/** Files that operating systems add to folders. */
export const isIgnored = (name: string): boolean =>
  name.split('/').some((part) => /^\.[^./\\]/.test(part)) ||
  name.startsWith('__MACOSX/') ||
  name.split('/').at(-1) === 'README.md'
