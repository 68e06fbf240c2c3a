import { sendOtp } from '@saathi/contract/accounts/code-calls'
import { signUp } from '@saathi/contract/accounts/sign-up-calls'
import * as calls from '@saathi/contract/staff/programme-calls'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { enterAsAdministrator, type Newcomer, signUpByMail } from '../../../test/newcomers.ts'
import { mailedCode } from '../../../test/one-time-codes.ts'
import { cohortDates, newCode, programmeSettings } from '../../../test/programme-settings.ts'
import { PASSWORD } from '../../../test/valid-answers.ts'

/** On an instance into which nothing was loaded. */

let server: TestServer
let admin: Newcomer
let settings: ReturnType<typeof programmeSettings>
let programmeId: number
let number = 0
let attempts = 0
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
  admin = await enterAsAdministrator(server)
  settings = programmeSettings(server, admin)
}, 120_000)
afterAll(() => server.stop())
beforeEach(async () => {
  number += 1
  programmeId = await settings.create(`Pragati ${number}`)
})

const params = () => ({ programmeId })
const show = () => settings.show(programmeId)
const addCohort = (name: string, from: number, until: number) =>
  admin.ask(calls.addCohort, { params: params(), body: { name, ...cohortDates(server, from, until) } })
const addCode = (code: string, more: object = {}) =>
  admin.ask(calls.addCode, { params: params(), body: { code, ...newCode, ...more } })
const mentor = (institutionCode: string) => signUpByMail(server, { firstName: 'Leela', role: 'Mentor', institutionCode })
const mentee = (project: string) => signUpByMail(server, { firstName: 'Asha', role: 'Mentee', project })

async function trySignUp(choice: { institutionCode: string } | { project: string }) {
  const email = `late-${crypto.randomUUID()}@saathi.example`
  const from = { 'x-forwarded-for': `10.9.${number}.${(attempts += 1)}` }
  await server.ask(null, sendOtp, { body: { email, numOtp: 6 } }, from)
  const otp = await mailedCode(server, email)
  const role = 'project' in choice ? ('Mentee' as const) : ('Mentor' as const)
  const names = { firstName: 'Om', lastName: 'Rao', phoneNumber: '919800000011', newPrimaryLanguage: 'en' }
  const body = { ...names, ...choice, role, provider: 'normal', email, otp, password: PASSWORD } as const
  return server.ask(null, signUp, { body }, from)
}
const statusOf = async (institutionCode: string) => (await trySignUp({ institutionCode })).status

test('[STF-09] the first programme is created with a cohort and a code, and a mentee and a mentor sign up into it', async () => {
  const { programmes, mayCreate } = await admin.ask(calls.listProgrammes, {})
  expect([programmes.length, mayCreate]).toEqual([number, true])
  expect(await show()).toMatchObject({ isDisabled: true, plan: null, hasPlan: false, schedule: [], sessions: [], cohorts: [] })
  const { cohorts } = await addCohort('Autumn', 0, 200)
  await addCode('KTHM-26', { name: 'K. T. H. M. College', places: 90 })
  await settings.open(programmeId)
  const { key } = await show()
  await mentee(key)
  await mentor('kthm-26')
  const shown = await show()
  expect(shown).toMatchObject({
    openCohortId: cohorts[0]?.id,
    cohorts: [{ name: 'Autumn', people: 2 }],
    codes: [{ code: 'KTHM-26', used: 1, state: 'open' }],
    counts: { people: 2 },
  })
  expect((await admin.ask(calls.listProgrammes, {})).programmes[0]).toMatchObject({ people: 2, cohort: 'Autumn' })
})

test('[STF-09] a person who signs up joins the cohort that is open, or that of their code', async () => {
  await addCohort('Last year', -500, -100)
  await addCohort('Running', -50, 200)
  const { cohorts } = await addCohort('Next', 30, 300)
  const next = cohorts.find(({ name }) => name === 'Next')?.id ?? 0
  await settings.open(programmeId)
  await addCode(`EARLY-${number}`, { cohortId: next })
  await addCode(`NOW-${number}`)
  await mentee((await show()).key)
  await mentor(`NOW-${number}`)
  await mentor(`EARLY-${number}`)
  const counts = (await show()).cohorts.map(({ name, people }) => [name, people])
  expect(counts).toEqual([
    ['Last year', 0],
    ['Running', 2],
    ['Next', 1],
  ])
  const remove = (cohortId: number) =>
    server.ask(null, calls.deleteCohort, { params: { programmeId, cohortId }, body: {} }, admin.headers)
  expect((await remove(next)).body.code).toBe('staff.cohort_in_use')
  const last = cohorts.find(({ name }) => name === 'Last year')?.id ?? 0
  expect((await remove(last)).body.cohorts).toHaveLength(2)
  expect((await remove(last)).body.code).toBe('staff.cohort_not_found')
  const foreign = { params: params(), body: { code: `NEW-${number}`, ...newCode, cohortId: last } }
  expect((await server.ask(null, calls.addCode, foreign, admin.headers)).body.code).toBe('staff.cohort_not_found')
})

test('[STF-09] a cohort cannot be deleted while somebody is joining it', async () => {
  const { cohorts } = await addCohort('Now', 0, 100)
  await settings.open(programmeId)
  const { key } = await show()
  const cohortId = cohorts[0]?.id ?? 0
  const remove = server.ask(null, calls.deleteCohort, { params: { programmeId, cohortId }, body: {} }, admin.headers)
  const [removed, ...joined] = await Promise.all([remove, ...[1, 2, 3].map(() => trySignUp({ project: key }))])
  expect(joined.map(({ status }) => status)).toEqual([200, 200, 200])
  const left = (await show()).cohorts
  const outcome = removed.status === 200 ? 'deleted' : removed.body.code
  expect([outcome, left.length]).toEqual(outcome === 'deleted' ? ['deleted', 0] : ['staff.cohort_in_use', 1])
})

test('[STF-09] a code lets as many people in as it has places, until its last day, and while it is on', async () => {
  await settings.open(programmeId)
  const code = `KTHM-${number}`
  await addCode(code, { places: 1 })
  const results = await Promise.all([statusOf(code), statusOf(code), statusOf(code)])
  expect(results.toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  expect((await show()).codes).toMatchObject([{ code, used: 1, state: 'full' }])
  const change = async (body: object) => {
    const version = (await show()).codes[0]?.version ?? ''
    return admin.ask(calls.changeCode, { params: { programmeId, code }, body: { ...newCode, ...body, version } })
  }
  expect((await change({ endsOn: '2020-01-01' })).codes[0]?.state).toBe('ended')
  expect(await statusOf(code)).toBe(400)
  expect((await change({ isActive: false })).codes[0]?.state).toBe('off')
  expect(await statusOf(code)).toBe(400)
  expect((await change({ emailDomains: ['college.example'] })).codes[0]?.state).toBe('open')
  expect(await statusOf(code)).toBe(400)
  expect((await change({ places: 2, endsOn: '2999-01-01' })).codes[0]?.state).toBe('open')
  expect(await statusOf(code)).toBe(200)
  const twice = { params: params(), body: { code, ...newCode } }
  expect((await server.ask(null, calls.addCode, twice, admin.headers)).body.code).toBe('staff.code_taken')
})

test('[STF-09] a closed programme accepts nobody, with or without a code', async () => {
  await addCode(`SHUT-${number}`)
  const { key } = await show()
  expect((await trySignUp({ project: key })).body.code).toBe('accounts.program_not_open')
  expect((await trySignUp({ institutionCode: `SHUT-${number}` })).body.code).toBe('accounts.institution_refused')
  await settings.open(programmeId)
  expect(await statusOf(`SHUT-${number}`)).toBe(200)
})

test('[STF-09] everybody gets the role of the type, also if the type changes while they sign up', async () => {
  await settings.open(programmeId)
  const { key } = await show()
  const [changed, ...joined] = await Promise.all([
    settings.trySave.basics(programmeId, { groupType: '1toM' }),
    ...[1, 2, 3].map(() => trySignUp({ project: key })),
  ])
  expect(joined.map(({ status }) => status)).toEqual([200, 200, 200])
  const { groupType } = await show()
  expect(changed.status).toBe(groupType === '1toM' ? 200 : 409)
  const people = await server.db.selectFrom('person').select('role').where('project_id', '=', programmeId).execute()
  const role = groupType === '1toM' ? 'GroupMentee' : 'Mentee'
  expect(people.map((person) => person.role)).toEqual([role, role, role])
})
