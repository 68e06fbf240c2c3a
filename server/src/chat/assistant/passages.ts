import { LEGAL_IDS } from '@saathi/contract/content/community-calls'
import { findCommunityItems, findTopics } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'
import { findSessionCards } from '#learning/public.ts'
import { cutWords } from '../search/words.ts'

/** An answer that already exists in the product. */
export type Passage = {
  title: string
  text: string
  /** Synonyms and other languages by which it may be found. */
  keywords?: string
  path: `/${string}`
}

type Reader = { personId: number; language: string }

const SESSIONS_MAX = 200
const FAQ: Passage['path'] = '/moreinfo/faq'
const legalPaths = new Map<number, Passage['path']>([
  [LEGAL_IDS.privacyPolicy, '/moreinfo/privacyPolicy'],
  [LEGAL_IDS.termsOfService, '/moreinfo/termsOfService'],
  [LEGAL_IDS.codeOfConduct, '/moreinfo/codeofconduct'],
])

/** Content that this person may read anyway, in their language. Contains no messages. */
export async function findPassagesFor(db: Db, { personId, language }: Reader): Promise<Passage[]> {
  const [topics, items, { sessions }] = await Promise.all([
    findTopics(db, language),
    findCommunityItems(db, language),
    findSessionCards(db, { personId, language }, {}, { page: 1, size: SESSIONS_MAX }),
  ])
  return [
    ...topics.flatMap(({ content, localeTopicTitle }) =>
      content.map((item) => ({
        title: item.localeQuestion,
        text: plainText(item.localeAnswer),
        keywords: `${localeTopicTitle} ${item.question} ${plainText(item.answer)}`,
        path: FAQ,
      })),
    ),
    ...sessions.map(({ id, title, localeTitle, overview, localeOverview, tags }) => ({
      title: localeTitle,
      text: plainText(localeOverview),
      keywords: `${title} ${plainText(overview)} ${tags.join(' ')}`,
      path: `/session/sessionintroduction/${id}` as const,
    })),
    ...items.flatMap(({ id, localeTitle, localeContent }) => {
      const path = legalPaths.get(id)
      return path ? sectionsOf(localeTitle, localeContent, path) : []
    }),
  ]
}

/** Splits a long text by its headings, so that an answer is only the relevant part. */
function sectionsOf(title: string, content: string, path: Passage['path']): Passage[] {
  return content.split(/^#{1,4} /m).flatMap((part) => {
    const [heading = '', ...lines] = part.split('\n')
    const text = plainText(lines.join('\n'))
    return text === '' ? [] : [{ title: heading.trim() === '' ? title : `${title}: ${heading.trim()}`, text, path }]
  })
}

/** Without Markdown, because messages show plain text. */
const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/!?\[([^\]\n]{0,300})\]\([^)\n]{0,500}\)/g, '$1')
    .replaceAll(/[*_`#>|]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const TITLE_WEIGHT = 3
/** Words that share this many first letters are treated as forms of one word. */
const STEM_LETTERS = 4
const FORM_WEIGHT = 0.6
/** A word in more than this share of all passages is ignored. */
const COMMON_SHARE = 0.4
/** Passages below this score are not relevant. */
const MIN_SCORE = 0.8

/** Words of a question that are considered. */
const TERMS_MAX = 30

export type RankedPassage = { passage: Passage; score: number }

/** Best first. Rare words count more than frequent ones, titles more than text. */
export function findPassages(passages: readonly Passage[], question: string, limit: number): RankedPassage[] {
  const terms = cutWords(question).filter(isMeaningful).slice(0, TERMS_MAX)
  if (terms.length === 0) return []
  const indexed = passages.map((passage) => ({ passage, weights: weightsOf(passage) }))
  const rarity = new Map(terms.map((word) => [word, rarityOf(word, indexed)]))
  return indexed
    .map(({ passage, weights }) => ({ passage, score: scoreOf(terms, weights, rarity) }))
    .filter(({ score }) => score >= MIN_SCORE)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
}

type Weights = ReadonlyMap<string, number>

function weightsOf({ title, text, keywords = '' }: Passage): Weights {
  const weights = new Map<string, number>()
  for (const word of cutWords(`${text} ${keywords}`)) weights.set(word, 1)
  for (const word of cutWords(title)) weights.set(word, TITLE_WEIGHT)
  return weights
}

/** Stop words of questions. */
const stopWords: ReadonlySet<string> = new Set(
  cutWords(
    `a about am an and any are as at be but by can could did do does for from get has have how i if in is it its me my no not
    now of on or our please should so tell that the their them there they this to want was we were what when where which who
    why will with would you your
    है हैं हूँ हो था थी थे क्या कैसे कब कहाँ कौन क्यों का की के को में मैं मेरा मेरी मेरे मुझे से पर और या यह वह ये वे ने तो भी ही एक कर करें करूँ करना
    कोई कुछ गया गई गए अब आप हम मुझको चाहिए
    hai hain hoon kya kaise kab kahan kaun kyon ka ki ke ko mein main mera meri mujhe se par aur yeh woh chahiye`,
  ),
)

/** Single letters are ignored, too. */
const isMeaningful = (word: string): boolean => Array.from(word).length > 1 && !stopWords.has(word)

function rarityOf(word: string, indexed: readonly { weights: Weights }[]): number {
  const matches = indexed.filter(({ weights }) => weightIn(weights, word) > 0).length
  return matches > Math.max(2, indexed.length * COMMON_SHARE) ? 0 : Math.log(1 + indexed.length / (1 + matches))
}

function scoreOf(terms: readonly string[], weights: Weights, rarity: ReadonlyMap<string, number>): number {
  const score = terms.reduce((sum, word) => sum + weightIn(weights, word) * (rarity.get(word) ?? 0), 0)
  return score / Math.sqrt(terms.length)
}

/** An exact match or another form of the word: English and Indian languages change the end of a word. */
function weightIn(weights: Weights, word: string): number {
  const exact = weights.get(word)
  if (exact !== undefined) return exact
  const letters = Array.from(word)
  if (letters.length < STEM_LETTERS) return 0
  const stem = letters.slice(0, Math.max(STEM_LETTERS, letters.length - 2)).join('')
  let best = 0
  for (const [other, weight] of weights) if (other.startsWith(stem)) best = Math.max(best, weight * FORM_WEIGHT)
  return best
}
