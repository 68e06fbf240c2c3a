import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { languages, ordinaryOf, readCorpus } from '../danger/training.ts'

/** A message, or up to three that one person sends in a row. */
type Exchange = string[]
const Exchanges = z.record(z.string(), z.array(z.union([z.string(), z.array(z.string()).check(z.maxLength(3))])))
const Ordinary = z.object({
  templates: z.array(z.string()),
  words: z.object({ day: z.array(z.string()), subject: z.array(z.string()), pageLinks: z.array(z.string()) }),
  conversations: z.array(z.array(z.string())),
})
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8'))

/** By language. */
const readExchanges = (name: string): Map<string, Exchange[]> =>
  new Map(Object.entries(Exchanges.parse(read(name))).map(([language, list]) => [language, list.map((each) => [each].flat())]))

/** The words of the filter were chosen with these in view. */
export const knownExchanges = readExchanges('exchanges')
/** Written before the filter, and never looked at to change it. */
export const heldOutExchanges = readExchanges('held-out')

const { templates, words, conversations } = Ordinary.parse(read('ordinary'))
/** Messages that people send in a row, without a number that is a contact. */
export const ordinaryConversations = conversations

/** The same sequence in each run. */
function dice(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function filler(roll: (below: number) => number): Readonly<Record<string, () => string>> {
  const between = (least: number, most: number) => String(least + roll(most - least + 1))
  const pick = (list: readonly string[]) => list[roll(list.length)] ?? ''
  const two = (number: string) => number.padStart(2, '0')
  return {
    time: () => pick([`${between(1, 12)}:${two(between(0, 59))}`, between(1, 12), `${between(1, 12)}.30`]),
    date: () =>
      pick([
        `${between(1, 28)}/${between(1, 12)}/20${between(24, 27)}`,
        `${between(1, 28)}-${two(between(1, 12))}-2026`,
        `2026-${two(between(1, 12))}-${two(between(1, 28))}`,
      ]),
    day: () => pick(words.day),
    year: () => between(1990, 2026),
    mark: () => between(30, 99),
    total: () => pick(['100', '500', '80']),
    percent: () => pick([`${between(40, 99)}.${between(1, 99)}%`, `${between(40, 99)} percent`]),
    subject: () => pick(words.subject),
    price: () =>
      pick([
        `₹${between(10, 99)},${between(100, 999)}`,
        `Rs ${between(100, 99_999)}`,
        `${between(10, 99)},000 rupees`,
        `Rs. ${between(1, 9)},${two(between(10, 99))},000`,
      ]),
    small: () => between(1, 12),
    score: () =>
      pick([`${between(80, 320)}/${between(1, 9)}`, `${between(0, 5)}-${between(0, 5)}`, `${between(10, 25)}-${between(5, 21)}`]),
    roll: () =>
      pick([
        between(1, 60),
        between(100_000, 9_999_999),
        `2026${between(10_000, 99_999)}`,
        `${between(10, 99)}BCS${between(100, 999)}`,
      ]),
    long: () => `${between(100_000, 999_999)}${between(1_000, 9_999)}`,
    page: () => between(2, 400),
    train: () => between(11_001, 22_999),
    big: () =>
      pick([between(2_000, 90_000), `${between(10, 99)},${between(100, 999)}`, `${between(1, 9)},${between(10, 99)},000`]),
    pin: () => `${between(110, 855)}${two(between(0, 99))}${between(1, 9)}`,
    page_link: () => pick(words.pageLinks),
  }
}

/** Ordinary sentences of the danger corpus, and as many with times, prices, marks and other numbers that are no contacts. */
export function ordinaryMessages(count: number): string[] {
  const spoken = languages.flatMap((name) => [...ordinaryOf(readCorpus(name)), ...ordinaryOf(readCorpus(`independent/${name}`))])
  const roll = dice(7)
  const fill = filler(roll)
  const half = Math.floor(count / 2)
  const step = Math.floor(spoken.length / half)
  const numbered = Array.from({ length: count - half }, (_, at) =>
    (templates[at % templates.length] ?? '').replaceAll(/\{(\w+)\}/gu, (_all, name: string) => fill[name]?.() ?? name),
  )
  return [...spoken.filter((_, at) => at % Math.max(step, 1) === 0).slice(0, half), ...numbered]
}
