import type { TextKey } from '@saathi/contract/texts'
import { findText } from '#core/texts.ts'
import { findSmallTalk, type SmallTalk } from './small-talk.ts'
import { findIntent, type Intent, readQuestion } from './intents.ts'
import { type Passage, type RankedPassage } from './rank-passages.ts'

/** Tuned with server/test/assistant: below this score more passages are wrong than right. */
const ANSWERS_FROM = 0.45
/** If the scores of two passages differ by less, both may be meant. */
const CLOSE = 0.03
const CHOICES = 3

type Understood<P extends Passage = Passage> =
  | { kind: 'small-talk'; smallTalk: SmallTalk }
  | { kind: 'about-me'; intent: Intent }
  | { kind: 'passage'; passage: P }
  | { kind: 'choice'; passages: readonly P[] }
  | { kind: 'unknown' }

const suggestions: readonly (readonly [TextKey, Intent])[] = [
  ['chat.assistant.suggest.call', 'next-call'],
  ['chat.assistant.suggest.due', 'due'],
  ['chat.assistant.suggest.person', 'team'],
]

/** The questions suggested by the page, in every language. */
function findSuggested(question: string, language: string): Intent[] {
  const t = findText(language)
  return suggestions.flatMap(([key, intent]) => (t(key) === question.trim() ? [intent] : []))
}

/** Classifies a question that shows neither danger nor distress. The passages are ranked only if nothing simpler matches. */
export function understand(question: string, languages: readonly string[] = []): Understood {
  const suggested = languages.flatMap((language) => findSuggested(question, language))[0]
  if (suggested) return { kind: 'about-me', intent: suggested }
  const smallTalk = findSmallTalk(question)
  if (smallTalk) return { kind: 'small-talk', smallTalk }
  const intent = findIntent(readQuestion(question))
  return intent ? { kind: 'about-me', intent } : { kind: 'unknown' }
}

/** From passages in order of their rank. */
export function choosePassage<P extends Passage>(ranked: readonly RankedPassage<P>[]): Understood<P> {
  const [best, second] = ranked
  if (!best || best.score < ANSWERS_FROM) return { kind: 'unknown' }
  if (!second || best.score - second.score >= CLOSE || best.score === 1) return { kind: 'passage', passage: best.passage }
  const close = ranked.filter(({ score }) => best.score - score < CLOSE).map(({ passage }) => passage)
  return { kind: 'choice', passages: close.slice(0, CHOICES) }
}
