import { TEXT_MAX } from '@saathi/contract/chat/socket'
import { type DangerKind, helplineLines } from '@saathi/contract/help/entities'
import { findExperiences } from '#accounts/public.ts'
import { findHelplines } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'
import { findText } from '#core/texts.ts'
import { hasTeamFor } from '#help/public.ts'

type Reader = { personId: number; language: string }

/**
 * For somebody who may be in danger: whom to call and what happens next. Uses no passages and no endpoint. The numbers are also in
 * the text, for clients that do not know the list.
 */
export async function answerDanger(db: Db, { personId, language }: Reader, kind: DangerKind) {
  const t = findText(language)
  const helplines = await findHelplines(db, kind, language)
  const parts = [t('assistant.danger.lead'), helplineLines(helplines), await nextSteps(db, personId, t)]
  return { text: parts.join('\n\n').slice(0, TEXT_MAX), mayRetry: false, helplines }
}

/** Promises only what the team will do. */
async function nextSteps(db: Db, personId: number, t: ReturnType<typeof findText>): Promise<string> {
  if (!(await hasTeamFor(db, personId))) return t('assistant.danger.noTeam')
  const { chatStatus } = await findExperiences(db, personId)
  const teamNotified = t('assistant.danger.told')
  return chatStatus.helpCenter === 'use' ? `${teamNotified} ${t('assistant.danger.underHelp')}` : teamNotified
}
