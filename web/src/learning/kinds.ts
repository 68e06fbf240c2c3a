import { quizKind } from './answers-queries.ts'
import { bookmarkKind } from './bookmark-queries.ts'
import { ratingKind } from './rating-queries.ts'
import { stepKind } from './step-kind.ts'

/** What of this room may wait to be sent. */
export const learningKinds = [stepKind, quizKind, ratingKind, bookmarkKind]
