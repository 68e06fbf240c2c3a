import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { isFirstText } from '@saathi/contract/first-texts'
import { expect, test } from 'vitest'
import { root } from './run.ts'

const source = join(root, 'web/src')
/** What a visit of a page loads that need not wait for all texts. */
const starts = ['app/main.tsx', 'app/inside-layout.tsx', 'accounts/auth-pages.ts', 'learning/hub-pages.ts']

const folder = join(root, 'contract/texts/en')
const keys = new Set(
  readdirSync(folder).flatMap((file) => Object.keys(JSON.parse(readFileSync(join(folder, file), 'utf8')) as object)),
)

function pathOf(specifier: string, from: string): string | null {
  const path = specifier.startsWith('#')
    ? join(source, specifier.slice(1))
    : specifier.startsWith('.')
      ? normalize(join(dirname(from), specifier))
      : specifier.replace(/^@saathi\/contract\/(.*)$/, (_, name: string) => join(root, 'contract/src', `${name}.ts`))
  return /\.tsx?$/.test(path) && existsSync(path) ? path : null
}

const importing = /^(?:import (?:(?!type\b)[\w${},*\s]+ from )?|export (?:\*|\{[^}]*\}) from )['"]([^'"]+)['"]/gm

/** The modules that these import, directly and through others, but not those that are loaded on demand. */
function modulesOf(files: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  const left = [...files]
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (found.has(file)) continue
    const code = readFileSync(file, 'utf8')
    found.set(file, code)
    for (const [, specifier = ''] of code.matchAll(importing)) {
      const path = pathOf(specifier, file)
      if (path) left.push(path)
    }
  }
  return found
}

/** Keys that a module names, or begins as `learning.status.${…}`. */
function keysIn(code: string): string[] {
  const whole = [...code.matchAll(/['"`]([A-Za-z]\w*(?:\.\w+)*)['"`]/g)].map(([, key = '']) => key).filter((key) => keys.has(key))
  const begun = [...code.matchAll(/`([A-Za-z]\w*\.[\w.]*)\$\{/g)].flatMap(([, start = '']) =>
    [...keys].filter((key) => key.startsWith(start)),
  )
  return [...whole, ...begun]
}

/** Shown while a page is loading that waits for all texts. */
const otherWords = new Set(['calendar.callback.checking'])

test('pages that do not wait for all texts show only the first ones', () => {
  const modules = modulesOf(starts.map((file) => join(source, file)))
  expect(modules.size).toBeGreaterThan(150)
  const late = [...modules].flatMap(([file, code]) =>
    keysIn(code)
      .filter((key) => !isFirstText(key) && !otherWords.has(key))
      .map((key) => `${file.slice(root.length)}: ${key}`),
  )
  expect(late).toEqual([])
})
