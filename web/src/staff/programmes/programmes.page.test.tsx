import { getSupportedLanguages } from '@saathi/contract/content/calls'
import * as calls from '@saathi/contract/staff/programme-calls'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../../test/harness.tsx'
import { showConsole } from '../console.fake.ts'

const row: calls.ProgrammeRow = {
  id: 7,
  name: 'Pragati',
  groupType: '1to1',
  isDisabled: false,
  people: 424,
  mentorships: 181,
  cohort: 'Autumn 2026',
}

const pragati: calls.Programme = {
  id: 7,
  key: 'pragati',
  name: 'Pragati',
  groupType: '1to1',
  isDisabled: false,
  membersAreAdults: false,
  emailDomains: ['kaveri.example'],
  languages: [],
  cohorts: [
    {
      id: 1,
      name: 'Autumn 2026',
      signUpFrom: '2026-08-01',
      startsOn: '2026-09-15',
      endsOn: '2027-08-31',
      people: 238,
      mentorships: 97,
      version: 'c1',
    },
  ],
  openCohortId: 1,
  codes: [
    {
      code: 'ZP-NSK-9',
      name: 'Zilla Parishad School 9',
      emailDomains: [],
      isActive: true,
      cohortId: 1,
      places: 90,
      endsOn: '2027-03-31',
      used: 88,
      state: 'open',
      version: 'z1',
    },
  ],
  schedule: [
    { sessionId: 31, title: 'Say hello', days: 14 },
    { sessionId: 32, title: 'Speak up', days: 7 },
  ],
  sessions: [
    { sessionId: 31, title: 'Say hello', languages: ['en', 'hi'] },
    { sessionId: 32, title: 'Speak up', languages: ['en'] },
    { sessionId: 33, title: 'A day at work', languages: ['en'] },
  ],
  plan: {
    criteria: [
      { key: 'languages', strength: 'must', name: 'Languages', helpText: 'For talking', canBeMust: true },
      { key: 'city', strength: 'off', name: 'City', helpText: 'For meeting', canBeMust: false },
    ],
    expiryHours: 72,
    places: 1,
    groupSize: 4,
    groupMinimum: 3,
    groupStartsIn: 5,
    shortlist: 5,
    exposure: 3,
    needsReview: false,
    needsApproval: true,
  },
  hasPlan: true,
  team: [{ personId: 3, name: 'Nisha Fernandes', role: 'ProgramManager', isEverywhere: false, until: null }],
  counts: { people: 424, waiting: 22, openOffers: 5, running: 181 },
  today: '2026-11-18',
  versions: { basics: 'b1', schedule: 's1', plan: 'p1' },
}

const rights = { console: { actions: ['staff.console', 'staff.programmes'] } }
const english = { languageCode: 'en', language: 'English', isActive: true, isDefault: true }
const hindi = { languageCode: 'hi', language: 'हिन्दी', isActive: true, isDefault: false }

function show(part = '', programme: calls.Programme = pragati) {
  answer(getSupportedLanguages, { languages: [english, hindi] })
  answer(calls.listProgrammes, { programmes: [row], mayCreate: true })
  answer(calls.getProgramme, programme)
  return showConsole({ ...rights, path: `/staff/programmes/7${part && `?part=${part}`}` })
}

test('[STF-09] a new instance explains how to begin, and the first programme is created once', async () => {
  answer(calls.listProgrammes, { programmes: [], mayCreate: true })
  const screen = await showConsole({ ...rights, path: '/staff/programmes' })
  await expect.element(screen.getByText('Start a new programme')).toBeVisible()
  await expect.element(screen.getByText(/npm run programme -- load/)).toBeVisible()
  await screen.getByRole('button', { name: 'New programme' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Name').fill('Pragati')
  await dialog.getByLabelText('Type').selectOptions('One mentor, a group of mentees')
  const creating = answer(calls.createProgramme, refuse('staff.programme_name_taken', 409, 'Another programme has this name.'))
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/has this name/)
  const created = answer(calls.createProgramme, { id: 7 })
  answer(calls.getProgramme, { ...pragati, isDisabled: true })
  await dialog.getByRole('button', { name: 'Create' }).dblClick()
  await expect.poll(screen.pathNow).toBe('/staff/programmes/7')
  const body = { name: 'Pragati', groupType: '1toM', copyOf: null }
  expect(creating.inputs).toMatchObject([{ body }])
  expect(created.inputs[0]).toMatchObject({ body })
  // However fast the second press, the server sees one key.
  expect(new Set(created.headers.map((headers) => headers.get('idempotency-key'))).size).toBe(1)
})

test('[STF-09] somebody without a programme and without the right to create one reads whom to ask', async () => {
  answer(calls.listProgrammes, { programmes: [], mayCreate: false })
  const screen = await showConsole({ ...rights, path: '/staff/programmes' })
  await expect.element(screen.getByText(/An administrator can create one/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'New programme' })).not.toBeInTheDocument()
})

test('[STF-09] the list leads to a programme, which can be copied', async () => {
  answer(calls.listProgrammes, { programmes: [row], mayCreate: true })
  answer(getSupportedLanguages, { languages: [english] })
  answer(calls.getProgramme, pragati)
  const screen = await showConsole({ ...rights, path: '/staff/programmes' })
  await expect.element(screen.getByRole('row', { name: /Pragati/ })).toMatchTextContent(/Autumn 2026.*424.*181/)
  await screen.getByRole('link', { name: /Pragati/ }).click()
  const copying = answer(calls.createProgramme, { id: 8 })
  await screen.getByRole('button', { name: 'Copy programme' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByLabelText('Start with')).toHaveDisplayValue('A copy of Pragati')
  await dialog.getByLabelText('Name').fill('Pragati 2027')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect.poll(() => copying.inputs).toMatchObject([{ body: { name: 'Pragati 2027', copyOf: 7 } }])
})

test('[STF-09] unsaved changes are lost only when the reader says so, and saved ones need no question', async () => {
  const screen = await show()
  await screen.getByLabelText('Name').fill('Pragati Nashik')
  await screen.getByRole('tab', { name: 'Team' }).click()
  const start = screen.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Start' })
  await start.click()
  const dialog = screen.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  expect(screen.pathNow()).toBe('/staff/programmes/7?part=team')
  await screen.getByRole('tab', { name: 'Basics' }).click()
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Pragati Nashik')
  await start.click()
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.poll(screen.pathNow).toBe('/staff')
  await screen.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Programmes' }).click()
  await screen.getByRole('link', { name: /Pragati/ }).click()
  await screen.getByLabelText('Name').fill('Pragati Pune')
  const saving = answer(calls.setProgrammeBasics, { ...pragati, name: 'Pragati Pune' })
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => saving.inputs).toHaveLength(1)
  await start.click()
  await expect.poll(screen.pathNow).toBe('/staff')
})

test('[STF-09] basics say whom they reach, and a change by somebody else is shown before it is overwritten', async () => {
  const screen = await show()
  await expect.element(screen.getByText('424 people are in this programme. A change counts for them at once.')).toBeVisible()
  await expect.element(screen.getByLabelText('Type')).toBeDisabled()
  await expect.element(screen.getByText('1 of 2 sessions translated')).toBeVisible()
  await screen.getByLabelText('E-mail domains').fill('@Kaveri.example, tcs.example')
  await screen.getByRole('checkbox', { name: /हिन्दी/ }).click()
  const refused = answer(calls.setProgrammeBasics, refuse('staff.programme_changed', 409, 'Somebody else changed this.'))
  answer(calls.getProgramme, { ...pragati, name: 'Pragati Nashik', versions: { ...pragati.versions, basics: 'b2' } })
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Somebody else changed this/)
  // What was typed stays until the reader gives it up.
  await expect.element(screen.getByLabelText('E-mail domains')).toHaveValue('@Kaveri.example, tcs.example')
  await screen.getByRole('button', { name: 'Show the new values' }).click()
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Pragati Nashik')
  const saving = answer(calls.setProgrammeBasics, { ...pragati, versions: { ...pragati.versions, basics: 'b3' } })
  await screen.getByRole('checkbox', { name: /People can sign up/ }).click()
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(screen.getByText('Saved', { exact: true })).toBeVisible()
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(() => [...refused.inputs, ...saving.inputs])
    .toMatchObject([
      { body: { emailDomains: ['kaveri.example', 'tcs.example'], languages: ['hi'], version: 'b1' } },
      { body: { name: 'Pragati Nashik', isDisabled: true, version: 'b2' } },
      { body: { version: 'b3' } },
    ])
})

test('[STF-09] codes show how many places are used, are changed and added', async () => {
  const screen = await show()
  await expect
    .element(screen.getByRole('row', { name: /ZP-NSK-9/ }))
    .toMatchTextContent(/Autumn 2026.*88 of 90.*31 Mar 2027.*Open/)
  const changing = answer(calls.changeCode, pragati)
  await screen.getByRole('button', { name: 'Change ZP-NSK-9' }).click()
  await expect.element(screen.getByRole('dialog')).toMatchTextContent(/88 people have signed up with it and stay/)
  await screen.getByRole('dialog').getByLabelText('Places').fill('120')
  await screen.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => changing.inputs).toMatchObject([{ params: { code: 'ZP-NSK-9' }, body: { places: 120, version: 'z1' } }])
  const adding = answer(calls.addCode, pragati)
  await screen.getByRole('button', { name: 'New code' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Code', { exact: true }).fill('kthm-26')
  await dialog.getByLabelText('Institution').fill('K. T. H. M. College')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => adding.inputs)
    .toMatchObject([{ body: { code: 'KTHM-26', places: null, endsOn: null, cohortId: null } }])
})

test('[STF-09] cohorts are added, changed, and deleted while nobody has joined', async () => {
  const later = { ...pragati.cohorts[0], id: 2, name: 'Spring 2027', signUpFrom: '2026-12-01', startsOn: '2027-02-01' }
  const both = {
    ...pragati,
    cohorts: [...pragati.cohorts, { ...later, endsOn: '2028-01-31', people: 0, mentorships: 0, version: 'c2' }],
  }
  const screen = await show('cohorts', both)
  const items = screen.getByRole('tabpanel').getByRole('listitem')
  await expect.element(items.nth(0)).toMatchTextContent(/238 people, 97 mentorships.*New members join/)
  await expect.element(items.nth(1)).toMatchTextContent(/sign-up opens 1 Dec 2026/)
  await expect.element(screen.getByRole('button', { name: 'Delete Autumn 2026' })).not.toBeInTheDocument()
  const deleting = answer(calls.deleteCohort, pragati)
  await screen.getByRole('button', { name: 'Delete Spring 2027' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => deleting.inputs).toMatchObject([{ params: { programmeId: 7, cohortId: 2 } }])
  const adding = answer(calls.addCohort, refuse('staff.cohort_dates', 400, 'Check the dates.'))
  await screen.getByRole('button', { name: 'New cohort' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Name').fill('Autumn 2027')
  await dialog.getByLabelText('Sign-up opens').fill('2027-08-01')
  await dialog.getByLabelText('Starts').fill('2027-09-15')
  await dialog.getByLabelText('Ends').fill('2028-08-31')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/Check the dates/)
  expect(adding.inputs).toMatchObject([
    { body: { name: 'Autumn 2027', signUpFrom: '2027-08-01', startsOn: '2027-09-15', endsOn: '2028-08-31' } },
  ])
})

test('[STF-09] the schedule is put in order by keyboard and says that running mentorships keep theirs', async () => {
  const screen = await show('curriculum')
  await expect.element(screen.getByText(/181 running mentorships keep their sessions and dates/)).toBeVisible()
  await screen.getByRole('button', { name: 'Move Say hello down' }).click()
  await expect.element(screen.getByRole('button', { name: 'Move Say hello down' })).toHaveFocus()
  await screen.getByLabelText('Days for Speak up').fill('10')
  await expect.element(screen.getByText('Days 11 to 24')).toBeVisible()
  await screen.getByLabelText('Add a session').selectOptions('A day at work')
  await screen.getByRole('button', { name: 'Remove Say hello' }).click()
  // Another tab and back: nothing is lost.
  await screen.getByRole('tab', { name: 'Team' }).click()
  await expect.element(screen.getByRole('row', { name: /Nisha Fernandes/ })).toMatchTextContent(/Program/)
  await screen.getByRole('tab', { name: 'Curriculum' }).click()
  const saving = answer(calls.setSchedule, pragati)
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(() => saving.inputs)
    .toMatchObject([
      {
        body: {
          sessions: [
            { sessionId: 32, days: 10 },
            { sessionId: 33, days: 14 },
          ],
          version: 's1',
        },
      },
    ])
})

test('[STF-09] the plan offers a must only where everyone is asked, and says who waits', async () => {
  const screen = await show('matching')
  await expect.element(screen.getByText(/22 people wait for a match. 5 offers are open/)).toBeVisible()
  await expect.element(screen.getByLabelText('City')).not.toMatchTextContent(/Must fit/)
  await screen.getByLabelText('City').selectOptions('Counts much')
  await screen.getByLabelText('Hours to decide about an offer').fill('48')
  await screen.getByRole('checkbox', { name: /Only mentors whom the team has approved/ }).click()
  const saving = answer(calls.setMatchingPlan, pragati)
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(() => saving.inputs)
    .toMatchObject([
      {
        body: {
          criteria: [
            { key: 'languages', strength: 'must' },
            { key: 'city', strength: 'high' },
          ],
          expiryHours: 48,
          needsApproval: false,
          version: 'p1',
        },
      },
    ])
})

test('[STF-09] without content, curriculum and plan say where it comes from', async () => {
  const screen = await show('curriculum', { ...pragati, schedule: [], sessions: [], plan: null, hasPlan: false })
  await expect.element(screen.getByText('There are no sessions to choose from.')).toBeVisible()
  await screen.getByRole('tab', { name: 'Matching plan' }).click()
  await expect.element(screen.getByText('There is nothing to compare yet.')).toBeVisible()
})

test('[STF-09] a programme of others looks like one that does not exist', async () => {
  answer(calls.listProgrammes, { programmes: [], mayCreate: false })
  answer(calls.getProgramme, refuse('staff.programme_not_found', 404, 'This programme does not exist.'))
  const screen = await showConsole({ ...rights, path: '/staff/programmes/9' })
  await expect.element(screen.getByText('This is not open to you')).toBeVisible()
})
