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

export const ContentType = z.enum([
  'TEXT',
  'INSTRUCTION',
  'MENTOR_TIPS',
  'ARTICLE',
  'IMAGE',
  'YOUTUBE',
  'AUDIO',
  'VIDEO',
  'HYPERLINK',
  'QUIZ',
])
export type ContentType = z.infer<typeof ContentType>

/** An item of a step. Texts are Markdown; the client renders only basic elements. */
export const ContentItem = z.object({
  id: Id,
  /** A string, not a `ContentType`: a type added by a newer server must not break the whole session for this client. */
  contentType: z.string(),
  text: z.nullable(z.string()),
  localeText: z.nullable(z.string()),
  image: z.nullable(z.string()),
  localeImage: z.nullable(z.string()),
  /** Lets the page reserve space for the picture. */
  imageWidth: z.nullable(z.int()),
  imageHeight: z.nullable(z.int()),
  /** Of the picture or the recording. In data saver mode, the size is shown before the picture is loaded. */
  imageBytes: z.nullable(z.int()),
  /** Of a recording, its address on this server. */
  url: z.nullable(z.string()),
  localeUrl: z.nullable(z.string()),
  quiz: z.nullable(Quiz),
  allowRetake: z.boolean(),
  /** Whether the caller has answered the quiz. */
  isAnswered: z.boolean(),
})
export type ContentItem = z.infer<typeof ContentItem>
