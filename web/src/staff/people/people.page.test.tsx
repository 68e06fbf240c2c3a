import { addPerson, changeAddress, setDisabled, setFlags, setVerified } from '@saathi/contract/accounts/staff-calls'
import { getSupportedLanguages } from '@saathi/contract/content/calls'
import * as calls from '@saathi/contract/staff/people-calls'
import { expect, test } from 'vitest'
import { answer, refuse } from '../../../test/harness.tsx'
import { showConsole } from '../console.fake.ts'

const asha: calls.PersonRow = {
  id: 41,
  name: 'Asha Rao',
  picture: null,
  role: 'Mentee',
  programme: 'Pragati',
  stage: 'in_pair',
  partners: ['Ravi Kulkarni'],
  waitsSince: null,
  joinedAt: '2026-09-22T06:00:00.000Z',
  lastSeenAt: '2026-11-14T06:00:00.000Z',
}

const experiences = {
  curriculum: 'use',
  session: 'use',
  video: 'show',
  survey: 'use',
  internship: 'off',
  chattype: 'use',
  chatStatus: { mentorshipChat: 'use', aiChat: 'use', helpCenter: 'use' },
} as const

const facts: calls.PersonFacts = {
  id: 41,
  firstName: 'Asha',
  lastName: 'Rao',
  name: 'Asha Rao',
  picture: null,
  email: 'asha@saathi.example',
  phoneNumber: '919800000001',
  role: 'Mentee',
  language: 'mr',
  programme: { id: 7, key: 'pragati', name: 'Pragati', isDisabled: false },
  institutionCode: null,
  provider: 'normal',
  stage: 'in_pair',
  joinedAt: '2026-09-22T06:00:00.000Z',
  leavesAt: null,
  isVerified: true,
  mailRefusal: null,
  isDisabled: false,
  experiences,
  signIns: { openCount: 2, lastUsedAt: '2026-11-14T06:00:00.000Z' },
  learning: { doneCount: 5, startedCount: 6, lastAt: '2026-10-29T06:00:00.000Z' },
  surveys: [{ id: 3, name: 'About you and your goals', status: 'done', at: '2026-10-22T06:00:00.000Z' }],
  match: { waitsSince: null, isApproved: null, places: null, openOffers: 0 },
  mentorships: [
    {
      id: 9,
      groupType: '1to1',
      programme: 'Pragati',
      startedAt: '2026-11-02T06:00:00.000Z',
      endedAt: null,
      partners: [{ id: 42, name: 'Ravi Kulkarni', part: 'mentor' }],
      sessionsDone: 3,
      callCount: 2,
      lastCallAt: '2026-11-12T06:00:00.000Z',
    },
  ],
  consents: [{ kind: 'terms', version: 4, givenAt: '2026-09-22T06:00:00.000Z' }],
  notes: [{ id: 1, text: 'Her exams end on 28 November.', by: 'Nisha Fernandes', at: '2026-11-09T12:22:00.000Z' }],
  looks: [{ id: 5, by: 'Farida Khan', what: 'opened_page', reason: 'Before a call', at: '2026-11-14T06:00:00.000Z' }],
  canChange: true,
}

const rights = { console: { actions: ['staff.console', 'staff.people', 'staff.people_read'] } }
const answerList = (people = [asha], next: string | null = null) => {
  answer(calls.listSavedViews, { views: [{ id: 1, name: 'My college', query: 'search=college' }] })
  return answer(calls.listPeople, { people, total: people.length, next, readAt: '2026-11-15T05:12:00.000Z' })
}

test('[STF-07] the list shows stage and partner, and keeps search and filters in the address', async () => {
  const list = answerList()
  const screen = await showConsole({ ...rights, path: '/staff/people?stage=in_pair' })
  const row = screen.getByRole('row', { name: /Asha Rao/ })
  await expect.element(row).toMatchTextContent(/In a pair/)
  await expect.element(row).toMatchTextContent(/Ravi Kulkarni/)
  await screen.getByLabelText('Search people').fill('asha')
  await expect.poll(screen.pathNow).toBe('/staff/people?stage=in_pair&search=asha')
  expect(list.inputs.at(-1)).toMatchObject({ query: { search: 'asha', stage: 'in_pair' } })
  await screen.getByLabelText('Order').selectOptions('Newest first')
  await expect.poll(() => list.inputs.at(-1)).toMatchObject({ query: { search: 'asha', stage: 'in_pair', sort: 'newest' } })
})

test('[STF-07] views are links, and new filters can be saved under a name', async () => {
  answerList()
  const screen = await showConsole({ ...rights, path: '/staff/people' })
  await screen.getByRole('link', { name: 'My college' }).click()
  await expect.poll(screen.pathNow).toBe('/staff/people?search=college')
  await expect.element(screen.getByRole('link', { name: 'My college' })).toHaveAttribute('aria-current', 'page')
  await screen.getByLabelText('Role').selectOptions('Mentor')
  const saving = answer(calls.saveView, { id: 2, name: 'Mentors there', query: 'search=college&role=Mentor' })
  await screen.getByRole('button', { name: 'Save view' }).click()
  await screen.getByLabelText('Name of the view').fill('Mentors there')
  await screen.getByRole('dialog').getByRole('button', { name: 'Save view' }).click()
  await expect.poll(() => saving.inputs).toMatchObject([{ body: { name: 'Mentors there', query: 'search=college&role=Mentor' } }])
})

test('[STF-17] an empty list suggests what to try, and a failed one can be retried', async () => {
  answerList([])
  const screen = await showConsole({ ...rights, path: '/staff/people?search=zz' })
  await expect.element(screen.getByText('Nobody fits these filters')).toBeVisible()
  answer(calls.listPeople, refuse('core.broken', 500, 'Broken.'))
  await screen.getByLabelText('Stage').selectOptions('Invited')
  await expect.element(screen.getByText('This could not be loaded')).toBeVisible()
  answerList()
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('row', { name: /Asha Rao/ })).toBeVisible()
})

test('[STF-08] adds a person, who gets an invitation, and opens their page', async () => {
  answerList()
  const english = { language: 'English', languageCode: 'en', isActive: true, isDefault: true }
  const marathi = { language: 'मराठी', languageCode: 'mr', isActive: true, isDefault: false }
  answer(getSupportedLanguages, { languages: [english, marathi] })
  const adding = answer(addPerson, { personId: 77 })
  // The programme is run in Marathi only, so that the invitation suggests it.
  const pragati = { id: 7, key: 'pragati', name: 'Pragati', isDisabled: false, languages: ['mr'] }
  const screen = await showConsole({ console: { ...rights.console, programmes: [pragati] }, path: '/staff/people' })
  await screen.getByRole('button', { name: 'Add a person' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('First name').fill('Dolma')
  await dialog.getByLabelText('Last name').fill('Bhutia')
  await dialog.getByLabelText('E-mail').fill('dolma@college.example')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect.poll(screen.pathNow).toBe('/staff/people/77')
  expect(adding.inputs).toMatchObject([
    { body: { firstName: 'Dolma', role: 'Mentee', project: 'pragati', newPrimaryLanguage: 'mr' } },
  ])
})

async function openAsha(person = facts) {
  const opening = answer(calls.getPersonFacts, person)
  const screen = await showConsole({ ...rights, path: '/staff/people/41' })
  await expect.element(screen.getByRole('heading', { name: "Open a person's page" })).toBeVisible()
  expect(opening.inputs).toEqual([])
  await screen.getByText('Before a call or visit').click()
  await screen.getByRole('button', { name: 'Open the page' }).click()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Asha Rao' })).toBeVisible()
  expect(opening.inputs).toMatchObject([{ params: { personId: 41 }, query: { reason: 'Before a call or visit' } }])
  return screen
}

test('[STF-12] the page of a person asks for a reason before it loads anything', async () => {
  const screen = await openAsha()
  await expect.element(screen.getByText('Mentorship with Ravi Kulkarni')).toBeVisible()
  await expect.element(screen.getByText('2 calls')).toBeVisible()
  await expect.element(screen.getByText('Her exams end on 28 November.')).toBeVisible()
  await expect.element(screen.getByText('Opened this page: Before a call')).toBeVisible()
})

test('[STF-08] blocking asks for a reason and explains the consequences', async () => {
  const screen = await openAsha()
  const blocking = answer(setDisabled, {})
  await screen.getByRole('button', { name: 'Block this account' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText(/signed out at once/)).toBeVisible()
  await dialog.getByLabelText('Reason').fill('Reported by her mentor')
  await dialog.getByRole('button', { name: 'Block this account' }).click()
  await expect
    .poll(() => blocking.inputs)
    .toEqual([{ params: { personId: 41 }, body: { isDisabled: true, reason: 'Reported by her mentor' } }])
})

test('[STF-08] a taken address is refused in the dialog, and a feature is opened with an explanation and a reason', async () => {
  const screen = await openAsha()
  const flags = answer(setFlags, {})
  await screen.getByLabelText('Video calls').selectOptions('Open')
  const explained = screen.getByRole('dialog', { name: 'Open Video calls for Asha?' })
  await expect.element(explained.getByText('Asha can use it at once and gets a notice.')).toBeVisible()
  expect(flags.inputs).toEqual([])
  await explained.getByLabelText('Reason').fill('She asked for it')
  await explained.getByRole('button', { name: 'Change it' }).click()
  await expect.element(explained).not.toBeInTheDocument()
  expect(flags.inputs).toEqual([{ params: { personId: 41 }, body: { video: 'use', reason: 'She asked for it' } }])
  answer(changeAddress, refuse('accounts.address_taken', 409, 'Somebody else uses this address.'))
  await screen.getByRole('button', { name: 'Change e-mail' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('New e-mail').fill('ravi@saathi.example')
  await dialog.getByLabelText('Reason').fill('She lost the old one')
  await dialog.getByRole('button', { name: 'Change e-mail' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/Somebody else uses this address./)
})

test('[STF-08] an address that was changed is confirmed without the link, and then there is nothing to confirm', async () => {
  const screen = await openAsha({ ...facts, isVerified: false })
  const confirming = answer(setVerified, {})
  await screen.getByRole('button', { name: 'Confirm the address' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText(new RegExp(facts.email))).toBeVisible()
  answer(calls.getPersonFacts, facts)
  await dialog.getByRole('button', { name: 'Confirm the address' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(confirming.inputs).toEqual([{ params: { personId: 41 }, body: { isVerified: true } }])
  await expect.poll(() => screen.getByRole('button', { name: 'Confirm the address' }).elements()).toEqual([])
})

test('[STF-07] a reader without the right to change sees no acts', async () => {
  const screen = await openAsha({ ...facts, canChange: false })
  await expect.element(screen.getByText('Video calls: Shown, but locked')).toBeVisible()
  expect(screen.getByRole('button', { name: /Block|Change|Sign out/ }).elements()).toEqual([])
})
