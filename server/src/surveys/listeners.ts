import type { SurveyStatus } from '@saathi/contract/accounts/entities'
import type { Listeners } from '#core/events.ts'
import { giveAnswers } from './demo-past.ts'
import { profileStatus } from './describe.ts'
import { audiencesOf, isClosedAt, isTold, permissionOf } from './offers.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { findStandings, findTaker } from './store.ts'

export const surveysListeners: Listeners = {
  'content.programme_loaded': (ctx, { newAccounts }) => giveAnswers(ctx, newAccounts),
  'accounts.status_asked': async ({ db, now }, { personId, status }) => {
    const { role, flag, hasScores } = await findTaker(db, personId)
    status.workReadiness.hasScores = hasScores
    const standings = await findStandings(db, { personId, audiences: audiencesOf(role), now: now() })
    status.surveys = standings.flatMap((standing): SurveyStatus[] => {
      const permission = permissionOf(flag, standing, now())
      // Nobody is sent to a survey that takes no more answers.
      const isOver = standing.completedAt === null && isClosedAt(standing, now())
      if (isOver || !isTold({ ...standing, permission })) return []
      return [{ surveyId: standing.id, surveyStatus: profileStatus(standing), expPermission: permission }]
    })
  },
  'accounts.next_step_asked': async ({ db, now }, { actor, facts }) => {
    const { role, flag } = await findTaker(db, actor.personId)
    const standings = await findStandings(db, { personId: actor.personId, audiences: audiencesOf(role), now: now() })
    const open = standings.find(
      (standing) =>
        standing.completedAt === null && !isClosedAt(standing, now()) && permissionOf(flag, standing, now()) === 'use',
    )
    if (!open) return
    const { id, minutes, startedAt } = open
    const isFirst = standings.every(({ completedAt }) => completedAt === null)
    facts.survey = { id, minutes, isBegun: startedAt !== null, isFirst }
  },
  'accounts.export_asked': async (ctx, { personId, parts }) => {
    parts['surveys'] = await exportFor(ctx, personId)
  },
  'accounts.erase_asked': (ctx, { personId }) => eraseFor(ctx, personId),
}
