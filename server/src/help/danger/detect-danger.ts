import type { DangerKind } from '@saathi/contract/help/entities'
import { classifyDanger } from './classifier.ts'
import { compilePhrases, isSaid, phraseFinder } from './phrase.ts'
import { bengali } from './phrases/bengali.ts'
import { english } from './phrases/english.ts'
import { englishThreats } from './phrases/english-threats.ts'
import { hindi } from './phrases/hindi.ts'
import { hinglish } from './phrases/hinglish.ts'
import { kannada } from './phrases/kannada.ts'
import { marathi } from './phrases/marathi.ts'
import { tamil } from './phrases/tamil.ts'
import { telugu } from './phrases/telugu.ts'
import { wideHinglish, wideIndian } from './phrases/wide-indian.ts'
import { wideEnglish } from './phrases/wide.ts'
import { cutSentences, type Token } from './tokens.ts'

export type Danger = { kind: DangerKind; isUrgent: boolean }

const languages = [english, englishThreats, hinglish, hindi, bengali, marathi, tamil, telugu, kannada]
const wide = [wideEnglish, wideHinglish, wideIndian]
/** Compiled for the first text, because it takes longer than most steps of a start. */
let finder: ReturnType<typeof phraseFinder> | undefined
const candidatesFor: ReturnType<typeof phraseFinder> = (tokens) =>
  (finder ??= phraseFinder([...languages, ...wide].flatMap(compilePhrases)))(tokens)

/** Which danger counts if a text describes several. */
const order: readonly DangerKind[] = ['overdose', 'self-harm', 'blackmail', 'abuse', 'violence', 'grooming']

/** Probabilities, chosen by cross-validation (`npm run train-danger -- --check`). */
/** A higher threshold for violence, which is often bullying. All other dangers are urgent as soon as they are probable. */
const ALMOST_SURELY = 0.95
const PROBABLY = 0.9
const HARDLY = 0.1

/**
 * Whether the author of this text may be in danger: by phrases in eight languages, and by a classifier that finds other wordings
 * and recognises ordinary sentences with the same words. It misses some dangers, and sometimes takes a joke seriously. Takes
 * linear time.
 */
export function detectDanger(text: string): Danger | null {
  const sentences = cutSentences(text)
  const found = findIn(sentences)
  const judged = classifyDanger(sentences)
  if (!judged) return found
  // Urgent phrases always count: an everyday question next to one makes the message look ordinary.
  if (found) return found.isUrgent || judged.probability >= HARDLY ? found : null
  if (judged.probability < PROBABLY) return null
  return { kind: judged.kind, isUrgent: judged.kind !== 'violence' || judged.probability >= ALMOST_SURELY }
}

/** The gravest danger that a phrase describes. */
export const findPhrase = (text: string): Danger | null => findIn(cutSentences(text))

function findIn(sentences: readonly (readonly Token[])[]): Danger | null {
  const found = sentences.flatMap((tokens) => candidatesFor(tokens).filter((phrase) => isSaid(phrase, tokens)))
  const kind = order.find((each) => found.some((phrase) => phrase.kind === each))
  return kind === undefined ? null : { kind, isUrgent: found.some(({ isUrgent }) => isUrgent) }
}
