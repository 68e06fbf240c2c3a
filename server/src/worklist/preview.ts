import type { WorkRule } from '@saathi/contract/worklist/rules'
import { displayName } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import { collectDecisions, collectPairFacts, collectPersonFacts } from './facts.ts'
import { findPairsOfProgramme } from './facts-store.ts'
import { findShown, findShownOfPairs } from './people-store.ts'
import { decisionRules, pairRules, personRules, type Rule } from './rules.ts'

const BATCH = 500
const NAMES = 5

/** Applies a rule with another limit to the whole programme, without writing. */
export async function previewRule(ctx: Ctx, programmeId: number, rule: WorkRule, limit: number) {
  const judged = <Facts extends { projectId: number }>(rules: readonly Rule<Facts>[], all: readonly Facts[]): Facts[] => {
    const chosen = rules.find((each) => each.rule === rule)
    return chosen ? all.filter((facts) => facts.projectId === programmeId && chosen.judge(facts, limit, ctx.now()) !== null) : []
  }
  const pairIds: number[] = []
  if (pairRules.some((each) => each.rule === rule)) {
    const all = await findPairsOfProgramme(ctx.db, programmeId)
    for (let at = 0; at < all.length; at += BATCH) {
      const facts = await collectPairFacts(ctx, all.slice(at, at + BATCH))
      pairIds.push(...judged(pairRules, facts).map(({ id }) => id))
    }
  }
  const isAboutPeople = personRules.some((each) => each.rule === rule)
  const people = isAboutPeople ? judged(personRules, await collectPersonFacts(ctx, null)) : []
  const isDecision = decisionRules.some((each) => each.rule === rule)
  const decisions = isDecision ? judged(decisionRules, await collectDecisions(ctx)) : []
  const inPairs = await findShownOfPairs(ctx.db, pairIds.slice(0, NAMES))
  const names = [...Map.groupBy(inPairs, ({ mentorshipId }) => mentorshipId).values()].map((members) =>
    members.map(({ firstName }) => firstName).join(' · '),
  )
  const shown = await findShown(
    ctx.db,
    people.slice(0, NAMES).map(({ id }) => id),
  )
  return {
    count: pairIds.length + people.length + decisions.length,
    names: [...names, ...shown.map(displayName)].slice(0, NAMES),
  }
}
