import { expect, type Locator, type Page } from '@playwright/test'

/** The date in India this many days from today. */
export function dayIn(days: number): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())
  return new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

export const calendarOf = (page: Page) => page.getByRole('dialog', { name: 'Calendar', exact: true })
export const formOf = (page: Page, title: 'Add event' | 'Edit event') => page.getByRole('dialog', { name: title })
export const dayOf = (page: Page) => calendarOf(page).getByRole('region', { name: 'The chosen day' })

export async function openDay(page: Page, day: string): Promise<Locator> {
  await page.goto(`/mentorship?calendar=${day}`)
  await expect(calendarOf(page)).toBeVisible()
  return dayOf(page)
}

type NewEvent = { title: string; date: string; repeat: string; until?: string }

export async function plan(page: Page, { title, date, repeat, until }: NewEvent) {
  await calendarOf(page).getByRole('button', { name: 'Add event' }).click()
  const form = formOf(page, 'Add event')
  await form.getByLabel('Title').fill(title)
  await form.getByRole('radio', { name: 'Yes' }).check()
  await form.getByLabel('Date', { exact: true }).fill(date)
  await form.getByLabel('Time', { exact: true }).fill('19:30')
  await form.getByLabel('Repeat', { exact: true }).selectOption(repeat)
  if (until === undefined) await form.getByLabel('Session').selectOption({ index: 1 })
  else await form.getByLabel('Repeat until').fill(until)
  await form.getByRole('button', { name: 'Save event' }).click()
  await expect(form).toBeHidden()
  await expect(dayOf(page).getByRole('article', { name: title })).toBeVisible()
}

export async function edit(page: Page, day: string, title: string): Promise<Locator> {
  const shown = await openDay(page, day)
  await shown.getByRole('button', { name: `Edit event: ${title}` }).click()
  return formOf(page, 'Edit event')
}
