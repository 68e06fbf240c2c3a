import { localeOf } from '@saathi/contract/core/message'
import type { ReadinessArea } from '@saathi/contract/surveys/readiness-calls'

type Score = ReadinessArea['scores'][number]
export type Earlier = { scoredAt: string; score: number; month: string }
export type AreaScore = { key: string; name: string; newest: Score; earlier: Earlier[] }

/** More would make the line unreadable; all of them are in the person's own download. */
const EARLIER_SHOWN = 3
const timeZone = 'Asia/Kolkata'

/** In the reader's language; the newest score of each area, and a few before it with their months. */
export function areaScores(areas: readonly ReadinessArea[], language: string): AreaScore[] {
  return areas.flatMap(({ key, name, localeName, scores }) => {
    const [newest, ...before] = scores
    if (!newest) return []
    const earlier = before.slice(0, EARLIER_SHOWN).map(({ score, scoredAt }) => ({
      scoredAt,
      score,
      month: monthOf(scoredAt, newest.scoredAt, language),
    }))
    return [{ key, name: localeName || name, newest, earlier }]
  })
}

/** 'June', with its year where that is another one than the newest score's. */
function monthOf(time: string, newest: string, language: string): string {
  const isSameYear = yearOf(time) === yearOf(newest)
  const options = isSameYear ? ({ month: 'long' } as const) : ({ month: 'long', year: 'numeric' } as const)
  return new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone }).format(new Date(time))
}

const yearOf = (time: string) => new Intl.DateTimeFormat('en-CA', { year: 'numeric', timeZone }).format(new Date(time))
