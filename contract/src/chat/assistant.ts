import * as z from 'zod/mini'
import { Id } from '../core/fields.ts'

/** Opens our help conversation instead of a page. */
export const OPENS_HELP = 'help'

/** The path of a page in Saathi with its parameters; never an external address. */
const Place = z.string().check(z.regex(/^(?:help|\/(?!\/)[^\s\\]{0,300})$/))

export const AnswerLink = z.object({ label: z.string(), to: Place })
export type AnswerLink = z.infer<typeof AnswerLink>

/** A fact about the person or the programme, with links to the pages that show it. */
export const AnswerCard = z.object({
  look: z.enum(['call', 'person', 'session', 'survey', 'progress', 'safety', 'team', 'text']),
  title: z.string(),
  text: z.string(),
  /** The person whose picture the card shows. */
  person_id: z.nullable(Id),
  links: z.array(AnswerLink).check(z.maxLength(2)),
})
export type AnswerCard = z.infer<typeof AnswerCard>

/** What the assistant's answer contains besides its text. */
export const AssistantAnswer = z.object({
  /** BCP 47 tag of the text: an answer is in the language of its question. */
  language: z.string(),
  cards: z.array(AnswerCard).check(z.maxLength(5)),
  /** The question can be passed on to the team. */
  offers_team: z.boolean(),
})
export type AssistantAnswer = z.infer<typeof AssistantAnswer>
