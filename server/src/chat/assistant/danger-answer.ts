import { TEXT_MAX } from '@saathi/contract/chat/socket'
import { type DangerKind, helplineLines } from '@saathi/contract/help/entities'
import { findExperiences } from '#accounts/public.ts'
import type { Db } from '#core/ctx.ts'
import { findText } from '#core/texts.ts'
import { findHelplines, hasTeamFor } from '#help/public.ts'
import type { Answer } from './answer.ts'
import { mayAskTeam } from './own-answer.ts'
import type { Speaker } from './speaker.ts'

type Reader = { personId: number; language: string }
type Tools = { db: Db; now: () => Date }

/**
 * For somebody who may be in danger: whom to call and what happens next. Needs neither the indexed content nor the language model.
 * The text repeats the helpline numbers for clients that do not show `helplines`.
 */
export async function answerDanger({ db, now }: Tools, { personId, language }: Reader, kind: DangerKind): Promise<Answer> {
  const t = findText(language)
  const helplines = await findHelplines(db, kind, language)
  const parts = [t('assistant.danger.lead'), helplineLines(helplines), await nextSteps(db, { personId, now: now() }, t)]
  return { text: parts.join('\n\n').slice(0, TEXT_MAX), mayRetry: false, helplines }
}

/** Says that the team was notified only if there is a team for this person. */
async function nextSteps(db: Db, { personId, now }: { personId: number; now: Date }, t: ReturnType<typeof findText>) {
  if (!(await hasTeamFor(db, personId, now))) return t('assistant.danger.noTeam')
  const { chatStatus } = await findExperiences(db, personId)
  const teamNotified = t('assistant.danger.told')
  return chatStatus.helpCenter === 'use' ? `${teamNotified} ${t('assistant.danger.underHelp')}` : teamNotified
}

/**
 * For somebody who writes about pain or fear without a sign of danger: the same numbers, and an offer to contact the team. Nobody
 * is notified at this point, so the text does not promise that somebody will be in touch.
 */
export async function answerCare(tools: Tools, { personId }: { personId: number }, speaker: Speaker): Promise<Answer> {
  const helplines = await findHelplines(tools.db, 'self-harm', speaker.language)
  const offersTeam = await mayAskTeam(tools, personId)
  const parts = [
    speaker.say('assistant.care'),
    helplineLines(helplines),
    ...(offersTeam ? [speaker.say('assistant.careTeam')] : []),
  ]
  const answer = { language: speaker.tag, cards: [], offers_team: offersTeam }
  return { text: parts.join('\n\n').slice(0, TEXT_MAX), mayRetry: false, helplines, answer }
}
