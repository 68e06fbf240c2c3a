import type { DangerKind } from '@saathi/contract/help/entities'
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
import { cutSentences } from './tokens.ts'

export type Danger = { kind: DangerKind; isUrgent: boolean }

const languages = [english, englishThreats, hinglish, hindi, bengali, marathi, tamil, telugu, kannada]
const wide = [wideEnglish, wideHinglish, wideIndian]
const candidatesFor = phraseFinder([...languages, ...wide].flatMap(compilePhrases))

/** What needs help first, where a text speaks of several. */
const order: readonly DangerKind[] = ['overdose', 'self-harm', 'blackmail', 'abuse', 'violence', 'grooming']

/**
 * Whether somebody who writes this may be in danger, by phrases in eight languages. It knows words and not people: it misses what
 * nobody thought of, and now and then it takes a joke for earnest. Takes time in proportion to the text.
 */
export function detectDanger(text: string): Danger | null {
  const said = cutSentences(text).flatMap((tokens) => candidatesFor(tokens).filter((phrase) => isSaid(phrase, tokens)))
  const kind = order.find((each) => said.some((phrase) => phrase.kind === each))
  return kind === undefined ? null : { kind, isUrgent: said.some(({ isUrgent }) => isUrgent) }
}
