import * as z from 'zod/mini'
import { Id } from '../core/fields.ts'

/** Opens our help conversation instead of a page. */
export const OPENS_HELP = 'help'

/** A page of ours, with its parameters; never an address outside. */
const Place = z.string().check(z.regex(/^(?:help|\/(?!\/)[^\s\\]{0,300})$/))

export const AnswerLink = z.object({ label: z.string(), to: Place })
export type AnswerLink = z.infer<typeof AnswerLink>

/** Something of the person's own, or of the programme, with the places that show it. */
export const AnswerCard = z.object({
  look: z.enum(['call', 'person', 'session', 'survey', 'progress', 'safety', 'team', 'text']),
  title: z.string(),
  text: z.string(),
  /** Whose face it shows. */
  person_id: z.nullable(Id),
  links: z.array(AnswerLink).check(z.maxLength(2)),
})
export type AnswerCard = z.infer<typeof AnswerCard>

/** What an answer of the assistant has in addition to its words. */
export const AssistantAnswer = z.object({
  /** Of the words, as BCP 47: an answer has the language of the question. */
  language: z.string(),
  cards: z.array(AnswerCard).check(z.maxLength(5)),
  /** The question can be passed on to the team. */
  offers_team: z.boolean(),
})
export type AssistantAnswer = z.infer<typeof AssistantAnswer>
