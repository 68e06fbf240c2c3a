import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { inDays, walkCard } from '../../mentorship/mentorship.fake.ts'
import { answerCalendar, showCalendar, wide } from '../calendar-server.fake.ts'
import { event } from '../calendar.fake.ts'

beforeEach(wide)

async function showMonth(path?: string) {
  const { screen, calendar, day } = await showCalendar(path)
  const month = calendar.getByRole('grid')
  return { screen, calendar, day, month, dayNamed: (name: RegExp) => month.getByRole('button', { name }) }
}

test('[CAL-01] the month is a grid starting on Monday, with today marked and the chosen day selected', async () => {
  answerCalendar()
  const { month, dayNamed } = await showMonth('/mentorship?calendar=2026-11-20')
  await expect.element(month).toHaveAccessibleName('November 2026')
  const heads = month.getByRole('columnheader').elements()
  expect(heads.map((head) => head.textContent)).toEqual([
    'MonMonday',
    'TueTuesday',
    'WedWednesday',
    'ThuThursday',
    'FriFriday',
    'SatSaturday',
    'SunSunday',
  ])
  await expect.element(dayNamed(/14 November 2026/)).toHaveAttribute('aria-current', 'date')
  const chosen = month.getByRole('gridcell', { selected: true })
  await expect.element(chosen.getByRole('button')).toHaveAccessibleName(/Friday,? 20 November 2026/)
  expect(month.getByRole('gridcell', { selected: true }).elements()).toHaveLength(1)
})

test('[CAL-01] the grid is a single tab stop on the selected day, which is focused on open', async () => {
  answerCalendar()
  const { month, dayNamed } = await showMonth()
  await expect.element(dayNamed(/14 November 2026/)).toHaveFocus()
  const stops = month
    .getByRole('button')
    .elements()
    .filter((button) => button instanceof HTMLElement && button.tabIndex === 0)
  expect(stops).toHaveLength(1)
})

test.each([
  ['{ArrowLeft}', /Friday,? 13 November 2026/],
  ['{ArrowRight}', /Sunday,? 15 November 2026/],
  ['{ArrowUp}', /Saturday,? 7 November 2026/],
  ['{ArrowDown}', /Saturday,? 21 November 2026/],
  ['{Home}', /Monday,? 9 November 2026/],
  ['{End}', /Sunday,? 15 November 2026/],
  ['{PageUp}', /Wednesday,? 14 October 2026/],
  ['{PageDown}', /Monday,? 14 December 2026/],
  ['{Shift>}{PageDown}{/Shift}', /Sunday,? 14 November 2027/],
])('[CAL-01] the key %s moves to %s without selecting it', async (key, name) => {
  answerCalendar()
  const { screen, dayNamed } = await showMonth()
  await expect.element(dayNamed(/14 November 2026/)).toHaveFocus()
  await userEvent.keyboard(key)
  await expect.element(dayNamed(name)).toHaveFocus()
  expect(screen.pathNow()).toBe('/mentorship?calendar=2026-11-14')
})

test('[CAL-01] Enter selects the focused day, also in another month', async () => {
  answerCalendar({ events: [event({ title: 'In December', scheduledTime: '2026-12-05T14:00:00Z' })] })
  const { screen, calendar, day, dayNamed } = await showMonth()
  await expect.element(dayNamed(/14 November 2026/)).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  await expect.element(calendar.getByRole('heading', { name: 'December 2026' })).toHaveAttribute('aria-live', 'polite')
  await expect.element(dayNamed(/5 December 2026, 1 event/)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(day.getByRole('article', { name: 'In December' })).toBeVisible()
  expect(screen.pathNow()).toBe('/mentorship?calendar=2026-12-05')
  await expect.element(dayNamed(/\b5 December 2026/)).toHaveFocus()
})

test('[CAL-01] the month buttons change the month and keep the focus', async () => {
  answerCalendar()
  const { calendar, screen } = await showMonth()
  const next = calendar.getByRole('button', { name: 'Next month' })
  await next.click()
  await expect.element(calendar.getByRole('grid', { name: 'December 2026' })).toBeVisible()
  await expect.element(next).toHaveFocus()
  await calendar.getByRole('button', { name: 'Previous month' }).click()
  await calendar.getByRole('button', { name: 'Previous month' }).click()
  await expect.element(calendar.getByRole('grid', { name: 'October 2026' })).toBeVisible()
  expect(screen.pathNow()).toBe('/mentorship?calendar=2026-11-14')
})

test('[CAL-01] a day of an adjacent month can be selected', async () => {
  answerCalendar()
  const { calendar, dayNamed } = await showMonth()
  await dayNamed(/Tuesday,? 1 December 2026/).click()
  await expect.element(calendar.getByRole('grid', { name: 'December 2026' })).toBeVisible()
})

test('[CAL-01] selecting an earlier day again shows its month', async () => {
  answerCalendar()
  const { screen, calendar, dayNamed } = await showMonth()
  await calendar.getByRole('button', { name: 'Next month' }).click()
  await dayNamed(/Saturday,? 5 December 2026/).click()
  await expect.poll(() => screen.pathNow()).toBe('/mentorship?calendar=2026-12-05')
  // As after saving an event on that day.
  await screen.router.navigate({ to: '/mentorship', search: { calendar: '2026-11-14' }, replace: true })
  await expect.element(calendar.getByRole('heading', { name: /Saturday,? 14 November/ })).toBeVisible()
  await expect.element(calendar.getByRole('grid', { name: 'November 2026' })).toBeVisible()
})

test('[CAL-01] days announce their events and deadlines, and a legend explains the marks', async () => {
  answerCalendar({
    events: [event(), event()],
    mine: [walkCard({ endDate: '2026-11-14T23:59:00+05:30' }), walkCard({ endDate: inDays(400) })],
  })
  const { calendar, dayNamed } = await showMonth()
  await expect.element(dayNamed(/14 November 2026, 2 events, 1 session deadline/)).toBeVisible()
  await expect.element(dayNamed(/15 November 2026$/)).toBeVisible()
  const legend = calendar.getByRole('list', { name: 'What the marks mean' })
  await expect.element(legend.getByText('Event', { exact: true })).toBeVisible()
  await expect.element(legend.getByText('Session deadline')).toBeVisible()
})
