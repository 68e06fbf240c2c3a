import { addCalendarEvent } from '@saathi/contract/calendar/calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { confirmDropChanges } from '#core/unsaved.ts'
import { member, mentorship } from '../../mentorship/mentorship.fake.ts'
import { answer } from '../../../test/harness.tsx'
import { event } from '../calendar.fake.ts'
import { answerCalendar, showCalendar, wide } from '../calendar-server.fake.ts'
import { fillIn, type Form, interview, openEdit, openNew, review } from './form.fake.ts'

beforeEach(wide)

describe('an unsaved draft', () => {
  /** A real step back needs a real history, and is covered by the e2e tests. */
  test.each<[string, (form: Form) => Promise<void>]>([
    ['CANCEL', ({ cancel }) => cancel.click()],
    ['the close button', ({ form }) => form.getByRole('button', { name: 'Close the form' }).click()],
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['a press outside', () => userEvent.click(document.body, { position: { x: 4, y: 4 }, force: true })],
    ['a navigation', async ({ screen }) => screen.router.history.push('/learninghub')],
  ])('requires a confirmation before it is discarded by %s', async (_way, leave) => {
    answerCalendar()
    const opened = await openNew()
    const { screen, form, title } = opened
    await title.fill('Portfolio review')
    const ask = screen.getByRole('dialog', { name: 'Leave without saving?' })
    await leave(opened)
    await ask.getByRole('button', { name: 'Keep writing' }).click()
    await expect.element(ask).not.toBeInTheDocument()
    await expect.element(title).toHaveValue('Portfolio review')
    await leave(opened)
    await ask.getByRole('button', { name: 'Leave without saving' }).click()
    await expect.element(form).not.toBeInTheDocument()
    await expect.element(screen.getByRole('dialog', { name: 'Calendar' })).toBeVisible()
    expect(screen.pathNow()).toBe('/mentorship?calendar=2026-11-14')
  })

  test('without changes needs no confirmation', async () => {
    answerCalendar()
    const { screen, form, calendar } = await openNew()
    await userEvent.keyboard('{Escape}')
    await expect.element(form).not.toBeInTheDocument()
    await expect.element(calendar.getByRole('button', { name: 'Add event' })).toHaveFocus()
    expect(screen.getByRole('dialog', { name: 'Leave without saving?' }).elements()).toEqual([])
  })

  test('never moves to the calendar of another mentorship', async () => {
    answerCalendar({
      mentorships: [
        mentorship({ id: 7, part: 'mentor', partners: [member({ userFullName: 'Asha Rao' })] }),
        mentorship({ id: 8, part: 'mentor', partners: [member({ userFullName: 'Farhan Ali' })] }),
      ],
    })
    const { screen, calendar } = await showCalendar('/mentorship?mentorship=7&calendar=2026-11-14')
    await calendar.getByRole('button', { name: 'Add event' }).click()
    const title = screen.getByRole('dialog', { name: 'Add event' }).getByRole('textbox', { name: 'Title' })
    await title.fill('With Asha')
    screen.router.history.push('/mentorship?mentorship=8&calendar=2026-11-14')
    await screen.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Keep writing' }).click()
    await expect.element(title).toHaveValue('With Asha')
    expect(screen.pathNow()).toBe('/mentorship?mentorship=7&calendar=2026-11-14')
  })

  test('is kept after Escape and Enter', async () => {
    answerCalendar()
    const { screen, title } = await openNew()
    await title.fill('Portfolio review')
    await userEvent.keyboard('{Escape}')
    const ask = screen.getByRole('dialog', { name: 'Leave without saving?' })
    await expect.element(ask.getByRole('button', { name: 'Keep writing' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(ask).not.toBeInTheDocument()
    await expect.element(title).toHaveValue('Portfolio review')
  })

  test('requires a confirmation before a sign-out', async () => {
    answerCalendar()
    const { screen, title } = await openNew()
    await title.fill('Portfolio review')
    const leaves = confirmDropChanges()
    await screen.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Keep writing' }).click()
    expect(await leaves).toBe(false)
    await expect.element(title).toHaveValue('Portfolio review')
  })

  test('that is saved in the meantime needs no confirmation, and the sign-out continues', async () => {
    answerCalendar({ open: [interview] })
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    answer(addCalendarEvent, async () => {
      await held
      return event({ title: 'Portfolio review' })
    })
    const form = await openNew()
    await fillIn(form)
    await form.save.click()
    const leaves = confirmDropChanges()
    const ask = form.screen.getByRole('dialog', { name: 'Leave without saving?' })
    await expect.element(ask).toBeVisible()
    release()
    await expect.element(form.form).not.toBeInTheDocument()
    await expect.element(ask).not.toBeInTheDocument()
    expect(await leaves).toBe(true)
  })

  test('blocks a navigation without a question while it is being saved', async () => {
    answerCalendar({ open: [interview] })
    const { inputs } = answer(addCalendarEvent, 'hang')
    const form = await openNew()
    await fillIn(form)
    await form.save.click()
    await expect.poll(() => inputs.length).toBe(1)
    form.screen.router.history.push('/learninghub')
    await form.form.getByRole('button', { name: 'Saving...' }).click({ force: true })
    await userEvent.keyboard('{Tab}')
    expect(form.screen.getByRole('dialog', { name: 'Leave without saving?' }).elements()).toEqual([])
    expect(form.screen.pathNow()).toBe('/mentorship?calendar=2026-11-14')
  })

  test('requires a confirmation after a failed save', async () => {
    answerCalendar({ open: [interview] })
    answer(addCalendarEvent, 'network')
    const form = await openNew()
    await fillIn(form)
    await form.save.click()
    await expect.element(form.form.getByRole('alert').getByText(/^We could not reach Saathi/)).toBeVisible()
    await form.cancel.click()
    await expect.element(form.screen.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  })

  test('that was reverted needs no confirmation', async () => {
    answerCalendar({ events: [review], open: [interview] })
    const { form, title, cancel } = await openEdit('Portfolio review')
    await title.fill('Something else')
    await title.fill('Portfolio review')
    await cancel.click()
    await expect.element(form).not.toBeInTheDocument()
  })
})
