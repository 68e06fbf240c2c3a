import * as z from 'zod/mini'
import { Id } from '../core/fields.ts'
import { Question } from '../questions/entities.ts'

export const Quiz = z.object({
  id: Id,
  helpText: z.nullable(z.string()),
  localeHelpText: z.nullable(z.string()),
  questions: z.array(Question).check(z.maxLength(100)),
})
export type Quiz = z.infer<typeof Quiz>

export const ContentType = z.enum(['TEXT', 'INSTRUCTION', 'MENTOR_TIPS', 'ARTICLE', 'IMAGE', 'YOUTUBE', 'HYPERLINK', 'QUIZ'])
export type ContentType = z.infer<typeof ContentType>

/** One thing on a step's page. Texts are Markdown, of which the reader's side shows only the plain kinds. */
export const ContentItem = z.object({
  id: Id,
  /** A name and not the list above: one that a later version knows must not take the whole session away from this one. */
  contentType: z.string(),
  text: z.nullable(z.string()),
  localeText: z.nullable(z.string()),
  image: z.nullable(z.string()),
  localeImage: z.nullable(z.string()),
  /** Known beforehand, so that the page keeps its place for the picture. */
  imageWidth: z.nullable(z.int()),
  imageHeight: z.nullable(z.int()),
  /** For whoever pays for what they load, and wants to know before. */
  imageBytes: z.nullable(z.int()),
  url: z.nullable(z.string()),
  localeUrl: z.nullable(z.string()),
  quiz: z.nullable(Quiz),
  allowRetake: z.boolean(),
  /** Whether this reader's answers to the quiz are kept. */
  isAnswered: z.boolean(),
})
export type ContentItem = z.infer<typeof ContentItem>
