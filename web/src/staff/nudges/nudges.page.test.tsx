import * as calls from '@saathi/contract/worklist/nudge-calls'
import type { Nudge, NudgePlan } from '@saathi/contract/worklist/nudges'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refuse, setServerClock } from '../../../test/harness.tsx'
import { showConsole } from '../console.fake.ts'

const actions = ['staff.console', 'staff.worklist', 'staff.work_rules', 'staff.pairs_read']
const nudge: Nudge = {
  id: 71,
  trigger: 'no_meeting',
  on: '2026-11-18',
  person: { id: 8, name: 'Joseph Minz', firstName: 'Joseph', picture: null, part: 'mentee' },
  programme: 'Udaan',
  mentorship: 4,
  since: '2026-11-03T06:00:00.000Z',
  state: 'planned',
  droppedWhy: null,
  takenOutBy: null,
  reason: null,
  title: 'Time for a call?',
  text: 'You have not met for a while.',
  sentAt: null,
}
const plan: NudgePlan = {
  trigger: 'no_meeting',
  isOn: false,
  afterDays: 14,
  againDays: null,
  times: 1,
  perDay: 100,
  texts: [],
  usualTexts: [
    { language: 'en', title: 'Time for a call?', text: 'You have not met for a while.' },
    { language: 'hi', title: 'एक कॉल का समय?', text: 'आप कुछ समय से नहीं मिले हैं।' },
  ],
  version: 3,
  changedBy: null,
  changedAt: null,
  planned: 0,
  sentLastWeek: 6,
}
const languages = [
  { code: 'en', name: 'English' },
  { code: 'hi', name: 'हिन्दी' },
]

beforeEach(() => setServerClock(new Date('2026-11-17T04:00:00Z')))
const open = (path: string) => showConsole({ path, console: { actions } })

test('[TOD-07] tomorrow shows each person with the words they will read, and one is taken out with a reason', async () => {
  answer(calls.listNudges, { nudges: [nudge], next: null, byPlan: [] })
  const screen = await open('/staff/today/tomorrow')
  const row = screen.getByRole('listitem').filter({ hasText: 'Joseph Minz' })
  await expect.element(row).toMatchTextContent(/Time for a call\?You have not met for a while\./)
  await screen.getByRole('button', { name: 'Take out: Joseph Minz' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Take out: Joseph Minz' })
  answer(calls.takeOutNudge, refuse('worklist.nudge_over', 409, 'This message has been sent in the meantime.'))
  await dialog.getByLabelText('Reason').fill('In hospital')
  await dialog.getByRole('button', { name: 'Take out' }).click()
  await expect.element(dialog.getByText('This message has been sent in the meantime.')).toBeVisible()
  const out: Nudge = { ...nudge, state: 'taken_out', takenOutBy: 'Farida', reason: 'In hospital' }
  const { inputs } = answer(calls.takeOutNudge, { nudge: out })
  answer(calls.listNudges, { nudges: [out], next: null, byPlan: [] })
  await dialog.getByRole('button', { name: 'Take out' }).click()
  await expect.element(screen.getByText('Taken out by Farida: In hospital')).toBeVisible()
  expect(inputs).toMatchObject([{ params: { id: 71 }, body: { isOut: true, reason: 'In hospital' } }])
})

test('[STF-17] an empty list says what fills it, and a failed one offers to try again', async () => {
  answer(calls.listNudges, refuse('core.broken', 500, 'Broken.'))
  const screen = await open('/staff/today/tomorrow')
  await expect.element(screen.getByText('This could not be loaded')).toBeVisible()
  answer(calls.listNudges, { nudges: [], next: null, byPlan: [] })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Nothing goes out')).toBeVisible()
})

test('[TOD-07] a plan is switched on after its number was seen, and a refusal shows the new one', async () => {
  answer(calls.listNudgePlans, { programme: 'Pragati', languages, plans: [plan] })
  const preview = answer(calls.previewNudgePlan, {
    on: '2026-11-18',
    count: 214,
    names: ['Asha Rao', 'Joseph Minz'],
    leftOut: [{ why: 'contacted', count: 3 }],
  })
  const screen = await open('/staff/today/nudges')
  await expect.element(screen.getByRole('article', { name: 'Time for a call' })).toMatchTextContent(/Off.*14 days.*6 sent/)
  await screen.getByRole('button', { name: 'Change: Time for a call' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Time for a call' })
  await expect.element(dialog.getByText('Nothing is sent while it is off.')).toBeVisible()
  expect(preview.inputs).toEqual([])
  await dialog.getByRole('checkbox', { name: 'Send these messages' }).click()
  await expect
    .element(dialog.getByText('This plan would write to 214 people tomorrow, among them Asha Rao, Joseph Minz.'))
    .toBeVisible()
  await expect.element(dialog.getByText('Reached by a colleague this week: 3')).toBeVisible()
  await dialog.getByLabelText('Words in').selectOptions('हिन्दी')
  await expect.element(dialog.getByText('एक कॉल का समय?')).toBeVisible()
  await dialog.getByLabelText('Your title').fill('मिलें?')
  await dialog.getByLabelText('Your text').fill('इस हफ़्ते मिलिए।')
  await expect.element(dialog.getByText('मिलें?')).toBeVisible()
  answer(calls.setNudgePlan, refuse('worklist.nudges_more_than_seen', 409, 'Tomorrow this plan would write to 300 people.'))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Tomorrow this plan would write to 300 people.')).toBeVisible()
  const { inputs } = answer(calls.setNudgePlan, { plan: { ...plan, isOn: true, version: 4 } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => inputs)
    .toMatchObject([
      {
        params: { programmeId: 7, trigger: 'no_meeting' },
        body: {
          isOn: true,
          afterDays: 14,
          againDays: null,
          version: 3,
          seen: 214,
          texts: [{ language: 'hi', title: 'मिलें?', text: 'इस हफ़्ते मिलिए।' }],
        },
      },
    ])
})

test.each([360, 1280])('both pages fit a screen of %i px', async (width) => {
  await page.viewport(width, 800)
  answer(calls.listNudges, { nudges: [nudge], next: null, byPlan: [] })
  answer(calls.listNudgePlans, { programme: 'Pragati', languages, plans: [plan] })
  const screen = await open('/staff/today/tomorrow')
  await expect.element(screen.getByText('Time for a call?')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
