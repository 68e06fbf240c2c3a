import type { FairnessRow } from '@saathi/contract/matching/staff-calls'
import { DAY_MS } from '@saathi/contract/core/time'
import type { Pair, Pool, PoolPerson } from './pool.ts'

/** Stands for a missing answer or an unknown attribute. */
export const UNKNOWN = '-'
/** Limits the rows per attribute: there may be hundreds of cities, and very small groups say little. */
const MAX_VALUES = 40

/**
 * Shows whether some groups are served worse than others: mentees by each value of each attribute, largest groups first.
 * A mentee with several values, such as languages, counts in each of those groups.
 */
export function fairnessOf(
  { mentees }: Pick<Pool, 'mentees'>,
  pairs: readonly Pair[],
  attributes: readonly string[],
  now: number,
): Omit<FairnessRow, 'attributeName' | 'valueName'>[] {
  const scores = Map.groupBy(pairs, ({ menteeId }) => menteeId)
  return attributes.flatMap((attribute) => {
    const byValue = new Map<string, PoolPerson[]>()
    for (const mentee of mentees) {
      for (const value of valuesOf(mentee, attribute)) {
        const alike = byValue.get(value)
        if (alike) alike.push(mentee)
        else byValue.set(value, [mentee])
      }
    }
    return [...byValue]
      .toSorted(([one, ones], [other, others]) => others.length - ones.length || (one < other ? -1 : 1))
      .slice(0, MAX_VALUES)
      .map(([value, people]) => {
        const received = people.flatMap(({ id }) => scores.get(id) ?? [])
        const matched = people.filter(({ id }) => scores.has(id)).length
        return {
          attribute,
          value,
          mentees: people.length,
          matched,
          matchRate: toTenth((100 * matched) / people.length),
          meanScore: received.length === 0 ? null : toTenth(mean(received.map(({ score }) => score))),
          meanWaitingDays: toTenth(mean(people.map(({ since }) => Math.max(0, now - since) / DAY_MS))),
        }
      })
  })
}

function valuesOf({ answers, attributes }: PoolPerson, attribute: string): string[] {
  const values = new Set(attributes?.[attribute] ?? answers[attribute] ?? [])
  return values.size === 0 ? [UNKNOWN] : [...values]
}

const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length
const toTenth = (value: number) => Math.round(value * 10) / 10
