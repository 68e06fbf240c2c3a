/** A message has at most 4,000 letters; longer texts are read only up to here. */
const LETTERS_MAX = 8_000

/** One word of a sentence, in each form that a phrase may contain. */
export type Token = readonly string[]

const UNPRINTED = /[\ufe00-\ufe0f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
const LAUGHING = /[\u{1f602}\u{1f923}\u{1f639}\u{1f606}]/gu
const APOSTROPHES = /['’‘`´]/gu
/** Ends of sentences. Line breaks do not count, nor do the dots of hesitation. */
const SENTENCE_END = /[!?;।॥]+|(?<!\.)\.(?=\s|$)/u
const NOT_A_WORD = /[^\p{L}\p{M}\p{N}]+/u
const NOT_AN_ASCII_WORD = /[^a-z\d]+/
const ASCII = /^[ -~\t\n\r]*$/

/** Accents, nasal signs, dots and length marks that are often left out or typed differently. */
const LOOSE_MARKS = /[\u0300-\u036f\u0901\u0902\u0903\u093c\u0981\u09bc\u0cbc\u0cd5]/gu
/** Long and short vowels, which are often exchanged. None of the replacements is replaced itself. */
const SAME_SOUND = new Map([
  ['\u0940', '\u093f'],
  ['\u0942', '\u0941'],
  ['\u0948', '\u0947'],
  ['\u0945', '\u0947'],
  ['\u094c', '\u094b'],
  ['\u0949', '\u094b'],
  ['\u0911', '\u0913'],
  ['\u0972', '\u0905'],
  ['\u0937', '\u0936'],
  ['\u09c0', '\u09bf'],
  ['\u09c2', '\u09c1'],
  ['\u09a3', '\u09a8'],
  ['\u0c40', '\u0c3f'],
  ['\u0c42', '\u0c41'],
  ['\u0c47', '\u0c46'],
  ['\u0c4b', '\u0c4a'],
])
const EXCHANGED = new RegExp(`[${[...SAME_SOUND.keys()].join('')}]`, 'gu')

/** Digits and signs that stand for a letter inside a word, as in "k1ll" and "su!cide". */
const LOOKALIKES: readonly (readonly [RegExp, string])[] = [
  [/(?<=[a-z])[1!|](?=[a-z])/gu, 'i'],
  [/(?<=[a-z])0(?=[a-z])/gu, 'o'],
  [/(?<=[a-z])3(?=[a-z])/gu, 'e'],
  [/(?<=[a-z])[4@](?=[a-z])/gu, 'a'],
  [/(?<=[a-z])[5$](?=[a-z])|\$(?=[a-z])/gu, 's'],
  [/(?<=[a-z])7(?=[a-z])/gu, 't'],
  [/(?<=[a-z])\*(?=[a-z])/gu, ''],
]
/** Finds any of the lookalikes, with the letter that follows it. Most texts have none, so they are not searched for each one. */
const HAS_LOOKALIKE = /[1!|034@5$7*][a-z]/u

/** Expressions that are written as one word or as two. */
const WRITTEN_APART = new Map([
  ['my self', 'myself'],
  ['him self', 'himself'],
  ['her self', 'herself'],
  ['any more', 'anymore'],
  ['black mail', 'blackmail'],
  ['black mailing', 'blackmailing'],
  ['over dose', 'overdose'],
  ['no one', 'nobody'],
  ['some one', 'someone'],
  ['every one', 'everyone'],
])
const BEFORE_A_GAP = new Set(Array.from(WRITTEN_APART.keys(), (pair) => pair.split(' ', 1)[0]))
const WRITTEN_TOGETHER = new Map([
  ['killmyself', 'kill myself'],
  ['wannadie', 'want to die'],
  ['wanttodie', 'want to die'],
  ['endmylife', 'end my life'],
  ['idontwanttolive', 'i dont want to live'],
])

const LETTERS_APART_MIN = 4

/** Applied to phrases and texts alike, so that both are compared in one form. */
export function plainLetters(text: string): string {
  // Nothing else changes in ASCII text, which most messages are.
  if (ASCII.test(text)) return text.toLowerCase().replace(APOSTROPHES, '')
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(APOSTROPHES, '')
    .replace(LOOSE_MARKS, '')
    .replace(EXCHANGED, (letter) => SAME_SOUND.get(letter) ?? letter)
}

/**
 * Hindi and other Indian languages in Latin letters have no fixed spelling: jeena, jina; mujhe, muje; chaahta, chahta. Words that
 * sound alike get the same form.
 */
export const spokenForm = (word: string): string =>
  word
    .replace(/ee|ii/gu, 'i')
    .replace(/oo|uu/gu, 'u')
    .replace(/(.)\1+/gu, '$1')
    .replace(/w/gu, 'v')
    .replace(/z/gu, 'j')
    .replace(/ph/gu, 'f')
    .replace(/q/gu, 'k')
    .replace(/(?<=[^cs])h/gu, '')
    .replace(/chh/gu, 'ch')

/** The sentences of a text as words. Takes linear time. */
export function cutSentences(text: string): Token[][] {
  const readable = readableForm(text.slice(0, LETTERS_MAX))
  const plain = HAS_LOOKALIKE.test(readable)
    ? LOOKALIKES.reduce((words, [pattern, letter]) => words.replace(pattern, letter), readable)
    : readable
  const notAWord = ASCII.test(plain) ? NOT_AN_ASCII_WORD : NOT_A_WORD
  return plain.split(SENTENCE_END).flatMap((sentence) => {
    const words = joinApart(sentence.split(notAWord).filter(Boolean).flatMap(splitTogether))
    return words.length === 0 ? [] : [words.map(formsOf)]
  })
}

const readableForm = (text: string): string =>
  ASCII.test(text) ? plainLetters(text) : plainLetters(text.toWellFormed().replace(UNPRINTED, '').replace(LAUGHING, ' lol '))

const splitTogether = (word: string): string | string[] => WRITTEN_TOGETHER.get(word)?.split(' ') ?? word

function joinApart(words: readonly string[]): string[] {
  const joined: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const letters = word.length === 1 ? singleLetters(words, at) : ''
    const pair = BEFORE_A_GAP.has(word) ? WRITTEN_APART.get(`${word} ${words[at + 1]}`) : undefined
    if (letters.length >= LETTERS_APART_MIN) {
      joined.push(letters)
      at += letters.length - 1
    } else if (pair) {
      joined.push(pair)
      at += 1
    } else joined.push(word)
  }
  return joined
}

/** The single letters from here on, as in "s u i c i d e". */
function singleLetters(words: readonly string[], from: number): string {
  let end = from
  while (/^[a-z]$/u.test(words[end] ?? '')) end += 1
  return words.slice(from, end).join('')
}

/** People use the same few thousand words, so these are cached; unusually long words are not. */
const MAX_CACHED = 5_000
const CACHED_LENGTH = 24

export function cachedByWord<T>(make: (word: string) => T): (word: string) => T {
  const cached = new Map<string, T>()
  return (word) => {
    const known = cached.get(word)
    if (known !== undefined) return known
    const made = make(word)
    if (word.length > CACHED_LENGTH) return made
    if (cached.size >= MAX_CACHED) cached.clear()
    cached.set(word, made)
    return made
  }
}

const formsOf = cachedByWord(makeForms)

/** "dieeee" may stand for a word with one such letter, "killll" for one with two. */
function makeForms(word: string): Token {
  const once = word.replace(/(.)\1{2,}/gu, '$1')
  const twice = word.replace(/(.)\1{2,}/gu, '$1$1')
  const plain = [...new Set([word, once, twice])]
  return /^[a-z]+$/u.test(word) ? [...new Set([...plain, ...plain.map((form) => `~${spokenForm(form)}`)])] : plain
}
