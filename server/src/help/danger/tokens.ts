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

/** Accents, nasal signs, dots and length marks that are often left out or typed differently. */
const LOOSE_MARKS = /[\u0300-\u036f\u0901\u0902\u0903\u093c\u0981\u09bc\u0cbc\u0cd5]/gu
/** Long and short vowels, which are often exchanged. */
const SAME_SOUND: readonly (readonly [RegExp, string])[] = [
  [/\u0940/gu, '\u093f'],
  [/\u0942/gu, '\u0941'],
  [/[\u0948\u0945]/gu, '\u0947'],
  [/[\u094c\u0949]/gu, '\u094b'],
  [/\u0911/gu, '\u0913'],
  [/\u0972/gu, '\u0905'],
  [/\u0937/gu, '\u0936'],
  [/\u09c0/gu, '\u09bf'],
  [/\u09c2/gu, '\u09c1'],
  [/\u09a3/gu, '\u09a8'],
  [/\u0c40/gu, '\u0c3f'],
  [/\u0c42/gu, '\u0c41'],
  [/\u0c47/gu, '\u0c46'],
  [/\u0c4b/gu, '\u0c4a'],
]

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
  let plain = text.normalize('NFKC').toLowerCase().normalize('NFD').replace(APOSTROPHES, '').replace(LOOSE_MARKS, '')
  for (const [pattern, letter] of SAME_SOUND) plain = plain.replace(pattern, letter)
  return plain
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
  const readable = plainLetters(text.slice(0, LETTERS_MAX).toWellFormed().replace(UNPRINTED, '').replace(LAUGHING, ' lol '))
  const plain = LOOKALIKES.reduce((words, [pattern, letter]) => words.replace(pattern, letter), readable)
  return plain.split(SENTENCE_END).flatMap((sentence) => {
    const words = joinApart(sentence.split(NOT_A_WORD).filter(Boolean).flatMap(splitTogether))
    return words.length === 0 ? [] : [words.map(formsOf)]
  })
}

const splitTogether = (word: string): string[] => (WRITTEN_TOGETHER.get(word) ?? word).split(' ')

function joinApart(words: readonly string[]): string[] {
  const joined: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const letters = singleLetters(words, at)
    const pair = WRITTEN_APART.get(`${words[at]} ${words[at + 1]}`)
    if (letters.length >= LETTERS_APART_MIN) {
      joined.push(letters)
      at += letters.length - 1
    } else if (pair) {
      joined.push(pair)
      at += 1
    } else joined.push(words[at] ?? '')
  }
  return joined
}

/** The single letters from here on, as in "s u i c i d e". */
function singleLetters(words: readonly string[], from: number): string {
  let end = from
  while (/^[a-z]$/u.test(words[end] ?? '')) end += 1
  return words.slice(from, end).join('')
}

/** "dieeee" may stand for a word with one such letter, "killll" for one with two. */
function formsOf(word: string): Token {
  const once = word.replace(/(.)\1{2,}/gu, '$1')
  const twice = word.replace(/(.)\1{2,}/gu, '$1$1')
  const plain = [...new Set([word, once, twice])]
  return /^[a-z]+$/u.test(word) ? [...new Set([...plain, ...plain.map((form) => `~${spokenForm(form)}`)])] : plain
}
