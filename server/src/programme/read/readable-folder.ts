import type * as z from 'zod/mini'
import type { Problem } from '../problems.ts'
import type { Document } from '../problems.ts'

/** The folder as the readers of its parts use it. */
export type ReadableFolder = {
  files: readonly string[]
  report: (problem: Problem) => void
  readText: (file: string) => Promise<string>
  readDocument: <S extends z.ZodMiniType>(file: string, schema: S) => Promise<Document<z.output<S>> | null>
}

export function matching({ files }: ReadableFolder, prefix: string, pattern: RegExp): [string, RegExpExecArray][] {
  return files.flatMap((file): [string, RegExpExecArray][] => {
    const match = file.startsWith(prefix) ? pattern.exec(file.slice(prefix.length)) : null
    return match ? [[file, match]] : []
  })
}

export async function readOptional<S extends z.ZodMiniType>(
  folder: ReadableFolder,
  file: string,
  schema: S,
): Promise<Document<z.output<S>> | null> {
  return folder.files.includes(file) ? folder.readDocument(file, schema) : null
}

/** overview.md is in the base language, overview.hi.md in Hindi. The base language has an empty key here. */
export async function readTexts(
  folder: ReadableFolder,
  base: string,
  { maxLength }: { maxLength: number },
): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const [file, match] of matching(folder, base, /^(?:\.([a-z]{2,3}(?:-[A-Z]{2})?))?\.md$/)) {
    const text = (await folder.readText(file)).trim()
    if (text === '') folder.report({ file, text: 'is empty' })
    if (text.length > maxLength) folder.report({ file, text: `must have at most ${maxLength} characters` })
    texts.set(match[1] ?? '', text)
  }
  return texts
}
