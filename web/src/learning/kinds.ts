import { quizKind } from './answers-queries.ts'
import { bookmarkKind } from './bookmark-queries.ts'
import { ratingKind } from './rating-queries.ts'
import { stepKind } from './step-kind.ts'

/** The outbox kinds of this domain. */
export const learningKinds = [stepKind, quizKind, ratingKind, bookmarkKind]
