import type { AnswerCard } from '@saathi/contract/chat/assistant'
import { findExperiences } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'
import { hasTeamFor } from '#help/public.ts'
import type { CardAnswer } from './about-me.ts'
import type { Passage, RankedPassage } from './rank-passages.ts'
import type { Speaker } from './speaker.ts'
import { choosePassage } from './understand.ts'

const PASSAGE_CHARACTERS = 700

/** The passage that answers the question, or a few candidates if several may be meant; null if none fits. */
export function answerFromPassages(ranked: readonly RankedPassage[], speaker: Speaker): CardAnswer | null {
  const found = choosePassage(ranked)
  if (found.kind === 'passage') return { text: cutAtWord(found.passage.text), cards: [passageCard(found.passage, speaker)] }
  if (found.kind !== 'choice') return null
  return { text: speaker.say('assistant.choice'), cards: found.passages.map((passage) => passageCard(passage, speaker)) }
}

const passageCard = ({ title, path }: Passage, { say }: Speaker): AnswerCard => ({
  look: 'text',
  title,
  text: '',
  person_id: null,
  links: [{ label: say('assistant.link.read'), to: path }],
})

function cutAtWord(text: string): string {
  if (text.length <= PASSAGE_CHARACTERS) return text
  const cut = text.slice(0, PASSAGE_CHARACTERS)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), PASSAGE_CHARACTERS / 2)).toWellFormed()}…`
}

/** If no team can be asked, only the FAQ is offered. */
export function answerUnknown({ say }: Speaker, offersTeam: boolean): CardAnswer {
  if (offersTeam) return { text: say('assistant.unknown'), cards: [] }
  const link = { label: say('assistant.link.read'), to: '/moreinfo/faq' }
  const title = say('assistant.link.faq')
  return { text: say('assistant.unknownAlone'), cards: [{ look: 'text', title, text: '', person_id: null, links: [link] }] }
}

/** Whether the help centre is enabled for the person and somebody can answer there. */
export async function mayAskTeam({ db, now }: { db: Db; now: () => Date }, personId: number): Promise<boolean> {
  const { chatStatus } = await findExperiences(db, personId)
  return chatStatus.helpCenter === 'use' && (await hasTeamFor(db, personId, now()))
}
