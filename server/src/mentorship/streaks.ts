import { QUIZZES_PER_WEEK } from '@saathi/contract/mentorship/streak'

export type WeeklyQuiz = { week: string; quizId: number; firstAt: Date }

/** For each week with enough distinct quizzes, when the last of them that was needed was sent. Oldest first. */
export function streakWeeks(quizzes: readonly WeeklyQuiz[]): Date[] {
  const weeks = Map.groupBy(quizzes, ({ week }) => week)
  return [...weeks.values()]
    .flatMap((sent) => sent.toSorted((a, b) => a.firstAt.getTime() - b.firstAt.getTime())[QUIZZES_PER_WEEK - 1] ?? [])
    .map(({ firstAt }) => firstAt)
    .toSorted((a, b) => a.getTime() - b.getTime())
}
