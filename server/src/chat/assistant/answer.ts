import type { NextFacts } from '@saathi/contract/accounts/next-facts'
import type { Role } from '@saathi/contract/accounts/roles'
import type { AssistantAnswer } from '@saathi/contract/chat/assistant'
import type { Helpline } from '@saathi/contract/help/entities'
import type { JobTools } from '#core/jobs/define-job.ts'

/** A message to the assistant. */
export type Question = {
  messageId: number
  channelId: number
  personId: number
  role: Role
  language: string
  text: string
  askedAt: Date
}
/** Who reads the facts, and in which language. */
export type FactsReader = Pick<Question, 'personId' | 'role' | 'language'>
export type Answer = { text: string; mayRetry: boolean; helplines?: Helpline[]; answer?: AssistantAnswer }

export type AnswerTools = Pick<JobTools, 'db' | 'now' | 'log' | 'signal'> & {
  /** The facts of the next-step card, read with its access checks. */
  findFacts: (reader: FactsReader) => Promise<NextFacts>
}

export type LinkTo = (path: `/${string}`) => string
