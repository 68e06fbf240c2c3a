import { expect } from 'vitest'
import { walkCard } from '../../mentorship/mentorship.fake.ts'
import { showCalendar } from '../calendar-server.fake.ts'
import { event } from '../calendar.fake.ts'

export const interview = walkCard({ id: 4, title: 'Walk into your first interview' })
export const review = event({ id: 31, title: 'Portfolio review', sessionId: 4, sessionName: 'Walk into your first interview' })

function fieldsOf(form: Awaited<ReturnType<typeof showCalendar>>['calendar']) {
  return {
    title: form.getByRole('textbox', { name: 'Title' }),
    call: form.getByRole('radiogroup', { name: 'Is this a call with your pair or group?' }),
    yes: form.getByRole('radio', { name: 'Yes' }),
    no: form.getByRole('radio', { name: 'No' }),
    date: form.getByLabelText('Date', { exact: true }),
    time: form.getByLabelText('Time', { exact: true }),
    repeat: form.getByRole('combobox', { name: 'Repeat' }),
    until: form.getByLabelText('Repeat until'),
    session: form.getByRole('combobox', { name: 'Session' }),
    description: form.getByRole('textbox', { name: 'Description' }),
    save: form.getByRole('button', { name: 'Save event' }),
    cancel: form.getByRole('button', { name: 'CANCEL' }),
  }
}

/** The form for a new event, over the calendar of 14 November. */
export async function openNew() {
  const { screen, calendar, day } = await showCalendar()
  await calendar.getByRole('button', { name: 'Add event' }).click()
  const form = screen.getByRole('dialog', { name: 'Add event' })
  await expect.element(form).toBeVisible()
  return { screen, calendar, day, form, ...fieldsOf(form) }
}

export async function openEdit(title: string) {
  const { screen, calendar, day } = await showCalendar()
  await day.getByRole('button', { name: `Edit event: ${title}` }).click()
  const form = screen.getByRole('dialog', { name: 'Edit event' })
  await expect.element(form).toBeVisible()
  return { screen, calendar, day, form, remove: form.getByRole('button', { name: 'DELETE' }), ...fieldsOf(form) }
}

export type Form = Awaited<ReturnType<typeof openNew>>
/** Fills in a valid event. */
export async function fillIn({ title, no, time, repeat, session }: Form) {
  await title.fill('Portfolio review')
  await no.click()
  await time.fill('19:30')
  await repeat.selectOptions('NONE')
  await session.selectOptions('4')
}
