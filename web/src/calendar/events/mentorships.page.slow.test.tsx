import { beforeEach, describe, expect, test } from 'vitest'
import { personWith } from '../../mentorship/home/server.fake.ts'
import { member, mentorship } from '../../mentorship/mentorship.fake.ts'
import { showApp } from '../../../test/harness.tsx'
import { answerCalendar, connectLive, showCalendar, wide } from '../calendar-server.fake.ts'
import { event } from '../calendar.fake.ts'
import { fillIn, interview, openEdit, openNew } from './form.fake.ts'

beforeEach(wide)

const withAsha = mentorship({ id: 7, part: 'mentor', partners: [member({ userFullName: 'Asha Rao' })] })
const withFarhan = mentorship({ id: 8, part: 'mentor', partners: [member({ userFullName: 'Farhan Ali' })] })

describe('a mentorship that starts while the calendar is open', () => {
  test('does not receive the draft: it is saved where the form was opened', async () => {
    const { held, added } = answerCalendar({ mentorships: [withAsha], open: [interview] })
    const form = await openNew()
    await fillIn(form)
    const sendLive = await connectLive()
    held.mentorships = [withFarhan, withAsha]
    sendLive({ type: 'mentorship.changed', mentorship: 8 })
    // Behind the form it is not accessible yet.
    await expect.poll(() => document.body.textContent).toContain('Farhan')
    await form.save.click()
    await expect.element(form.form).not.toBeInTheDocument()
    expect(added.inputs.map(({ params }) => params.mentorshipId)).toEqual([7])
    await expect.element(form.day.getByRole('article', { name: 'Portfolio review' })).toBeVisible()
  })

  test('does not make an event appear deleted', async () => {
    const review = event({ title: 'Portfolio review', sessionId: 4, sessionName: 'Walk into your first interview' })
    const { held, edited } = answerCalendar({ mentorships: [withAsha], events: [review], open: [interview] })
    const { form, title, save } = await openEdit('Portfolio review')
    await title.fill('With Asha')
    const sendLive = await connectLive()
    held.mentorships = [withFarhan, withAsha]
    sendLive({ type: 'mentorship.changed', mentorship: 8 })
    await expect.poll(() => document.body.textContent).toContain('Farhan')
    expect(form.getByText('Someone deleted this event in the meantime.').elements()).toEqual([])
    await save.click()
    await expect.element(form).not.toBeInTheDocument()
    expect(edited.map(({ params }) => params.mentorshipId)).toEqual([7])
  })

  test('leaves the calendar unchanged, and can be selected', async () => {
    const events = [event({ title: 'With Asha' }), event({ title: 'With Farhan', mentorship: 8 })]
    const { held } = answerCalendar({ mentorships: [withAsha], events })
    const { calendar, day } = await showCalendar()
    await expect.element(day.getByRole('article', { name: 'With Asha' })).toBeVisible()
    const sendLive = await connectLive()
    held.mentorships = [withFarhan, withAsha]
    sendLive({ type: 'mentorship.changed', mentorship: 8 })
    const ways = calendar.getByRole('navigation', { name: 'Your mentorships' })
    await expect.element(ways.getByRole('link', { name: 'Asha' })).toHaveAttribute('aria-current', 'true')
    await expect.element(day.getByRole('article', { name: 'With Asha' })).toBeVisible()
    await ways.getByRole('link', { name: 'Farhan' }).click()
    await expect.element(day.getByRole('article', { name: 'With Farhan' })).toBeVisible()
  })
})

describe('a mentorship that ends while the calendar is open', () => {
  test('shows a note in the form, which keeps the draft and sends nothing', async () => {
    const { held, added } = answerCalendar({ mentorships: [withAsha, withFarhan], open: [interview] })
    const form = await openNew()
    await fillIn(form)
    const sendLive = await connectLive()
    held.mentorships = [{ ...withAsha, isActive: false, endedAt: '2026-11-14T06:00:00Z' }, withFarhan]
    sendLive({ type: 'mentorship.changed', mentorship: 7 })
    const words = 'This mentorship has ended. The event can no longer be saved.'
    await expect.element(form.form.getByRole('alert').getByText(words)).toBeVisible()
    await expect.element(form.save).toHaveAttribute('aria-disabled', 'true')
    await expect.element(form.save).toHaveAccessibleDescription(words)
    await expect.element(form.title).toHaveValue('Portfolio review')
    await form.save.click({ force: true })
    await expect.element(form.form).toBeVisible()
    expect(added.inputs).toEqual([])
  })

  test('allows no deletion either', async () => {
    const { held, removed } = answerCalendar({ mentorships: [withAsha, withFarhan], events: [event({ title: 'With Asha' })] })
    const { screen, form, remove } = await openEdit('With Asha')
    await remove.click()
    const ask = screen.getByRole('dialog', { name: 'Delete this event?' })
    await expect.element(ask).toBeVisible()
    const sendLive = await connectLive()
    held.mentorships = [withFarhan]
    sendLive({ type: 'mentorship.changed', mentorship: 7 })
    await expect.element(ask).not.toBeInTheDocument()
    await expect.element(form.getByText(/^This mentorship has ended/)).toBeVisible()
    await expect.element(remove).not.toBeInTheDocument()
    expect(removed).toEqual([])
  })
})

test('closing the calendar after switching the mentorship shows the home of that mentorship', async () => {
  answerCalendar({ mentorships: [withAsha, withFarhan] })
  const screen = await showApp({ profile: personWith({ curriculum: 'use' }), path: '/mentorship' })
  await screen.getByRole('link', { name: 'Open the calendar' }).click()
  const calendar = screen.getByRole('dialog', { name: 'Calendar' })
  await calendar.getByRole('navigation', { name: 'Your mentorships' }).getByRole('link', { name: 'Farhan' }).click()
  await expect.poll(() => screen.pathNow()).toContain('mentorship=8')
  await calendar.getByRole('button', { name: 'Close the calendar' }).click()
  await expect.element(calendar).not.toBeInTheDocument()
  expect(screen.pathNow()).toBe('/mentorship?mentorship=8')
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Farhan Ali' })).toBeVisible()
})
