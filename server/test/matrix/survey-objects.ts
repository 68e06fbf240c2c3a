import { isMentor, Role } from '@saathi/contract/accounts/roles'
import type { TestServer } from '../harness.ts'
import { buildSurvey, type BuiltSurvey, markSurveyCompleted, setSurveyFlag } from '../surveys.ts'
import type { BuildInput, PartialInput } from './call-input.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

type ToInput = (survey: BuiltSurvey) => PartialInput
type Changes = NonNullable<Parameters<typeof buildSurvey>[1]>
const absentSurvey: BuiltSurvey = { id: 2_000_000_000, key: 'absent', stages: [2_000_000_000] }

async function otherProject({ db }: TestServer): Promise<Changes> {
  const { id } = await db
    .insertInto('project')
    .values({ key: `project-${crypto.randomUUID()}`, name: 'Elsewhere', group_type: '1to1' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { projectId: id }
}

async function otherAudience({ db }: TestServer, personId: number): Promise<Changes> {
  const { role } = await db.selectFrom('person').select('role').where('id', '=', personId).executeTakeFirstOrThrow()
  return { audience: isMentor(Role.parse(role)) ? 'mentees' : 'mentors' }
}

const later = ({ clock }: TestServer): Changes => ({ publishedAt: new Date(clock.now().getTime() + 86_400_000) })

/** A person can see a survey unless it is unpublished, for another audience or for another project. */
function surveyRow(toInput: ToInput, { isCompleted = false } = {}): ObjectRow {
  const build =
    (changes: (server: TestServer, personId: number) => Promise<Changes> | Changes, isCompletedFirst = false): BuildInput =>
    async (server, personId) => {
      await setSurveyFlag(server, personId)
      const survey = await buildSurvey(server, await changes(server, personId))
      if (isCompletedFirst) await markSurveyCompleted(server, personId, survey)
      return toInput(survey)
    }
  return {
    own: build(() => ({}), isCompleted),
    foreign: {
      'not published yet': build(later),
      'for others': build(otherAudience),
      'another project’s': build(otherProject),
    },
    absent: async (server, personId) => {
      await setSurveyFlag(server, personId)
      return toInput(absentSurvey)
    },
  }
}

const stageRef = ({ id, stages }: BuiltSurvey) => ({ survey: id, stage: stages[0] ?? 0 })

/** These calls have no field for another person's answers. */
/** Staff correct the answers of people with an account; the answer is one that the person has sent. */
const correction: ObjectRow = {
  own: async (server) => {
    const personId = await server.buildPerson()
    await setSurveyFlag(server, personId)
    const survey = await buildSurvey(server)
    await markSurveyCompleted(server, personId, survey)
    return correctionOf(personId, survey)
  },
  foreign: {},
  absent: async (server) => correctionOf(2_000_000_000, await buildSurvey(server)),
}
const correctionOf = (personId: number, { stages }: BuiltSurvey) => ({
  params: { personId },
  body: { stage: stages[0], questionKey: 'why', answer: 'Because.', reason: 'They told me.' },
})

export const surveyRows: ObjectRows = {
  'PUT /api/v2/staff/people/:personId/answers/': correction,
  'GET /api/v2/screening/surveys/:id/': surveyRow(({ id }) => ({ params: { id } })),
  'GET /api/v2/screening/stages/:id/': surveyRow(({ stages }) => ({ params: { id: stages[0] } })),
  'GET /api/v3/screening/answers/': surveyRow((survey) => {
    const { survey: id, stage } = stageRef(survey)
    return { query: { survey: String(id), stage: String(stage) } }
  }),
  // An answer can be changed only after its stage was submitted.
  'PUT /api/v2/screening/answers/': surveyRow(
    (survey) => ({ body: { ...stageRef(survey), questionKey: 'why', answer: 'Because.' } }),
    { isCompleted: true },
  ),
  'POST /api/v3/screening/answers/': surveyRow((survey) => ({
    fields: { data: { ...stageRef(survey), answers: { why: 'Because.' } } },
  })),
}
