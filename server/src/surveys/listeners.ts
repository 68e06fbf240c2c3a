import type { SurveyStatus } from '@saathi/contract/accounts/entities'
import type { Listeners } from '#core/events.ts'
import { insertDemoAnswers } from './demo-answers.ts'
import { profileStatus } from './describe.ts'
import { audiencesOf, isClosedAt, isVisible, permissionOf } from './offers.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { findSurveyProgress, findTaker } from './store.ts'

export const surveysListeners: Listeners = {
  'content.programme_loaded': (ctx, { newAccounts }) => insertDemoAnswers(ctx, newAccounts),
  'accounts.status_asked': async ({ db, now }, { personId, status }) => {
    const { role, flag, hasScores } = await findTaker(db, personId)
    status.workReadiness.hasScores = hasScores
    const rows = await findSurveyProgress(db, { personId, audiences: audiencesOf(role), now: now() })
    status.surveys = rows.flatMap((row): SurveyStatus[] => {
      const permission = permissionOf(flag, row, now())
      // Closed surveys without an answer are not listed.
      const isOver = row.completedAt === null && isClosedAt(row, now())
      if (isOver || !isVisible({ ...row, permission })) return []
      return [{ surveyId: row.id, surveyStatus: profileStatus(row), expPermission: permission }]
    })
  },
  'accounts.next_step_asked': async ({ db, now }, { actor, facts }) => {
    const { role, flag } = await findTaker(db, actor.personId)
    const rows = await findSurveyProgress(db, { personId: actor.personId, audiences: audiencesOf(role), now: now() })
    const open = rows.find(
      (row) => row.completedAt === null && !isClosedAt(row, now()) && permissionOf(flag, row, now()) === 'use',
    )
    if (!open) return
    const { id, minutes, startedAt } = open
    const isFirst = rows.every(({ completedAt }) => completedAt === null)
    facts.survey = { id, minutes, isBegun: startedAt !== null, isFirst }
  },
  'accounts.export_asked': async (ctx, { personId, parts }) => {
    parts['surveys'] = await exportFor(ctx, personId)
  },
  'accounts.erase_asked': (ctx, { personId }) => eraseFor(ctx, personId),
}
