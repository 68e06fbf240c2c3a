import { localeOf } from '@saathi/contract/core/message'
import type { ReadinessArea } from '@saathi/contract/surveys/readiness-calls'

type Score = ReadinessArea['scores'][number]
type EarlierScore = { scoredAt: string; score: number; month: string }
export type AreaScore = { key: string; name: string; newest: Score; earlier: EarlierScore[] }

/** More would be unreadable; the data export contains all of them. */
const EARLIER_SHOWN = 3
const timeZone = 'Asia/Kolkata'

/** Translated names; the newest score of each area, and a few earlier ones with their months. */
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

/** 'June', with the year if it differs from the newest score's. */
function monthOf(time: string, newest: string, language: string): string {
  const isSameYear = yearOf(time) === yearOf(newest)
  const options = isSameYear ? ({ month: 'long' } as const) : ({ month: 'long', year: 'numeric' } as const)
  return new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone }).format(new Date(time))
}

const yearOf = (time: string) => new Intl.DateTimeFormat('en-CA', { year: 'numeric', timeZone }).format(new Date(time))
