import { randomUUID } from 'node:crypto'
import { launchCaller, openWindow } from './callers.ts'
import { answerSurvey, callsOf, enterAsAdministrator, signUp } from './newcomers.ts'
import { test } from './production.ts'
import { desktop } from './sizes.ts'
import { collectBrowserErrors, expect } from './world.ts'

const DAY_MS = 86_400_000
const dayFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

const PEOPLE = 50
const sheet = (): Buffer => {
  const rows = Array.from(
    { length: PEOPLE },
    (_, at) => `Zoya,Ansari,zoya-${at}-${randomUUID()}@college.example,mentee,Udaan Ranchi`,
  )
  return Buffer.from(['First name,Last name,E-mail,Role,Programme', ...rows].join('\n'))
}

test('@once [STF-09] a new administrator makes a programme, imports people, approves a mentor and answers a question in the browser', async ({
  page: office,
  production,
}) => {
  const { url } = production
  await enterAsAdministrator(office, production)
  const errors = [collectBrowserErrors(office)]
  const dialog = office.getByRole('dialog')
  const save = () => dialog.getByRole('button', { name: 'Save' }).click()

  await office.goto('/staff/programmes')
  await office.getByRole('button', { name: 'New programme' }).click()
  await dialog.getByLabel('Name').fill('Udaan Ranchi')
  await dialog.getByLabel('Start with').selectOption('A copy of Saathi one to one')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(office.getByRole('heading', { level: 1, name: 'Udaan Ranchi' })).toBeVisible()

  await office.getByRole('tab', { name: 'Cohorts' }).click()
  await office.getByRole('button', { name: 'New cohort' }).click()
  await dialog.getByLabel('Name').fill('Winter')
  await dialog.getByLabel('Sign-up opens').fill(dayFromNow(-1))
  await dialog.getByLabel('Starts').fill(dayFromNow(14))
  await dialog.getByLabel('Ends').fill(dayFromNow(300))
  await save()
  await expect(office.getByRole('tabpanel').getByText('New members join')).toBeVisible()

  await office.getByRole('tab', { name: 'Basics' }).click()
  await office.getByRole('button', { name: 'New code' }).click()
  await dialog.getByLabel('Code', { exact: true }).fill('ranchi-1')
  await dialog.getByLabel('Institution').fill('Ranchi College')
  await save()
  await expect(office.getByRole('row', { name: /RANCHI-1/ })).toBeVisible()
  await office.getByRole('checkbox', { name: /People can sign up/ }).check()
  await office.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(office.getByText('Saved', { exact: true }).last()).toBeVisible()

  await office.goto('/staff/people/import')
  await office.getByLabel('Choose a file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: sheet() })
  await office.getByRole('button', { name: `Run with ${PEOPLE} rows` }).click()
  await expect(office.getByRole('heading', { name: `${PEOPLE} people are in` })).toBeVisible()

  const browser = await launchCaller()
  const ravi = await openWindow(browser, url, { ...desktop, ignoreHTTPSErrors: true })
  errors.push(collectBrowserErrors(ravi))
  await signUp(ravi, production, { firstName: 'Ravi', as: 'Mentor', institutionCode: 'RANCHI-1' })
  await answerSurvey(ravi, false)
  await ravi.goto('/mentorship')
  await expect(ravi.getByRole('heading', { level: 1, name: 'Our team is checking your details' })).toBeVisible()

  await office.goto('/staff/screening')
  const mentor = office.getByRole('listitem').filter({ hasText: 'Ravi Newcomer' })
  await expect(mentor).toContainText('Udaan Ranchi')
  await mentor.getByRole('button', { name: 'Approve' }).click()
  await dialog.getByLabel('Reason').fill('The interview went well')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(ravi.getByRole('heading', { level: 1, name: 'We are looking for someone who fits you' })).toBeVisible()

  const send = await callsOf(ravi.context(), url)
  await send('POST', '/api/v2/help-center/messages/', { client_id: randomUUID(), body: 'When does it begin?' })
  await office.goto('/staff/help')
  await office.getByRole('table').getByRole('link', { name: /Ravi/ }).click()
  await office.getByLabel('Your answer').fill('On the first Monday.')
  await office.getByRole('button', { name: 'Send' }).click()
  await expect
    .poll(async () => JSON.stringify(await send('GET', '/api/v2/help-center/messages/')))
    .toContain('On the first Monday.')
  expect(errors.flat()).toEqual([])
  await browser.close()
})
