import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../scripts/run.ts'
import type { Check } from './checks.ts'

const file = join(root, '.cache', 'drill-noticed.json')
const hashOf = (...texts: string[]) => createHash('sha256').update(texts.join('\0')).digest('hex')
type Memory = Record<string, { by: string; hash: string }>

function readMemory(): Memory {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/**
 * An hour of taking out checks need not be begun anew for one that nobody noticed: what was noticed by a test that is still
 * the same, in a file that is still the same, would be noticed again.
 */
export function noticedEarlier({ path, text }: Check): string | null {
  const entry = readMemory()[hashOf(path, text)]
  return entry && entry.hash === hashOf(textOf(entry.by)) ? entry.by : null
}

export function rememberNoticed({ path, text }: Check, by: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...readMemory(), [hashOf(path, text)]: { by, hash: hashOf(textOf(by)) } }, null, 1))
}

const textOf = (path: string): string => {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return ''
  }
}
