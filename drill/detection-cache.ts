import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../scripts/run.ts'
import type { Check } from './checks.ts'

const file = join(root, '.cache', 'drill-noticed.json')
const hashOf = (...texts: string[]) => createHash('sha256').update(texts.join('\0')).digest('hex')
type Detections = Record<string, { by: string; hash: string }>

function readDetections(): Detections {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/**
 * Removing every check takes more than an hour, so detections are cached. A detection is valid while neither the file nor the
 * test that detected it has changed.
 */
export function readDetection({ path, text }: Check): string | null {
  const entry = readDetections()[hashOf(path, text)]
  return entry && entry.hash === hashOf(textOf(entry.by)) ? entry.by : null
}

export function storeDetection({ path, text }: Check, by: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...readDetections(), [hashOf(path, text)]: { by, hash: hashOf(textOf(by)) } }, null, 1))
}

const textOf = (path: string): string => {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return ''
  }
}
