import type { SurveyStatus } from '@saathi/contract/accounts/entities'
import type { Domain } from '#core/domain.ts'
import { profileStatus } from './describe.ts'
import { surveysJobs } from './jobs.ts'
import { audiencesOf, isClosedAt, isVisible, permissionOf } from './access.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { surveysRoutes } from './routes.ts'
import { findSurveyProgress, findTaker, SurveyStatusRow, surveyStatusAsJson } from './store.ts'

export const surveys: Domain = {
  name: 'surveys',
  routes: surveysRoutes,
  jobs: surveysJobs,
  statusPart: ({ db, now, actor: { personId, role } }) => ({
    find: surveyStatusAsJson(db, { personId, audiences: audiencesOf(role), now: now() }),
    add: (found, status) => {
      const { hasScores, surveys: rows } = SurveyStatusRow.parse(found)
      status.workReadiness.hasScores = hasScores
      status.surveys = rows.flatMap((row): SurveyStatus[] => {
        const permission = permissionOf(status.experiences.survey, row, now())
        // Closed surveys without an answer are not listed.
        const isOver = row.completedAt === null && isClosedAt(row, now())
        if (isOver || !isVisible({ ...row, permission })) return []
        return [{ surveyId: row.id, surveyStatus: profileStatus(row), expPermission: permission }]
      })
    },
  }),
  addNextFacts: async ({ db, now, actor }, facts) => {
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
  exportPerson: (ctx, { personId }) => exportFor(ctx, personId),
  erasePerson: eraseFor,
}
