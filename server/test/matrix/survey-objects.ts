import { isMentor, Role } from '@saathi/contract/accounts/roles'
import type { TestServer } from '../harness.ts'
import { buildSurvey, type BuiltSurvey, completeAsIf, setSurveyFlag } from '../surveys.ts'
import type { Build, Given } from './call-input.ts'
import type { ObjectRow, ObjectRows } from './objects.ts'

type Name = (survey: BuiltSurvey) => Given
type Changes = NonNullable<Parameters<typeof buildSurvey>[1]>
const nowhere: BuiltSurvey = { id: 2_000_000_000, key: 'nowhere', stages: [2_000_000_000] }

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

/** A survey is there for whoever is asked, unless it is not published yet, for others, or another project's. */
function surveyRow(name: Name, { isCompleted = false } = {}): ObjectRow {
  const build =
    (changes: (server: TestServer, personId: number) => Promise<Changes> | Changes, completes = false): Build =>
    async (server, personId) => {
      await setSurveyFlag(server, personId)
      const survey = await buildSurvey(server, await changes(server, personId))
      if (completes) await completeAsIf(server, personId, survey)
      return name(survey)
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
      return name(nowhere)
    },
  }
}

const place = ({ id, stages }: BuiltSurvey) => ({ survey: id, stage: stages[0] ?? 0 })

/** Whose answers are meant nobody can say: a call has no field for it. */
export const surveyRows: ObjectRows = {
  'GET /api/v2/screening/surveys/:id/': surveyRow(({ id }) => ({ params: { id } })),
  'GET /api/v2/screening/stages/:id/': surveyRow(({ stages }) => ({ params: { id: stages[0] } })),
  'GET /api/v3/screening/answers/': surveyRow((survey) => {
    const { survey: id, stage } = place(survey)
    return { query: { survey: String(id), stage: String(stage) } }
  }),
  // An answer can be changed only after its stage was sent.
  'PUT /api/v2/screening/answers/': surveyRow(
    (survey) => ({ body: { ...place(survey), questionKey: 'why', answer: 'Because.' } }),
    { isCompleted: true },
  ),
  'POST /api/v3/screening/answers/': surveyRow((survey) => ({
    fields: { data: { ...place(survey), answers: { why: 'Because.' } } },
  })),
}
