import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compress, decompress } from 'wawoff2'
import { knownSyllables, repertoireOf } from './repertoire.ts'
import { type Script, scripts } from './scripts.ts'
import { fontFrom, glyphsFor } from './shape.ts'
import { subsetFont } from './subset.ts'

const root = join(import.meta.dirname, '../..')
export const fontsFolder = join(root, '.cache/first-fonts')
/** What the styles use (tokens.css), and the one that the designers drew. */
export const weights = [430, 500, 530, 580, 630, 650, 700, 730] as const

export const readFont = (source: string): Promise<Uint8Array> =>
  decompress(readFileSync(fileURLToPath(import.meta.resolve(source))))

/** All texts of the product in the languages of a script, in one. */
export function textsIn({ languages, names }: Script): string {
  const texts = languages
    .map((language) => join(root, 'contract/texts', language))
    .flatMap((folder) => readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8')))
  return [names, ...texts].join('\n')
}

async function cutFirst(script: Script, sfnt: Uint8Array): Promise<Uint8Array> {
  const repertoire = repertoireOf(script, textsIn(script))
  const glyphs = glyphsFor(fontFrom(sfnt), { texts: repertoire, languages: ['en', ...script.languages], weights })
  const codePoints = new Set(Array.from(`${repertoire.join('')}\u200c\u200d\u25cc`, (letter) => letter.codePointAt(0) ?? 0))
  return subsetFont(sfnt, { glyphs, codePoints, weights: { min: Math.min(...weights), max: Math.max(...weights) } })
}

async function make(script: Script): Promise<void> {
  const cut = await cutFirst(script, await readFont(script.source))
  writeFileSync(join(fontsFolder, `anek-${script.name}-first.woff2`), await compress(cut))
}

function hashOf(script: Script): string {
  const hash = createHash('sha256').update(textsIn(script))
  for (const file of readdirSync(import.meta.dirname)) hash.update(readFileSync(join(import.meta.dirname, file)))
  return hash.update(readFileSync(fileURLToPath(import.meta.resolve(script.source)))).digest('hex')
}

/** Cuts the fonts that have changed since the last time. */
export async function makeFonts(): Promise<void> {
  mkdirSync(fontsFolder, { recursive: true })
  for (const script of scripts) {
    const stamp = join(fontsFolder, `${script.name}.hash`)
    const hash = hashOf(script)
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) continue
    await make(script)
    writeFileSync(stamp, hash)
  }
  const known = scripts.flatMap((script) => knownSyllables(script, textsIn(script)))
  writeFileSync(join(fontsFolder, 'syllables.json'), JSON.stringify({ syllables: [...new Set(known)].join(' ') }))
}
