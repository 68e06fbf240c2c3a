import {
  answerEvent,
  answerProposal,
  findTimes,
  type FoundTimes,
  proposeTime,
  restoreEvent,
  setFreeHours,
} from '@saathi/contract/calendar/time-calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { personWith } from '../../mentorship/home/server.fake.ts'
import { member, mentorship } from '../../mentorship/mentorship.fake.ts'
import { answer, refuse, showApp } from '../../../test/harness.tsx'
import { answerCalendar, noTimes, showCalendar, wide } from '../calendar-server.fake.ts'
import { event } from '../calendar.fake.ts'
import { interview } from '../events/form.fake.ts'

beforeEach(wide)

const ravi = member({ userId: 2, firstName: 'Ravi', userFullName: 'Ravi Kulkarni' })
const withRavi = mentorship({ id: 7, part: 'mentee', partners: [ravi] })
/** Thursday 19 and Saturday 21 November at 7:30 pm, Sunday 22 at 5:30 pm in India. */
const [thursday, saturday, sunday] = ['2026-11-19T14:00:00.000Z', '2026-11-21T14:00:00.000Z', '2026-11-22T12:00:00.000Z'] as const
const found: FoundTimes = {
  ...noTimes,
  slots: [thursday, saturday, sunday],
  suggested: [
    { at: thursday, isUsual: true },
    { at: saturday, isUsual: false },
    { at: sunday, isUsual: false },
  ],
  mine: [{ from: '2026-11-19T12:30:00.000Z', until: '2026-11-19T15:30:00.000Z' }],
  planned: [{ from: '2026-11-18T13:30:00.000Z', until: '2026-11-18T14:30:00.000Z', title: 'College fest' }],
  freeHours: { timeZone: 'Asia/Kolkata', days: [3, 5, 6], times: ['evening'] },
  areOthersKnown: true,
}

async function showTimes(times: FoundTimes = found, path = '/mentorship/time?mentorship=7', events = [event({ id: 31 })]) {
  const fake = answerCalendar({ mentorships: [withRavi], events, open: [interview] })
  const asked = answer(findTimes, () => times)
  const screen = await showApp({ profile: personWith({ curriculum: 'use' }), path })
  return { ...fake, asked, screen }
}

/** Wednesday 18 November from 8 to 10 pm in India. */
const busy = [{ from: '2026-11-18T14:30:00.000Z', until: '2026-11-18T16:30:00.000Z' }]

describe('finding a time', () => {
  test('[DAY-29] shows when the reader is busy in their own calendar', async () => {
    const { screen } = await showTimes({ ...found, busy })
    await screen.getByRole('button', { name: 'See all times' }).click()
    const week = screen.getByRole('group', { name: 'All times' })
    await expect.element(week.getByText('Busy in your calendar')).toBeVisible()
  })

  test('[DAY-31] shows three times first, and asks for the chosen one', async () => {
    const { screen, added, asked } = await showTimes()
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Find a time with Ravi' })).toBeVisible()
    await expect.element(screen.getByText('In 5 days · you usually talk then')).toBeVisible()
    expect(screen.getByRole('radio').elements()).toHaveLength(3)
    await screen.getByRole('button', { name: '45 min' }).click()
    await expect.poll(() => asked.inputs.at(-1)?.query.minutes).toBe(45)
    await screen.getByRole('radio', { name: /^21/ }).click()
    await screen.getByRole('button', { name: /^Ask Ravi for Saturday/ }).click()
    await expect.poll(() => screen.pathNow()).toBe('/mentorship?mentorship=7&calendar=2026-11-21')
    expect(added.inputs.at(-1)?.body).toMatchObject({
      scheduledTime: saturday,
      minutes: 45,
      isPairGroupCall: true,
      eventFrequency: 'NONE',
      sessionId: 4,
    })
  })

  test('[DAY-35] shows all times as a week on wide screens, and as days with a list on phones', async () => {
    const { screen } = await showTimes()
    await screen.getByRole('button', { name: 'See all times' }).click()
    const week = screen.getByRole('group', { name: 'All times' })
    await expect.element(week.getByText('College fest')).toBeVisible()
    await week.getByRole('button', { name: /^5:30/ }).click()
    await expect.element(screen.getByRole('button', { name: /^Ask Ravi for Sunday/ })).toBeVisible()
    await page.viewport(390, 844)
    await expect.element(screen.getByRole('group', { name: 'Days' })).toBeVisible()
    await screen.getByRole('button', { name: /Saturday,? 21 November.*1 time$/ }).click()
    await screen.getByRole('radio', { name: /^7:30/ }).first().click()
    await expect.element(screen.getByRole('button', { name: /^Ask Ravi for Saturday/ })).toBeVisible()
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })

  test.each([
    [{ ...found, slots: [], isApart: true }, /^Your free hours don’t overlap/],
    [{ ...found, slots: [] }, /^All the times you share are taken/],
    [{ ...found, areOthersKnown: false }, /^Ravi hasn’t shared free hours yet/],
    [{ ...found, freeHours: null }, /^We don’t know your free hours yet/],
    [{ ...found, freeHours: null, areOthersKnown: false }, /^Nobody has shared free hours yet/],
  ])('[DAY-31] says how good the times are: %#', async (times, words) => {
    const { screen } = await showTimes(times)
    await expect.element(screen.getByText(words)).toBeVisible()
    expect(screen.getByRole('radio').elements()).toHaveLength(3)
  })

  test('[DAY-31] lets people set their free hours', async () => {
    const { screen } = await showTimes({ ...found, freeHours: null })
    const saved = answer(setFreeHours, ({ body }) => body)
    await screen.getByRole('button', { name: 'Set my free hours' }).click()
    const dialog = screen.getByRole('dialog', { name: 'When are you usually free?' })
    await dialog.getByRole('button', { name: 'Save my hours' }).click()
    await expect.element(dialog.getByRole('alert')).toBeVisible()
    await dialog.getByRole('button', { name: 'Saturday' }).click()
    await dialog.getByRole('button', { name: 'Evening, 5 to 8 pm' }).click()
    await dialog.getByRole('button', { name: 'Save my hours' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(saved.inputs.at(-1)?.body).toMatchObject({ days: [5], times: ['evening'] })
  })

  test('[DAY-39] says that planning is paused', async () => {
    answerCalendar({ mentorships: [withRavi] })
    answer(findTimes, refuse('calendar.paused', 409))
    const screen = await showApp({ profile: personWith({ curriculum: 'use' }), path: '/mentorship/time?mentorship=7' })
    await expect.element(screen.getByText('Planning is paused for the moment. Our team will be in touch.')).toBeVisible()
  })

  test('[DAY-33] asks for another time for an event of the other person, with a note', async () => {
    const { screen } = await showTimes(found, '/mentorship/time?mentorship=7&event=31', [event({ id: 31, createdBy: 2 })])
    const asked = answer(proposeTime, event({ id: 31, createdBy: 2 }))
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Another time for Ravi' })).toBeVisible()
    await screen.getByLabelText('Add a note (optional)').fill('I have a test.')
    await screen.getByRole('button', { name: /^Ask for Thursday.* instead$/ }).click()
    await expect.poll(() => asked.inputs.at(-1)?.body).toEqual({ scheduledTime: thursday, note: 'I have a test.' })
  })

  test('[DAY-33] says when the event was cancelled in the meantime', async () => {
    const { screen } = await showTimes(found, '/mentorship/time?mentorship=7&event=99')
    await expect.element(screen.getByRole('heading', { name: 'This event is no longer there.' })).toBeVisible()
  })
})

describe('an event in the calendar', () => {
  const fromRavi = event({
    id: 31,
    title: 'Portfolio review',
    createdBy: 2,
    minutes: 30,
    mayEdit: true,
    answers: [{ userId: 2, isYes: true, answeredAt: '2026-11-10T06:30:00.000Z' }],
  })

  test('[DAY-32] shows length, planner and answers, and can be answered', async () => {
    answerCalendar({ mentorships: [withRavi], events: [fromRavi] })
    const sent = answer(answerEvent, () => ({
      ...fromRavi,
      answers: [...fromRavi.answers, { userId: 1, isYes: true, answeredAt: '2026-11-14T06:30:00.000Z' }],
    }))
    const { day } = await showCalendar()
    const card = day.getByRole('article', { name: 'Portfolio review' })
    await expect.element(card.getByText('30 min · Planned by Ravi')).toBeVisible()
    await expect.element(card.getByText('Ravi is coming')).toBeVisible()
    await card.getByRole('button', { name: 'Yes' }).click()
    await expect.poll(() => sent.inputs.at(-1)?.body).toMatchObject({ answer: 'yes', scheduledTime: fromRavi.scheduledTime })
  })

  test('[DAY-33] shows a request for another time, which can be accepted', async () => {
    const proposal = { id: 5, userId: 2, scheduledTime: thursday, note: 'I have a test.', proposedAt: '2026-11-10T06:30:00.000Z' }
    answerCalendar({ mentorships: [withRavi], events: [{ ...fromRavi, proposals: [proposal] }] })
    const sent = answer(answerProposal, { ...fromRavi, scheduledTime: thursday })
    const { day } = await showCalendar()
    await expect.element(day.getByText(/^Ravi asks for Thursday/)).toBeVisible()
    await expect.element(day.getByText('I have a test.')).toBeVisible()
    await day.getByRole('button', { name: 'Move it' }).click()
    await expect.poll(() => sent.inputs.at(-1)).toMatchObject({ params: { proposalId: 5 }, body: { answer: 'yes' } })
  })

  test('[DAY-34] that was deleted comes back with Undo', async () => {
    answerCalendar({ events: [fromRavi] })
    const sent = answer(restoreEvent, { ids: [31] })
    const { screen, day } = await showCalendar()
    await day.getByRole('button', { name: 'Edit event: Portfolio review' }).click()
    await screen.getByRole('dialog', { name: 'Edit event' }).getByRole('button', { name: 'DELETE' }).click()
    await screen.getByRole('dialog', { name: 'Delete this event?' }).getByRole('button', { name: 'DELETE' }).click()
    await day.getByRole('button', { name: 'Undo' }).click()
    await expect.element(day.getByText('The event is back.')).toBeVisible()
    expect(sent.inputs.at(-1)?.params.id).toBe(31)
  })

  test('[DAY-38] warns before saving about the past, a clash and the other person, and offers a good time', async () => {
    answerCalendar({ mentorships: [withRavi], open: [interview] })
    answer(findTimes, () => found)
    const { screen, calendar } = await showCalendar()
    await calendar.getByRole('button', { name: 'Add event' }).click()
    const form = screen.getByRole('dialog', { name: 'Add event' })
    await form.getByLabelText('Time', { exact: true }).fill('09:00')
    await expect.element(form.getByText('This time is in the past.')).toBeVisible()
    await form.getByRole('button', { name: /^Take Sunday, 9:00/ }).click()
    await expect.element(form.getByLabelText('Date', { exact: true })).toHaveValue('2026-11-15')
    await form.getByLabelText('Date', { exact: true }).fill('2026-11-18')
    await form.getByLabelText('Time', { exact: true }).fill('19:30')
    await expect.element(form.getByText(/^You have “College fest” at 7:00/)).toBeVisible()
    await form.getByLabelText('Date', { exact: true }).fill('2026-11-19')
    await form.getByLabelText('Time', { exact: true }).fill('18:30')
    await expect.element(form.getByText('Ravi isn’t free then.')).toBeVisible()
    await form.getByRole('button', { name: /^Take Thursday, 7:30/ }).click()
    await expect.element(form.getByLabelText('Time', { exact: true })).toHaveValue('19:30')
    await expect.element(form.getByText('Ravi isn’t free then.')).not.toBeInTheDocument()
  })

  test('[DAY-29] warns before saving that the reader is busy in their own calendar', async () => {
    answerCalendar({ mentorships: [withRavi], open: [interview] })
    answer(findTimes, () => ({ ...found, busy, mine: [{ from: '2026-11-18T12:30:00.000Z', until: '2026-11-18T16:30:00.000Z' }] }))
    const { screen, calendar } = await showCalendar()
    await calendar.getByRole('button', { name: 'Add event' }).click()
    const form = screen.getByRole('dialog', { name: 'Add event' })
    await form.getByLabelText('Date', { exact: true }).fill('2026-11-18')
    await form.getByLabelText('Time', { exact: true }).fill('20:30')
    await expect.element(form.getByText('Your own calendar says you’re busy then.')).toBeVisible()
    expect(form.getByText('Ravi isn’t free then.').elements()).toEqual([])
  })

  test('[DAY-37] is in view after its day is tapped on a phone', async () => {
    await page.viewport(390, 844)
    answerCalendar({ events: [event({ title: 'Later call', scheduledTime: '2026-11-20T14:00:00Z' })] })
    const { calendar, day } = await showCalendar()
    await calendar.getByRole('button', { name: /Friday,? 20 November/ }).click()
    await expect.element(day.getByRole('article', { name: 'Later call' })).toBeInViewport()
  })
})
