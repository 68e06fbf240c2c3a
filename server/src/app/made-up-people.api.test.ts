import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StaffRole } from '@saathi/contract/accounts/roles'
import { addPerson } from '@saathi/contract/accounts/staff-calls'
import { listTeam } from '@saathi/contract/accounts/team-calls'
import { setSeeker } from '@saathi/contract/matching/staff-calls'
import { startMentorship } from '@saathi/contract/mentorship/staff-calls'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import {
  answerFirstSurvey,
  completeHubSessions,
  enterAsAdministrator,
  type Newcomer,
  signUpByMail,
} from '../../test/newcomers.ts'
import { copyProgrammeWithoutPeople } from '../../test/programme-without-people.ts'
import { rowsOf } from '../../test/row-shapes.ts'
import { inTransaction } from '../core/ctx.ts'
import { reviewSeekers } from '../matching/pool/pool.ts'
import { loadDemoHistory } from '../programme/load/programme.ts'
import { loadFolder } from '../programme/load/folder.ts'

/**
 * The demo's made-up people are inserted in batches. Here each of their stages is compared with a person who came as far through
 * the product.
 */

const demo = fileURLToPath(new URL('../../../demo', import.meta.url))
const Accounts = z.looseObject({ accounts: z.array(z.looseObject({ role: z.string() })) })
const each = { invited: 2, signedUp: 1, surveyOpen: 1, preparing: 2, waiting: 1, mentorsToApprove: 1, freeMentors: 2 }
const people = {
  seed: 7,
  funnels: [
    {
      ...each,
      project: 'pragati',
      emailDomain: 'pragati.example',
      pairManager: 'rekha@saathi.example',
      chosen: 1,
      active: 2,
      ended: 1,
    },
    {
      ...each,
      project: 'udaan',
      emailDomain: 'udaan.example',
      pairManager: 'rekha@saathi.example',
      offered: 1,
      active: 1,
      forming: 1,
    },
  ],
}

/** The shipped programme with its team and a few made-up people. */
function writeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'saathi-people-'))
  copyProgrammeWithoutPeople(folder)
  const file = Accounts.parse(JSON.parse(readFileSync(join(demo, 'accounts.json'), 'utf8')))
  const team = file.accounts
    .filter(({ role }) => !/Ment(or|ee)$/.test(role))
    .map(({ portrait: _portrait, ...account }) => account)
  const write = (name: string, value: object) => writeFileSync(join(folder, name), JSON.stringify(value))
  write('accounts.json', { ...file, accounts: team })
  write('mentorships.json', { mentorships: [] })
  write('matching.json', { seekers: [] })
  write('people.json', people)
  return folder
}

let server: TestServer
let admin: Newcomer
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
  const folder = writeFolder()
  const hash = async (password: string) => `hash of ${password}`
  const loading = loadFolder(server.app.world, folder, server.app.log, hash, loadDemoHistory, true)
  await loading.finally(() => rmSync(folder, { recursive: true }))
  admin = await enterAsAdministrator(server)
}, 120_000)
afterAll(() => server.stop())

/** What the stages leave behind. Made-up people have neither notices nor messages of the assistant. */
const tables = {
  consent: 'person_id',
  sign_in: 'person_id',
  verification_link: 'person_id',
  survey_response: 'person_id',
  stage_response: 'person_id',
  match_seeker: 'person_id',
  match_mentor: 'person_id',
  chat_channel: 'person_id',
  mentorship_member: 'person_id',
}
// People of the demo have seen the celebration of their match.
const options = { free: new Set(['language_code', 'answers', 'celebrated_at']), isUnique: true }
const shapesOf = (personId: number) => rowsOf(server, personId, tables, options)

/** Made-up people, by a condition on their rows. */
async function madeUp(condition: string): Promise<number[]> {
  const { rows } = await server.pool.query<{ id: number }>(
    `select p.id from person p left join match_seeker s on s.person_id = p.id left join match_mentor m on m.person_id = p.id
     where p.email ~ '[0-9]@pragati.example$' and ${condition} order by p.id`,
  )
  expect(rows.length, condition).toBeGreaterThan(0)
  return rows.map(({ id }) => id)
}
const surveys = '(select count(*) from stage_response r where r.person_id = p.id)'
const isFree = 'not exists (select from match_offer o where p.id in (o.mentor_id, o.mentee_id))'
const isIn = 'exists (select from mentorship_member b where b.person_id = p.id)'

const student = (firstName: string) =>
  signUpByMail(server, { firstName, role: 'Mentee', project: 'pragati', emailDomain: 'pragati.example' })
const mentor = (firstName: string) => signUpByMail(server, { firstName, role: 'Mentor', institutionCode: 'PRAGATI-26' })

async function expectAlike(condition: string, realId: number): Promise<void> {
  const real = await shapesOf(realId)
  for (const id of await madeUp(condition)) expect(await shapesOf(id), condition).toEqual(real)
}

test('people who were invited or only signed up are like real ones', async () => {
  const body = {
    email: `${randomUUID()}@pragati.example`,
    role: 'Mentee',
    firstName: 'Asha',
    lastName: 'Rao',
    newPrimaryLanguage: 'en',
    project: 'pragati',
  } as const
  const { personId } = await admin.ask(addPerson, { body })
  // Loading a programme opens the assistant to everybody who lacks it.
  const { chat_channel: _none, ...invited } = await shapesOf(personId)
  for (const id of await madeUp(`email_verified_at is null and role = 'Mentee'`))
    expect(await shapesOf(id)).toMatchObject(invited)
  await expectAlike(`email_verified_at is not null and role = 'Mentee' and ${surveys} = 0`, (await student('Asha')).id)
})

test('seekers, mentors to approve and approved mentors are like real ones', async () => {
  const asha = await student('Asha')
  const ravi = await mentor('Ravi')
  for (const person of [asha, ravi]) await answerFirstSurvey(person)
  await expectAlike(`role = 'Mentor' and s.person_id is not null and m.person_id is null`, ravi.id)
  await admin.ask(setSeeker, { params: { personId: ravi.id }, body: { isApproved: true } })
  await expectAlike(`role = 'Mentor' and m.person_id is not null and ${isFree}`, ravi.id)
  await completeHubSessions(asha, 5)
  await expectAlike(`role = 'Mentee' and s.person_id is not null and ${isFree}`, asha.id)
})

test('people in a pair are like those for whom staff start one', async () => {
  const asha = await student('Asha')
  const ravi = await mentor('Ravi')
  for (const person of [asha, ravi]) await answerFirstSurvey(person)
  await completeHubSessions(asha, 5)
  const body = { mentor: ravi.id, mentees: [asha.id], pairManager: null, reason: 'Both asked for it' }
  await admin.ask(startMentorship, { body }, { 'idempotency-key': randomUUID() })
  const open = `${isIn} and not exists (select from mentorship_member b where b.person_id = p.id and left_at is not null)`
  await expectAlike(`role = 'Mentee' and ${open}`, asha.id)
})

test('the nightly review finds every made-up person where the product would put them', async () => {
  const pool = async () => (await server.pool.query('select person_id, part, answers from match_seeker order by person_id')).rows
  const before = await pool()
  const { rows } = await server.pool.query<{ id: number }>(`select id from person where role like '%Ment%' order by id`)
  await inTransaction(server.app.world, server.app.log, (ctx) =>
    reviewSeekers(
      ctx,
      rows.map(({ id }) => id),
    ),
  )
  expect(await pool()).toEqual(before)
  expect(before.length).toBeGreaterThan(10)
})

test('the demo has an account for every role of the team, two of them to decide together about safety', async () => {
  const { members } = await admin.ask(listTeam, {})
  const ofDemo = members.filter(({ email }) => email.endsWith('@saathi.example') && !email.startsWith('admin-'))
  const roles = ofDemo.flatMap(({ rights }) => [...new Set(rights.map(({ role }) => role))])
  expect(new Set(roles)).toEqual(new Set(StaffRole.options))
  expect(roles.filter((role) => role === 'SafeguardingLead')).toHaveLength(2)
  const nisha = ofDemo.find(({ name }) => name === 'Nisha Fernandes')
  expect(nisha?.rights.map(({ role }) => role)).toEqual(['ProgramManager', 'ProgramManager'])
  expect(new Set(nisha?.rights.map(({ projectId }) => projectId)).size).toBe(2)
})
