/** Checks translations of programme content against their English text, as translation-rules does for the product's texts. */

/** A name is shown in few lines on a phone, a text in as many as it needs. */
export type ContentText = { place: string; language: string; kind: 'name' | 'text'; english: string; text: string }

/** `width` is the average of a visible letter in the script's font, in em. */
type Script = { letters: RegExp; digits: RegExp; width: number }

const scripts = {
  bengali: { letters: /\p{Script=Bengali}/u, digits: /[০-৯]/u, width: 0.6 },
  devanagari: { letters: /\p{Script=Devanagari}/u, digits: /[०-९]/u, width: 0.6 },
  kannada: { letters: /\p{Script=Kannada}/u, digits: /[೦-೯]/u, width: 0.75 },
  tamil: { letters: /\p{Script=Tamil}/u, digits: /[௦-௯]/u, width: 0.85 },
  telugu: { letters: /\p{Script=Telugu}/u, digits: /[౦-౯]/u, width: 0.75 },
} satisfies Record<string, Script>

const scriptOf: Readonly<Record<string, Script>> = {
  bn: scripts.bengali,
  hi: scripts.devanagari,
  kn: scripts.kannada,
  mr: scripts.devanagari,
  ta: scripts.tamil,
  te: scripts.telugu,
}

/** A phone of 360 px without its margins, and the largest sizes of names and texts. */
const lineWidth = 312
const sizes = { name: 22, text: 16 }
const nameLines = 4

export function contentFaults(content: ContentText): string[] {
  const script = scriptOf[content.language]
  const faults = script
    ? [...untranslated(content, script), ...otherMarks(content), ...mixedScripts(content, script), ...tooWide(content, script)]
    : ['has no script in content-rules.ts']
  return faults.map((fault) => `${content.place} (${content.language}): ${fault}`)
}

const withoutMarks = (text: string) => text.replaceAll(/\{\w+\}|https?:\/\/\S+/g, '')

function untranslated({ english, text }: ContentText, { letters }: Script): string[] {
  return /[a-z]{3}/i.test(withoutMarks(english)) && !letters.test(text) ? [`is not translated: ${text}`] : []
}

/** Placeholders, addresses and the marks of bold text. */
function otherMarks({ english, text }: ContentText): string[] {
  const marksOf = (words: string) => (words.match(/\{\w+\}|https?:\/\/[^\s)]+|\*\*/g) ?? []).toSorted().join(' ')
  return marksOf(english) === marksOf(text) ? [] : [`has the marks “${marksOf(text)}”, but English “${marksOf(english)}”`]
}

const latinWord = /[a-z](?:[a-z.]*[a-z])?/gi
const joinedScripts =
  /\p{Script=Latin}(?=[\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Kannada}\p{Script=Tamil}\p{Script=Telugu}])/u

/** Terms that people meet in English, such as “Net pay”, stay in Latin letters if English has them too. */
function mixedScripts({ text, english }: ContentText, own: Script): string[] {
  const words = withoutMarks(text)
  const known = english.toLowerCase()
  const added = (words.match(latinWord) ?? []).filter((word) => word.length > 1 && !known.includes(word.toLowerCase()))
  return [
    ...(Object.values(scripts).some((script) => script !== own && script.letters.test(words))
      ? [`has letters of another script: ${text}`]
      : []),
    ...(own.digits.test(words) ? [`must have the digits 0 to 9: ${text}`] : []),
    ...(joinedScripts.test(words) ? [`joins two scripts in one word: ${text}`] : []),
    ...added.map((word) => `has “${word}”, which English does not have`),
  ]
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

function tooWide({ kind, text }: ContentText, { width }: Script): string[] {
  const widthOf = (words: string) => [...letters.segment(words)].length * width * sizes[kind]
  const wide = withoutMarks(text)
    .split(/[\s-]+/)
    .filter((word) => widthOf(word) > lineWidth)
  return [
    ...wide.map((word) => `“${word}” is wider than a small phone`),
    ...(kind === 'name' && widthOf(text) > nameLines * lineWidth ? [`needs more than ${nameLines} lines on a small phone`] : []),
  ]
}
