import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ProgrammeProblems } from '../programme.ts'
import type { Problem } from '../problems.ts'
import { checkFileCount, checkFileNames, isIgnored } from './file-names.ts'

/** The files of a programme, wherever they are, by their sorted names. */
export type ProgrammeSource = { files: readonly string[]; readBytes: (file: string) => Promise<Buffer> }

export async function openFolder(dir: string): Promise<ProgrammeSource> {
  const entries = await readdir(dir, { withFileTypes: true, recursive: true }).catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    throw new ProgrammeProblems([{ file: '', text: isMissing ? 'is not a folder' : 'cannot be read' }])
  })
  const found = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({
      name: join(entry.parentPath, entry.name).slice(join(dir, '/').length).replaceAll('\\', '/'),
      isFile: entry.isFile(),
    }))
    .filter(({ name }) => !isIgnored(name))
  const links: Problem[] = found.flatMap(({ name, isFile }) => (isFile ? [] : [{ file: name, text: 'must be an ordinary file' }]))
  const files = found.flatMap(({ name, isFile }) => (isFile ? [name] : [])).toSorted()
  const problems = [...checkFileCount(found.length), ...links, ...checkFileNames(files)]
  if (problems.length > 0) throw new ProgrammeProblems(problems)
  return { files, readBytes: (file) => readFile(join(dir, file)) }
}
