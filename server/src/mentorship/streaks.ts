import { DAY_MS, indiaDay } from '@saathi/contract/core/india-day'
import { QUIZZES_PER_WEEK } from '@saathi/contract/mentorship/streak'

/** `week`: the Monday on which it begins in India, as text from the database. */
export type WeeklyQuiz = { week: string; quizId: number; firstAt: Date }

/** For each week with enough distinct quizzes, when the last required one was submitted. Oldest first. */
export function streakWeeks(quizzes: readonly WeeklyQuiz[]): Date[] {
  const weeks = Map.groupBy(quizzes, ({ week }) => week)
  return [...weeks.values()]
    .flatMap((sent) => sent.toSorted((a, b) => a.firstAt.getTime() - b.firstAt.getTime())[QUIZZES_PER_WEEK - 1] ?? [])
    .map(({ firstAt }) => firstAt)
    .toSorted((a, b) => a.getTime() - b.getTime())
}

/** Quizzes submitted in the week of `now`. */
export function quizzesInWeekOf(quizzes: readonly WeeklyQuiz[], now: Date): number {
  const today = indiaDay(now)
  // 1 January 1970 was a Thursday.
  const monday = today - ((today + 3) % 7)
  const begin = new Date(monday * DAY_MS).toISOString().slice(0, 10)
  return quizzes.filter(({ week }) => week.startsWith(begin)).length
}
