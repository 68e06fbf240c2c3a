import { editCalendarEvent, listCalendarEvents, removeCalendarEvent } from '@saathi/contract/calendar/calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { answer, refuse } from '../../../test/harness.tsx'
import { answerCalendar, connectLive, showCalendar, wide } from '../calendar-server.fake.ts'
import { weekly } from '../calendar.fake.ts'
import { interview } from './form.fake.ts'

beforeEach(wide)

/** Opens the second of four occurrences, on 14 November. */
async function openSecond(given: Parameters<typeof answerCalendar>[0] = {}) {
  const events = weekly(4)
  const server = answerCalendar({ events, ...given })
  const { screen, calendar, day } = await showCalendar()
  await day.getByRole('button', { name: 'Edit event: Weekly call' }).click()
  const form = screen.getByRole('dialog', { name: 'Edit event' })
  const scope = screen.getByRole('dialog', { name: 'Edit recurring event' })
  const second = events[1]
  if (!second) throw new Error('no event')
  return {
    ...server,
    second,
    screen,
    calendar,
    day,
    form,
    scope,
    title: form.getByRole('textbox', { name: 'Title' }),
    description: form.getByRole('textbox', { name: 'Description' }),
    save: form.getByRole('button', { name: 'Save event' }),
    choices: () =>
      scope
        .getByRole('radio')
        .elements()
        .map((radio) => radio.closest('label')?.textContent),
  }
}

type Form = Awaited<ReturnType<typeof openSecond>>['form']

describe('saving an occurrence', () => {
  test.each([
    ['This event', 'THIS'],
    ['This and following', 'FOLLOWING'],
    ['All events', 'ALL'],
  ])('[CAL-04] asks for the scope: %s sends %s', async (label, sent) => {
    const { form, scope, title, save, edited, choices, second } = await openSecond()
    await title.fill('Our call')
    await save.click()
    await expect.element(scope).toBeVisible()
    expect(choices()).toEqual(['This event', 'This and following', 'All events'])
    await expect.element(scope.getByRole('radio', { name: 'This event' })).toBeChecked()
    await scope.getByText(label).click()
    await expect.element(scope.getByRole('radio', { name: label })).toBeChecked()
    await scope.getByRole('button', { name: 'Save event' }).click()
    await expect.element(form).not.toBeInTheDocument()
    expect(edited).toHaveLength(1)
    expect(edited[0]).toMatchObject({
      params: { id: second.id },
      body: { title: 'Our call', applyToRecurring: sent, version: 1 },
    })
  })

  test('[CAL-04] sends nothing if the scope dialog is cancelled', async () => {
    const { form, scope, title, save, edited } = await openSecond()
    await title.fill('Our call')
    await save.click()
    await scope.getByRole('button', { name: 'CANCEL' }).click()
    await expect.element(scope).not.toBeInTheDocument()
    await expect.element(form).toBeVisible()
    await expect.element(title).toHaveValue('Our call')
    expect(edited).toEqual([])
  })

  test('[CAL-04] with another frequency does not offer THIS, with an explanation', async () => {
    const { form, scope, save, choices } = await openSecond()
    await form.getByRole('combobox', { name: 'Repeat' }).selectOptions('MONTHLY')
    await save.click()
    await expect.element(scope).toBeVisible()
    expect(choices()).toEqual(['This and following', 'All events'])
    await expect.element(scope.getByText(/^You changed how it repeats/)).toBeVisible()
  })

  test('[CAL-04] with another day does not offer ALL, with an explanation', async () => {
    const { form, scope, save, choices } = await openSecond()
    await form.getByLabelText('Date', { exact: true }).fill('2026-11-15')
    await save.click()
    await expect.element(scope).toBeVisible()
    expect(choices()).toEqual(['This event', 'This and following'])
    await expect.element(scope.getByText(/^You moved it to another day/)).toBeVisible()
  })
})

describe('a change that removes occurrences', () => {
  const warning = (scope: Awaited<ReturnType<typeof openSecond>>['scope']) => scope.getByRole('status')

  test('[CAL-04] by ending the repetition shows a warning per scope and a danger button', async () => {
    const { form, scope, save, edited } = await openSecond({ open: [interview] })
    await form.getByRole('combobox', { name: 'Repeat' }).selectOptions('NONE')
    await form.getByRole('combobox', { name: 'Session' }).selectOptions('4')
    await save.click()
    await expect.element(warning(scope)).toHaveTextContent('The events of the series after this one will be deleted.')
    await scope.getByText('All events').click()
    await expect.element(warning(scope)).toHaveTextContent('The other events of the series will be deleted.')
    const sends = scope.getByRole('button', { name: 'Save event' })
    expect(sends.element().className).toContain('danger')
    await sends.click()
    await expect.poll(() => edited.at(-1)?.body).toMatchObject({ eventFrequency: 'NONE', applyToRecurring: 'ALL' })
  })

  test.each([
    ['another repeat', (form: Form) => form.getByRole('combobox', { name: 'Repeat' }).selectOptions('MONTHLY')],
    ['an earlier end', (form: Form) => form.getByLabelText('Repeat until').fill('2026-11-28')],
  ])('[CAL-04] by %s shows a warning', async (_what, change) => {
    const { form, scope, save } = await openSecond()
    await change(form)
    await save.click()
    await expect
      .element(warning(scope))
      .toHaveTextContent('Events on days that are no longer part of the series will be deleted.')
    expect(scope.getByRole('button', { name: 'Save event' }).element().className).not.toContain('danger')
  })

  test('[CAL-04] shows no warning if nothing is removed', async () => {
    const { form, scope, save } = await openSecond()
    await form.getByLabelText('Repeat until').fill('2027-01-30')
    await save.click()
    await expect.element(scope).toBeVisible()
    expect(warning(scope).elements()).toEqual([])
  })
})

test('[CAL-04] a field rejected by the server is focused after the scope dialog', async () => {
  const { form, scope, title, save } = await openSecond()
  answer(editCalendarEvent, refuse('core.bad_input', 400, 'No.', { errors: { description: ['No.'] } }))
  await title.fill('Our call')
  await save.click()
  await scope.getByRole('button', { name: 'Save event' }).click()
  await expect.element(scope).not.toBeInTheDocument()
  await expect.element(form.getByRole('textbox', { name: 'Description' })).toHaveFocus()
})

describe('an occurrence moved beyond the end of its series', () => {
  test('[CAL-04] can be moved alone or with the following ones', async () => {
    const { form, scope, save, choices, edited } = await openSecond()
    await form.getByLabelText('Date', { exact: true }).fill('2027-01-02')
    await save.click()
    await expect.element(scope).toBeVisible()
    expect(choices()).toEqual(['This event', 'This and following'])
    await scope.getByRole('button', { name: 'Save event' }).click()
    await expect.element(form).not.toBeInTheDocument()
    expect(edited[0]?.body).toMatchObject({ applyToRecurring: 'THIS', scheduledTime: '2027-01-02T14:00:00.000Z' })
  })

  test('[CAL-04] is rejected if the pattern changes, too', async () => {
    const { form, scope, save, edited } = await openSecond()
    await form.getByLabelText('Date', { exact: true }).fill('2027-01-02')
    await form.getByRole('combobox', { name: 'Repeat' }).selectOptions('BIWEEKLY')
    await save.click()
    await expect
      .element(form.getByLabelText('Repeat until'))
      .toHaveAccessibleDescription('Please choose a day that is not before the event.')
    expect(scope.elements()).toEqual([])
    expect(edited).toEqual([])
  })
})

describe('deleting an occurrence', () => {
  test.each([
    ['This event', 'THIS'],
    ['This and following', 'FOLLOWING'],
    ['All events', 'ALL'],
  ])('[CAL-04] asks once for the scope: %s sends %s', async (label, sent) => {
    const { form, scope, removed, second } = await openSecond()
    await form.getByRole('button', { name: 'DELETE' }).click()
    await scope.getByText(label).click()
    await expect.element(scope.getByRole('radio', { name: label })).toBeChecked()
    await scope.getByRole('button', { name: 'DELETE' }).click()
    await expect.element(form).not.toBeInTheDocument()
    expect(removed).toEqual([{ params: { mentorshipId: 7, id: second.id }, query: { applyToRecurring: sent, version: 1 } }])
  })

  test('that fails shows an error', async () => {
    const { form, scope } = await openSecond()
    answer(removeCalendarEvent, 'network')
    await form.getByRole('button', { name: 'DELETE' }).click()
    await scope.getByRole('button', { name: 'DELETE' }).click()
    await expect.element(scope.getByRole('alert').getByText(/^We could not reach Saathi/)).toBeVisible()
  })

  test('[CAL-04] that is already deleted does not report the others as deleted', async () => {
    const { form, scope, day, held, second } = await openSecond()
    answer(removeCalendarEvent, () => {
      held.events = held.events.filter(({ id }) => id !== second.id)
      return refuse('calendar.event_not_found', 404)
    })
    await form.getByRole('button', { name: 'DELETE' }).click()
    await scope.getByText('All events').click()
    await scope.getByRole('button', { name: 'DELETE' }).click()
    await expect.element(scope.getByRole('alert').getByText('This event is no longer there.')).toBeVisible()
    expect(day.getByText('Event deleted.').elements()).toEqual([])
  })

  test('[CAL-04] succeeds if all are already gone', async () => {
    const { form, scope, day, held } = await openSecond()
    answer(removeCalendarEvent, () => {
      held.events = []
      return refuse('calendar.event_not_found', 404)
    })
    await form.getByRole('button', { name: 'DELETE' }).click()
    await scope.getByText('All events').click()
    await scope.getByRole('button', { name: 'DELETE' }).click()
    await expect.element(form).not.toBeInTheDocument()
    await expect.element(day.getByText('Event deleted.')).toBeVisible()
  })

  test('that someone else deleted succeeds', async () => {
    const { form, scope, day, held } = await openSecond()
    answer(removeCalendarEvent, () => {
      held.events = []
      return refuse('calendar.event_not_found', 404)
    })
    await form.getByRole('button', { name: 'DELETE' }).click()
    await scope.getByRole('button', { name: 'DELETE' }).click()
    await expect.element(form).not.toBeInTheDocument()
    await expect.element(day.getByRole('heading', { name: 'No events yet' })).toBeVisible()
  })
})

describe("an edit after another person's edit", () => {
  /** Someone else saved first, and this page does not know yet. */
  async function editAfter(change: { title?: string; description?: string }) {
    const opened = await openSecond()
    const { held, second } = opened
    held.events = held.events.map((each) => (each.id === second.id ? { ...each, ...change, version: 2 } : each))
    return opened
  }

  test('[CAL-04] is refused, shows the changes, and can continue with mine', async () => {
    const { form, scope, title, save, edited } = await editAfter({ title: 'Call with Meera', description: 'Bring a pen' })
    await title.fill('Our call')
    await save.click()
    await scope.getByRole('button', { name: 'Save event' }).click()
    const note = form.getByRole('alert').filter({ hasText: 'Someone changed this event in the meantime.' })
    await expect.element(note).toBeVisible()
    await expect.element(note.getByText('Call with Meera')).toBeVisible()
    await expect.element(note.getByText('You wrote: Our call')).toBeVisible()
    await expect.element(note.getByText('Bring a pen')).toBeVisible()
    await expect.element(save).toHaveAttribute('aria-disabled', 'true')
    await expect.element(save).toHaveAccessibleDescription('First choose above which one to keep.')
    await note.getByRole('button', { name: 'Keep mine' }).click()
    await expect.element(note).not.toBeInTheDocument()
    await expect.element(save).toHaveFocus()
    await save.click()
    await scope.getByRole('button', { name: 'Save event' }).click()
    await expect.element(form).not.toBeInTheDocument()
    // Fields that this person has not changed have the other person's values.
    expect(edited.at(-1)?.body).toMatchObject({ title: 'Our call', description: 'Bring a pen', version: 2 })
  })

  test('[CAL-04] can continue with theirs', async () => {
    const { form, scope, title, description, save } = await editAfter({ title: 'Call with Meera', description: 'Bring a pen' })
    await title.fill('Our call')
    await save.click()
    await scope.getByRole('button', { name: 'Save event' }).click()
    await form.getByRole('button', { name: 'Use the new one' }).click()
    await expect.element(title).toHaveValue('Call with Meera')
    await expect.element(description).toHaveValue('Bring a pen')
    await expect.element(save).not.toHaveAttribute('aria-disabled')
  })

  test('[CAL-04] scrolls to the changes if the form is longer than the screen', async () => {
    await page.viewport(390, 600)
    const { form, scope, title, save } = await editAfter({ description: 'Bring a pen' })
    await title.fill('Our call')
    const scrolls = form.element().parentElement
    scrolls?.scrollTo({ top: scrolls.scrollHeight })
    await expect.element(title).not.toBeInViewport()
    await save.click()
    await scope.getByRole('button', { name: 'Save event' }).click()
    await expect.element(form.getByText('Someone changed this event in the meantime.')).toBeInViewport()
    await expect.element(form.getByRole('button', { name: 'Keep mine' })).toBeInViewport()
  })

  test('[CAL-04] without a visible difference is retried automatically', async () => {
    const { form, scope, title, save, edited } = await editAfter({})
    await title.fill('Our call')
    await save.click()
    await scope.getByRole('button', { name: 'Save event' }).click()
    await expect.element(form).not.toBeInTheDocument()
    expect(edited.map(({ body }) => [body.title, body.version])).toEqual([
      ['Our call', 1],
      ['Our call', 2],
    ])
  })

  test('[CAL-04] without a visible difference shows no conflict for a live event', async () => {
    const { form, scope, title, save, held, second, edited } = await openSecond()
    await title.fill('Our call')
    const sendLive = await connectLive()
    // The last occurrence is gone, which is not visible here.
    held.events = held.events.slice(0, 3).map((each) => (each.id === second.id ? { ...each, version: 2 } : each))
    const { inputs } = answer(listCalendarEvents, () => ({ events: held.events, next: null, sessions: [] }))
    sendLive({ type: 'calendar.changed', mentorship: 7 })
    await expect.poll(() => inputs.length).toBe(1)
    await save.click()
    await scope.getByRole('button', { name: 'Save event' }).click()
    await expect.element(form).not.toBeInTheDocument()
    expect(edited.at(-1)?.body).toMatchObject({ title: 'Our call', version: 2 })
  })

  test('[CAL-04] without a visible difference retries a deletion automatically', async () => {
    const { form, scope, second } = await editAfter({})
    const { inputs } = answer(removeCalendarEvent, ({ query }) => (query.version === 2 ? {} : refuse('calendar.changed', 409)))
    await form.getByRole('button', { name: 'DELETE' }).click()
    await scope.getByRole('button', { name: 'DELETE' }).click()
    await expect
      .poll(() => inputs.map(({ params, query }) => [params.id, query.version]))
      .toEqual([
        [second.id, 1],
        [second.id, 2],
      ])
    await expect.element(form).not.toBeInTheDocument()
  })

  test('[CAL-04] is not sent if a live event arrives during the scope dialog', async () => {
    const { form, scope, title, save, held, second, edited } = await openSecond()
    await title.fill('Our call')
    await save.click()
    await expect.element(scope).toBeVisible()
    const sendLive = await connectLive()
    held.events = held.events.map((each) => (each.id === second.id ? { ...each, description: 'Bring a pen', version: 2 } : each))
    sendLive({ type: 'calendar.changed', mentorship: 7 })
    const told = 'Someone changed this event in the meantime.'
    // Behind the dialog it is not accessible yet.
    await expect.poll(() => document.body.textContent).toContain(told)
    await scope.getByRole('button', { name: 'Save event' }).click()
    await expect.element(form.getByText(told)).toBeVisible()
    expect(edited).toEqual([])
  })

  test('[CAL-04] to delete is refused, and continues after the changes were shown', async () => {
    const { form, scope, held } = await editAfter({ description: 'Bring a pen' })
    answer(removeCalendarEvent, refuse('calendar.changed', 409))
    await form.getByRole('button', { name: 'DELETE' }).click()
    await scope.getByRole('button', { name: 'DELETE' }).click()
    const note = form.getByRole('alert').filter({ hasText: 'Someone changed this event in the meantime.' })
    await expect.element(note.getByText('Bring a pen')).toBeVisible()
    await expect.element(scope).not.toBeInTheDocument()
    await note.getByRole('button', { name: 'Use the new one' }).click()
    const { inputs } = answer(removeCalendarEvent, () => {
      held.events = []
      return {}
    })
    await form.getByRole('button', { name: 'DELETE' }).click()
    await scope.getByRole('button', { name: 'DELETE' }).click()
    await expect.element(form).not.toBeInTheDocument()
    await expect.poll(() => inputs.at(-1)?.query).toEqual({ applyToRecurring: 'THIS', version: 2 })
  })

  test('[CAL-04] shows the conflict of a live event before saving', async () => {
    const { form, title, save, held, second } = await openSecond()
    await title.fill('Our call')
    const sendLive = await connectLive()
    held.events = held.events.map((each) => (each.id === second.id ? { ...each, description: 'Bring a pen', version: 2 } : each))
    sendLive({ type: 'calendar.changed', mentorship: 7 })
    await expect.element(form.getByText('Someone changed this event in the meantime.')).toBeVisible()
    await expect.element(title).toHaveValue('Our call')
    await expect.element(save).toHaveAttribute('aria-disabled', 'true')
  })

  test('[CAL-04] counts as saved if the server has the same content, because only the reply was lost', async () => {
    const { form, scope, title, save, held, second } = await openSecond()
    answer(editCalendarEvent, () => {
      held.events = held.events.map((each) => (each.id === second.id ? { ...each, title: 'Our call', version: 2 } : each))
      return refuse('calendar.changed', 409)
    })
    await title.fill('Our call')
    await save.click()
    await scope.getByRole('button', { name: 'Save event' }).click()
    await expect.element(form).not.toBeInTheDocument()
  })

  test('of a deleted event keeps the draft, which can be added as a new event', async () => {
    const { screen, form, title, held, second } = await openSecond()
    await title.fill('Our call')
    const sendLive = await connectLive()
    held.events = held.events.filter(({ id }) => id !== second.id)
    sendLive({ type: 'calendar.changed', mentorship: 7 })
    await expect.element(form.getByText('Someone deleted this event in the meantime.')).toBeVisible()
    await form.getByRole('button', { name: 'Add it as a new event' }).click()
    const fresh = screen.getByRole('dialog', { name: 'Add event' })
    await expect.element(fresh.getByRole('textbox', { name: 'Title' })).toHaveValue('Our call')
    expect(fresh.getByRole('button', { name: 'DELETE' }).elements()).toEqual([])
  })

  test('shows an error and keeps the draft if the event cannot be loaded again', async () => {
    const { form, scope, title, save } = await openSecond()
    answer(editCalendarEvent, refuse('calendar.changed', 409))
    answer(listCalendarEvents, 'network')
    await title.fill('Our call')
    await save.click()
    await scope.getByRole('button', { name: 'Save event' }).click()
    await expect.element(form.getByRole('alert').getByText(/^Someone else changed this at the same time/)).toBeVisible()
    await expect.element(title).toHaveValue('Our call')
  })
})
