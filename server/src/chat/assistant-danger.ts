import { TEXT_MAX } from '@saathi/contract/chat/socket'
import { type DangerKind, helplineLines } from '@saathi/contract/help/entities'
import { findExperiences } from '#accounts/public.ts'
import { findHelplines } from '#content/public.ts'
import type { Db } from '#core/ctx.ts'
import { findText } from '#core/texts.ts'
import { hasTeamFor } from '#help/public.ts'

type Reader = { personId: number; language: string }

/**
 * For somebody who may be in danger: whom they can call, and what really happens next. No passage, no endpoint. The numbers stand
 * in the text, too, for readers that know nothing of the list.
 */
export async function answerDanger(db: Db, { personId, language }: Reader, kind: DangerKind) {
  const t = findText(language)
  const helplines = await findHelplines(db, kind, language)
  const parts = [t('assistant.danger.lead'), helplineLines(helplines), await nextFor(db, personId, t)]
  return { text: parts.join('\n\n').slice(0, TEXT_MAX), mayRetry: false, helplines }
}

/** Nothing is promised that nobody would do. */
async function nextFor(db: Db, personId: number, t: ReturnType<typeof findText>): Promise<string> {
  if (!(await hasTeamFor(db, personId))) return t('assistant.danger.noTeam')
  const { chatStatus } = await findExperiences(db, personId)
  const told = t('assistant.danger.told')
  return chatStatus.helpCenter === 'use' ? `${told} ${t('assistant.danger.underHelp')}` : told
}
