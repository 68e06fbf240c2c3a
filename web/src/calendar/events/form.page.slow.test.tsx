import { addCalendarEvent, editCalendarEvent } from '@saathi/contract/calendar/calls'
import { listMyMentorshipSessions } from '@saathi/contract/mentorship/calls'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mentorship } from '../../mentorship/mentorship.fake.ts'
import { answer, refuse } from '../../../test/harness.tsx'
import { answerCalendar, goOffline, wide } from '../calendar-server.fake.ts'
import { event } from '../calendar.fake.ts'
import { fillIn, interview, openEdit, openNew, review } from './form.fake.ts'

beforeEach(wide)

describe('validation', () => {
  test('[CAL-02] shows missing values at their fields and focuses the first; nothing is sent', async () => {
    const { added } = answerCalendar({ open: [interview] })
    const { form, title, call, time, repeat, session, save, date } = await openNew()
    await expect.element(date).toHaveValue('2026-11-14')
    await save.click()
    await expect.element(title).toHaveFocus()
    for (const field of [title, call, time, repeat])
      await expect.element(field).toHaveAccessibleDescription('This field is required')
    await expect.element(session).not.toHaveAccessibleDescription('This field is required')
    expect(form.getByRole('alert').elements()).toHaveLength(4)
    await repeat.selectOptions('NONE')
    await expect.element(session).toHaveAccessibleDescription('This field is required')
    await repeat.selectOptions('WEEKLY')
    await expect.element(form.getByLabelText('Repeat until')).toHaveAccessibleDescription('This field is required')
    expect(added.inputs).toEqual([])
  })

  test('[CAL-02] offers four frequencies, and accepts No as an answer', async () => {
    answerCalendar()
    const { repeat, no, save, call } = await openNew()
    const options = [...repeat.element().querySelectorAll('option')].filter(({ hidden }) => !hidden)
    expect(options.map(({ textContent }) => textContent)).toEqual(['Does not repeat', 'Weekly', 'Once every 2 weeks', 'Monthly'])
    await no.click()
    await save.click()
    await expect.element(call).not.toHaveAccessibleDescription('This field is required')
  })

  test('[CAL-02] requires a frequency for an end date and no frequency for a session, and clears hidden values', async () => {
    const { added } = answerCalendar({ open: [interview] })
    const form = await openNew()
    const { repeat, until, session, title, no, time, save } = form
    await expect.element(until).toBeDisabled()
    await expect.element(session).toBeEnabled()
    await session.selectOptions('4')
    await repeat.selectOptions('WEEKLY')
    await expect.element(session).toBeDisabled()
    await expect.element(session).toHaveAccessibleDescription('You can choose a session for an event that does not repeat.')
    await until.fill('2026-12-26')
    await repeat.selectOptions('NONE')
    await expect.element(until).toBeDisabled()
    await expect.element(until).toHaveValue('')
    await expect.element(session).toHaveValue('')
    await repeat.selectOptions('BIWEEKLY')
    await until.fill('2026-12-26')
    await title.fill('Group call')
    await no.click()
    await time.fill('18:00')
    await save.click()
    await expect
      .poll(() => added.inputs.at(-1)?.body)
      .toMatchObject({
        eventFrequency: 'BIWEEKLY',
        repeatEndDate: '2026-12-26',
        sessionId: null,
      })
  })

  test.each([
    ['an end before the start', '2026-11-13', 'Please choose a day that is not before the event.'],
    ['too many times', '2029-12-31', 'An event can be repeated 60 times at most. Please choose an earlier day.'],
  ])('[CAL-02] rejects %s with a message', async (_what, end, words) => {
    const { added } = answerCalendar()
    const { title, yes, time, repeat, until, save } = await openNew()
    await title.fill('Group call')
    await yes.click()
    await time.fill('18:00')
    await repeat.selectOptions('WEEKLY')
    await until.fill(end)
    await save.click()
    await expect.element(until).toHaveAccessibleDescription(words)
    await expect.element(until).toHaveFocus()
    expect(added.inputs).toEqual([])
  })

  test('[CAL-02] rejects the year 9999', async () => {
    answerCalendar({ open: [interview] })
    const form = await openNew()
    await fillIn(form)
    await form.date.fill('9999-12-31')
    await form.save.click()
    await expect.element(form.date).toHaveAccessibleDescription('Please choose a day within the next five years.')
  })
})

describe('a new event', () => {
  test('[CAL-02] is saved in India’s time with an idempotency key, and the calendar shows its day', async () => {
    const { added } = answerCalendar({ open: [interview] })
    const form = await openNew()
    await fillIn(form)
    await form.date.fill('2026-11-20')
    await form.description.fill('Bring your notes.')
    await form.save.click()
    await expect.element(form.form).not.toBeInTheDocument()
    await expect.element(form.day.getByRole('article', { name: 'Portfolio review' })).toBeVisible()
    await expect.element(form.day.getByRole('status').getByText('Event saved.')).toBeVisible()
    expect(form.screen.pathNow()).toBe('/mentorship?calendar=2026-11-20')
    expect(added.inputs).toHaveLength(1)
    expect(added.inputs[0]?.body).toMatchObject({
      title: 'Portfolio review',
      isPairGroupCall: false,
      scheduledTime: '2026-11-20T14:00:00.000Z',
      timeZone: 'Asia/Kolkata',
      eventFrequency: 'NONE',
      repeatEndDate: null,
      sessionId: 4,
      description: 'Bring your notes.',
    })
    expect(added.headers[0]?.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('[CAL-02] that could not be saved keeps the draft, and the retry uses the same key', async () => {
    const { added } = answerCalendar({ open: [interview] })
    const failing = answer(addCalendarEvent, 'network')
    const form = await openNew()
    await fillIn(form)
    await form.save.click()
    await expect.element(form.form.getByRole('alert').getByText(/^We could not reach Saathi/)).toBeVisible()
    await expect.element(form.title).toHaveValue('Portfolio review')
    const key = failing.headers.at(-1)?.get('idempotency-key')
    const again = answer(addCalendarEvent, () => event({ title: 'Portfolio review' }))
    await form.save.click()
    await expect.element(form.form).not.toBeInTheDocument()
    expect(again.headers.at(-1)?.get('idempotency-key')).toBe(key)
    expect(added.inputs).toEqual([])
  })

  test('[CAL-02] can be saved after being offline', async () => {
    const { added } = answerCalendar({ open: [interview] })
    const failing = answer(addCalendarEvent, () => (navigator.onLine ? event({ title: 'Portfolio review' }) : 'network'))
    const form = await openNew()
    await fillIn(form)
    const comeBack = goOffline()
    await form.save.click()
    await expect.element(form.form.getByRole('alert').getByText(/^We could not reach Saathi/)).toBeVisible()
    await expect.element(form.time).toHaveValue('19:30')
    comeBack()
    await form.save.click()
    await expect.element(form.form).not.toBeInTheDocument()
    expect(failing.inputs).toHaveLength(2)
    expect(added.inputs).toEqual([])
  })

  test('[CAL-02] rejected by the server shows errors at the fields until they change', async () => {
    answerCalendar({ open: [interview] })
    answer(addCalendarEvent, refuse('core.bad_input', 400, 'No.', { errors: { title: ['No.'], session_id: ['No.'] } }))
    const form = await openNew()
    await fillIn(form)
    await form.save.click()
    await expect.element(form.title).toHaveAccessibleDescription('Please use plain text.')
    await expect
      .element(form.session)
      .toHaveAccessibleDescription('This session is not part of your mentorship. Please choose another.')
    await form.title.fill('Portfolio')
    await expect.element(form.title).not.toHaveAccessibleDescription('Please use plain text.')
  })

  test('[CAL-02] rejected by the server focuses the first field, even out of view', async () => {
    await page.viewport(390, 600)
    answerCalendar({ open: [interview] })
    answer(addCalendarEvent, refuse('core.bad_input', 400, 'No.', { errors: { session_id: ['No.'], title: ['No.'] } }))
    const form = await openNew()
    await fillIn(form)
    await form.save.click()
    await expect.element(form.title).toHaveFocus()
    await expect.element(form.title).toBeInViewport()
  })

  test('[CAL-02] shows its success message only on its own day', async () => {
    answerCalendar({ open: [interview] })
    const form = await openNew()
    await fillIn(form)
    await form.save.click()
    await expect.element(form.day.getByText('Event saved.')).toBeVisible()
    await form.calendar.getByRole('button', { name: /Wednesday,? 18 November/ }).click()
    await expect.element(form.day.getByRole('heading', { name: /18 November/ })).toBeVisible()
    expect(form.day.getByText('Event saved.').elements()).toEqual([])
  })

  test('in a full calendar shows an error', async () => {
    answerCalendar({ open: [interview] })
    answer(addCalendarEvent, refuse('calendar.full', 409))
    const form = await openNew()
    await fillIn(form)
    await form.save.click()
    await expect.element(form.form.getByRole('alert').getByText(/^This calendar is full\./)).toBeVisible()
  })

  test('cannot be sent twice while it is being saved', async () => {
    answerCalendar({ open: [interview] })
    const { inputs } = answer(addCalendarEvent, 'hang')
    const form = await openNew()
    await fillIn(form)
    await form.save.click()
    const saving = form.form.getByRole('button', { name: 'Saving...' })
    await expect.element(saving).toHaveAttribute('aria-busy', 'true')
    await saving.click({ force: true })
    await userEvent.keyboard('{Escape}')
    await expect.element(form.form).toBeVisible()
    expect(inputs).toHaveLength(1)
  })

  test('shows the local time of the device if it differs', async () => {
    const real = Intl.DateTimeFormat().resolvedOptions()
    const told = vi
      .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
      .mockReturnValue({ ...real, timeZone: 'Europe/London' })
    answerCalendar()
    const { time } = await openNew()
    await expect.element(time).toHaveAccessibleDescription('India time')
    await time.fill('19:30')
    await expect.element(time).toHaveAccessibleDescription(/^India time\. For you it is 2:00\spm, Greenwich Mean Time\.$/)
    told.mockRestore()
  })
})

describe('the session choices', () => {
  test('show an error with a retry', async () => {
    answerCalendar({ open: [interview] })
    answer(listMyMentorshipSessions, refuse('core.broken', 500))
    const { form, session } = await openNew()
    await expect.element(session).toHaveAccessibleDescription('We could not load the sessions.')
    answer(listMyMentorshipSessions, { sessions: [] })
    await form.getByRole('button', { name: 'Try again' }).click()
    await session.selectOptions('4')
    await expect.element(session).toHaveValue('4')
  })

  test('show a loading state', async () => {
    answerCalendar({ open: [interview] })
    answer(listMyMentorshipSessions, 'hang')
    const { session } = await openNew()
    await expect.element(session).toHaveAccessibleDescription('Loading the sessions')
  })

  test('show a hint if there are none', async () => {
    answerCalendar()
    const { session } = await openNew()
    await expect
      .element(session)
      .toHaveAccessibleDescription('There is no session to choose from. An event that repeats needs none.')
  })

  test("include the event's own session for a pair manager", async () => {
    answerCalendar({ mentorships: [mentorship({ part: 'pair_manager' })], events: [review] })
    const { session } = await openEdit('Portfolio review')
    await expect.element(session).toHaveValue('4')
    expect([...session.element().querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'Choose',
      'Walk into your first interview',
    ])
  })
})

describe('an existing event', () => {
  test('[CAL-02] is edited with all its values, and saved with its version', async () => {
    const { edited } = answerCalendar({ events: [review], open: [interview] })
    const { form, day, title, yes, date, time, repeat, session, save } = await openEdit('Portfolio review')
    await expect.element(title).toHaveValue('Portfolio review')
    await expect.element(yes).toBeChecked()
    await expect.element(date).toHaveValue('2026-11-14')
    await expect.element(time).toHaveValue('19:30')
    await expect.element(repeat).toHaveValue('NONE')
    await expect.element(session).toHaveValue('4')
    await title.fill('Portfolio, once more')
    await save.click()
    await expect.element(form).not.toBeInTheDocument()
    await expect.element(day.getByRole('article', { name: 'Portfolio, once more' })).toBeVisible()
    expect(edited.at(-1)).toMatchObject({
      params: { mentorshipId: 7, id: 31 },
      body: { title: 'Portfolio, once more', version: 1, scheduledTime: '2026-11-14T14:00:00.000Z' },
    })
  })

  test.each([
    ['network' as const, /^We could not reach Saathi/],
    [refuse('core.broken', 500), /^Something went wrong on our side/],
    [refuse('calendar.not_yours', 403), /^Only the person who planned this event, the mentor and the pair manager/],
  ])('[CAL-02] that could not be saved (%j) shows an error and keeps the draft', async (failure, words) => {
    answerCalendar({ events: [review], open: [interview] })
    answer(editCalendarEvent, failure)
    const { form, title, no, time, description, save } = await openEdit('Portfolio review')
    await title.fill('Portfolio, once more')
    await no.click()
    await time.fill('20:15')
    await description.fill('Bring your notes.')
    await save.click()
    await expect.element(form.getByRole('alert').getByText(words)).toBeVisible()
    await expect.element(title).toHaveValue('Portfolio, once more')
    await expect.element(no).toBeChecked()
    await expect.element(time).toHaveValue('20:15')
    await expect.element(description).toHaveValue('Bring your notes.')
  })

  test.each([['network' as const], [refuse('core.broken', 500)]])(
    '[CAL-02] with a lost reply (%j) counts as saved if the server has the same content',
    async (failure) => {
      const { held } = answerCalendar({ events: [review], open: [interview] })
      answer(editCalendarEvent, ({ body }) => {
        held.events = held.events.map((each) => ({ ...each, title: body.title, version: 2 }))
        return failure
      })
      const { form, day, title, save } = await openEdit('Portfolio review')
      await title.fill('Portfolio, once more')
      await save.click()
      await expect.element(form).not.toBeInTheDocument()
      await expect.element(day.getByRole('article', { name: 'Portfolio, once more' })).toBeVisible()
      await expect.element(day.getByText('Event saved.')).toBeVisible()
    },
  )

  test('[CAL-02] is deleted after a confirmation, and the focus goes to the day', async () => {
    const { removed } = answerCalendar({ events: [review] })
    const { screen, form, day, remove } = await openEdit('Portfolio review')
    await remove.click()
    const ask = screen.getByRole('dialog', { name: 'Delete this event?' })
    await ask.getByRole('button', { name: 'Keep it' }).click()
    await expect.element(ask).not.toBeInTheDocument()
    expect(removed).toEqual([])
    await remove.click()
    await ask.getByRole('button', { name: 'DELETE' }).click()
    await expect.element(form).not.toBeInTheDocument()
    await expect.element(day.getByRole('heading', { name: 'No events yet' })).toBeVisible()
    await expect.element(day.getByRole('status').getByText('Event deleted.')).toBeVisible()
    expect(removed).toEqual([{ params: { mentorshipId: 7, id: 31 }, query: { applyToRecurring: 'THIS', version: 1 } }])
    await expect.element(day.getByRole('heading', { name: /14 November/ })).toHaveFocus()
  })

  test('[CAL-02] has a DELETE button, unlike a new event', async () => {
    answerCalendar()
    const { form } = await openNew()
    expect(form.getByRole('button', { name: 'DELETE' }).elements()).toEqual([])
  })
})

test('on a phone the form is a bottom sheet without overflow', async () => {
  await page.viewport(360, 740)
  answerCalendar({ open: [interview] })
  const { form, save } = await openNew()
  await expect.poll(() => Math.round(form.element().getBoundingClientRect().left)).toBe(0)
  await expect.element(save).toBeInViewport()
  expect(form.element().scrollWidth).toBeLessThanOrEqual(360)
})

test.each([360, 430])('at %i px Save has a full row below DELETE and CANCEL', async (width) => {
  await page.viewport(width, 740)
  answerCalendar({ events: [review], open: [interview] })
  const { form, save, remove, cancel } = await openEdit('Portfolio review')
  await expect.poll(() => Math.round(form.element().getBoundingClientRect().left)).toBe(0)
  const [own, left, right] = [save, remove, cancel].map((button) => button.element().getBoundingClientRect())
  if (!own || !left || !right) throw new Error('no buttons')
  expect(own.top).toBeGreaterThanOrEqual(left.bottom)
  expect(left.top).toBe(right.top)
  expect([Math.round(own.left), Math.round(own.right)]).toEqual([Math.round(left.left), Math.round(right.right)])
})
