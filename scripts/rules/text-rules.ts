import type { Rule } from './rule.ts'
import { isNode, isTest, nameOf, locationOf, stringOf, withDescendants, type Source } from './source.ts'

const hasLetters = /\p{L}{2,}/u
const textAttributes = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'title',
  'placeholder',
  'alt',
  'label',
  'heading',
])
/** The kit page shows components to developers only. */
const isKitPage = (path: string) => /^web\/src\/(core\/ui\/kit|dev\/kit|core\/kit)[\w/-]*\.tsx$/.test(path)

export const hardCodedTexts: Rule = {
  title: 'every text a person reads comes from the dictionary',
  check: ({ path, nodes, lineOf }) => {
    if (locationOf(path)?.pkg !== 'web' || isTest(path) || isKitPage(path)) return []
    return nodes.flatMap((node) => {
      const text =
        node.type === 'JSXText'
          ? String(node.value)
          : node.type === 'JSXAttribute' && isNode(node.name) && textAttributes.has(String(node.name.name))
            ? (stringOf(node.value) ?? '')
            : ''
      return hasLetters.test(text) ? [{ line: lineOf(node.start), what: `contains the text "${text.trim()}"` }] : []
    })
  },
  bad: [
    { path: 'web/src/chat/page.tsx', text: 'export const Page = () => <p>Hello</p>' },
    { path: 'web/src/chat/page.tsx', text: 'export const Page = () => <button aria-label="Close" />' },
    { path: 'web/src/chat/page.tsx', text: 'export const Page = () => <p>नमस्ते {name}</p>' },
  ],
  good: [{ path: 'web/src/chat/page.tsx', text: `export const Page = () => <p className="big">{t('chat.hello')} · 3</p>` }],
}

export type UsedKey = { key: string; path: string; line: number }

/** Keys passed to `t`, including both sides of a conditional. Keys built from parts are type-checked instead. */
export function usedKeys({ path, nodes, lineOf }: Source): UsedKey[] {
  if (!/^(web|server)\/src\//.test(path) || isTest(path)) return []
  return nodes.flatMap((node) => {
    const isText = node.type === 'CallExpression' && /(^|\.)t$/.test(nameOf(node.callee)) && Array.isArray(node.arguments)
    const first: unknown = isText && Array.isArray(node.arguments) ? node.arguments[0] : undefined
    if (!isNode(first)) return []
    const chosen =
      first.type === 'ConditionalExpression'
        ? [first.consequent, first.alternate].filter(isNode).flatMap(withDescendants)
        : [first]
    return chosen.flatMap((part) => {
      const key = stringOf(part)
      return key === undefined ? [] : [{ key, path, line: lineOf(part.start) }]
    })
  })
}

export type Dictionary = Record<string, string>

export const missingKeys = (used: UsedKey[], dictionary: Dictionary): string[] =>
  used
    .filter(({ key }) => !Object.hasOwn(dictionary, key))
    .map(({ key, path, line }) => `${path}:${line} ${key} is not in contract/texts/en`)

/** `{name}` and `{n, plural, …}` are arguments; the branches of a plural are texts, not arguments. */
export function argumentsOf(message: string): string[] {
  const names = new Set<string>()
  for (const [, name = ''] of message.matchAll(/\{\s*(\w+)\s*(?:\}|,\s*(?:plural|select|selectordinal|number|date|time)\b)/g))
    names.add(name)
  return [...names].toSorted()
}

export function translationFaults(english: Dictionary, other: Dictionary, sameEverywhere: string[]): string[] {
  const own = Object.keys(english).flatMap((key) => {
    const text = english[key] ?? ''
    const translated = other[key]
    if (translated === undefined) return [`${key} has no translation`]
    if (translated === text && hasLetters.test(text) && !sameEverywhere.includes(key)) return [`${key} is the English text`]
    const expected = argumentsOf(text).join()
    return argumentsOf(translated).join() === expected ? [] : [`${key} does not use the arguments ${expected || '(none)'}`]
  })
  const surplus = Object.keys(other).filter((key) => !Object.hasOwn(english, key))
  return [...own, ...surplus.map((key) => `${key} is not an English key`)]
}
