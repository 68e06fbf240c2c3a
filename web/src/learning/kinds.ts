import { quizKind } from './quiz/queries.ts'
import { bookmarkKind } from './cards/bookmark-queries.ts'
import { ratingKind } from './feedback/rating-queries.ts'
import { stepKind } from './step/kind.ts'

/** The outbox kinds of this domain. */
export const learningKinds = [stepKind, quizKind, ratingKind, bookmarkKind]
