import * as z from 'zod/mini'
import { Question } from '../questions/entities.ts'
import { Card, FaqTopic } from './community-calls.ts'
import { KeyText } from './draft-fields.ts'

/** A draft as members will see it, in the format of their pages. */

const Words = z.nullable(z.string())

/** Has the fields of `content` of a post in the feed. */
const PostPreview = z.object({
  thumbnail: Words,
  thumbnailWidth: z.nullable(z.int()),
  thumbnailHeight: z.nullable(z.int()),
  thumbnailBytes: z.nullable(z.int()),
  title: Words,
  localeTitle: Words,
  description: Words,
  localeDescription: Words,
  link: Words,
  mtCuratedNote: Words,
  localeMtCuratedNote: Words,
  text: Words,
  localeText: Words,
  author: Words,
  localeAuthor: Words,
})

const PagePreview = z.object({
  localeTitle: z.string(),
  localeDescription: Words,
  questions: z.array(Question).check(z.maxLength(40)),
})

const SurveyPreview = z.object({
  name: z.string(),
  shortDescription: z.string(),
  stages: z
    .array(
      z.object({
        key: KeyText,
        name: z.string(),
        description: z.string(),
        pages: z.array(PagePreview).check(z.maxLength(30)),
      }),
    )
    .check(z.maxLength(30)),
})

/** A draft has one kind; the fields of the other kinds are null or empty. */
export const ShownPage = z.object({
  revision: z.int(),
  post: z.nullable(PostPreview),
  legal: z.nullable(z.object({ title: z.string(), content: z.string() })),
  faq: z.array(FaqTopic).check(z.maxLength(40)),
  cards: z.array(Card).check(z.maxLength(30)),
  survey: z.nullable(SurveyPreview),
})
