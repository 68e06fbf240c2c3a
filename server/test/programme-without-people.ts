import { cpSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const demo = fileURLToPath(new URL('../../demo', import.meta.url))
const isOfPeople = (path: string) => /^(accounts|people|mentorships|matching)\.json$|^portrait-/.test(basename(path))

/** The shipped programme as in production: all content and no people. */
export const copyProgrammeWithoutPeople = (folder: string): void =>
  cpSync(demo, folder, { recursive: true, filter: (path) => !isOfPeople(path) })
