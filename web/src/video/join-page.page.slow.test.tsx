import { getRoom, giveConsent } from '@saathi/contract/video/calls'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { answer, refuse, showApp } from '../../test/harness.tsx'
import { inMinutes, roomId, shutRoom, videoRoom, withVideo } from './video.fake.ts'

const link = `/video/join-meeting/${roomId}`
const showJoin = (path = link, language: 'en' | 'hi' = 'en') => showApp({ path, profile: withVideo(), language })

/** 14 November 2026 is a Saturday; half past seven in the evening in India. */
const planned = { startTime: '2026-11-14T14:00:00Z', title: 'Weekly call with Ravi' }

test('[VID-02] says that the call will begin soon while it is looked up', async () => {
  answer(getRoom, 'hang')
  const screen = await showJoin()
  await expect.element(screen.getByText('Your call will begin soon')).toBeVisible()
})

test('[VID-02] a link that is not for one says so, and nothing of the call', async () => {
  answer(getRoom, refuse('video.not_allowed', 403))
  const screen = await showJoin()
  await expect.element(screen.getByRole('heading', { name: 'This meeting link does not work' })).toBeVisible()
  await expect.element(screen.getByText('Oops!')).toBeVisible()
  await expect.element(screen.getByText('You have no access to it, or the event was removed.')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Go To Calendar' })).toHaveAttribute('href', '/mentorship')
})

test('[VID-02] who is early sees when it is, what it is about, and how long it takes until then', async () => {
  answer(getRoom, shutRoom({ ...planned, visitStatus: 'early', opensAt: inMinutes(47) }))
  const screen = await showJoin()
  await expect.element(screen.getByRole('heading', { name: "You're a bit early" })).toBeVisible()
  await expect.element(screen.getByText('Oops!')).toBeVisible()
  await expect.element(screen.getByText('The link becomes active 10 minutes before the start.')).toBeVisible()
  await expect.element(screen.getByRole('timer')).toMatchTextContent(/0:4\d:\d\d/)
  await expect.element(screen.getByText('Weekly call with Ravi')).toBeVisible()
  await expect.element(screen.getByText('Saturday, 14 November 2026 at 7:30 pm')).toBeVisible()
  await expect.element(screen.getByText('No session selected')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: `${location.host}${link}` })).toHaveAttribute('href', link)
  await expect.element(screen.getByRole('link', { name: 'Go To Calendar' })).toHaveAttribute('href', '/mentorship')
})

test('[VID-02] early becomes the question by itself when the time has come', async () => {
  let isOpen = false
  answer(getRoom, () => (isOpen ? videoRoom() : shutRoom({ visitStatus: 'early', opensAt: inMinutes(0.03) })))
  const screen = await showJoin()
  await expect.element(screen.getByRole('heading', { name: "You're a bit early" })).toBeVisible()
  isOpen = true
  await expect.element(screen.getByRole('heading', { name: 'May we record this call?' })).toHaveFocus()
})

test('[VID-02] who is late is told so, with the session that was chosen', async () => {
  answer(getRoom, shutRoom({ ...planned, visitStatus: 'late', sessionName: 'Your first interview' }))
  const screen = await showJoin()
  await expect.element(screen.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await expect.element(screen.getByText('Oops!')).toBeVisible()
  await expect.element(screen.getByText('Your first interview')).toBeVisible()
  await expect.element(screen.getByText('Saturday, 14 November 2026 at 7:30 pm')).toBeVisible()
  expect(screen.getByRole('timer').elements()).toEqual([])
})

test('[VID-02] speaks Hindi, with the day and the hour of India', async () => {
  answer(getRoom, shutRoom({ ...planned, visitStatus: 'late', localeSessionName: 'पहला इंटरव्यू', sessionName: 'First interview' }))
  const screen = await showJoin(link, 'hi')
  await expect.element(screen.getByRole('heading', { name: 'इस लिंक का समय निकल गया है' })).toBeVisible()
  await expect.element(screen.getByText('पहला इंटरव्यू')).toBeVisible()
  await expect.element(screen.getByText(/14 नवंबर 2026.*7:30/)).toBeVisible()
})

test('[VID-02] ?room= joins that room, whatever the path names', async () => {
  const { inputs } = answer(getRoom, videoRoom())
  const screen = await showJoin(`/video/join-meeting/another?section=video&room=${roomId}`)
  await expect.element(screen.getByRole('heading', { name: 'May we record this call?' })).toBeVisible()
  expect([...new Set(inputs.map(({ params }) => params.id))]).toEqual([roomId])
})

test('[VID-02] while calls are closed it says so', async () => {
  answer(getRoom, refuse('video.closed', 403))
  const screen = await showJoin()
  await expect.element(screen.getByRole('heading', { name: 'Chat & Video Disabled' })).toBeVisible()
})

test('[VID-02] where video is not in use it says so', async () => {
  answer(getRoom, refuse('video.off', 403))
  const screen = await showJoin()
  await expect.element(screen.getByRole('heading', { name: 'Video calls are not open for you yet' })).toBeVisible()
})

test('[VID-02] what could not be looked up can be tried again', async () => {
  // Until the button is pressed, however often the page asks by itself.
  let isBack = false
  document.addEventListener('click', () => (isBack = true), { capture: true, once: true })
  answer(getRoom, () => (isBack ? videoRoom() : 'network'))
  const screen = await showJoin()
  await expect.element(screen.getByRole('heading', { name: 'The call could not be opened' })).toBeVisible()
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('heading', { name: 'May we record this call?' })).toBeVisible()
})

test('[VID-03] asks about the recording with neither answer ready to be given by accident', async () => {
  answer(getRoom, videoRoom())
  const screen = await showJoin()
  await expect.element(screen.getByText('You can say no, and the call works just the same.')).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'May we record this call?' })).toHaveFocus()
  const [yes, no] = ['Yes', 'No'].map((name) => screen.getByRole('button', { name, exact: true }).element().className)
  expect(yes).toBe(no)
  await userEvent.keyboard('{Tab}')
  await expect.element(screen.getByRole('button', { name: 'Yes', exact: true })).toHaveFocus()
})

test('[VID-03] an answer that does not get through is asked for again, and the call does not begin', async () => {
  answer(getRoom, videoRoom())
  answer(giveConsent, 'network')
  const screen = await showJoin()
  await screen.getByRole('button', { name: 'No', exact: true }).click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  expect(sessionStorage.getItem(`saathi.call.${roomId}`)).toBeNull()
  await expect.element(screen.getByRole('button', { name: 'No', exact: true })).not.toHaveAttribute('aria-disabled')
})

test('[VID-03] who may not come in any more when they answer is told why', async () => {
  let isOpen = true
  answer(getRoom, () => (isOpen ? videoRoom() : shutRoom({ visitStatus: 'late' })))
  answer(giveConsent, refuse('video.late', 403))
  const screen = await showJoin()
  await expect.element(screen.getByRole('button', { name: 'Yes', exact: true })).toBeVisible()
  isOpen = false
  await screen.getByRole('button', { name: 'Yes', exact: true }).click()
  await expect.element(screen.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
})
