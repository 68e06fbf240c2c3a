import { afterEach, expect, test } from 'vitest'

/** A page is fetched and its script run, on a machine that may have more to do. */
const patient = { timeout: 40_000 }

afterEach(() => {
  document.querySelector('iframe')?.remove()
  localStorage.clear()
})

/** The real page, in a frame instead of a window: it cannot close itself there, which shows what it says then. */
async function openReturnPage(state: string, rest: string) {
  const heard: unknown[] = []
  const channel = new BroadcastChannel(`saathi.google.${state}`)
  channel.addEventListener('message', ({ data }) => heard.push(data))
  const frame = document.createElement('iframe')
  frame.src = `/google-return.html${rest}`
  document.body.append(frame)
  return { heard, frame, words: () => frame.contentDocument?.querySelector<HTMLElement>('#done') }
}

test('[ACC-08] the return page hands on what Google answered, and keeps nothing of it in its address', async () => {
  const { heard, frame } = await openReturnPage('s1', '#state=s1&id_token=head.claims.seal&authuser=0')
  await expect.poll(() => heard, patient).toEqual([{ state: 's1', idToken: 'head.claims.seal', error: null }])
  expect(frame.contentWindow?.location.href).toBe(`${location.origin}/google-return.html`)
})

test.each(['#state=s2&error=access_denied', '?state=s2&error=access_denied'])(
  '[ACC-08] it hands on an error, wherever Google puts it: %s',
  async (rest) => {
    const { heard } = await openReturnPage('s2', rest)
    await expect.poll(() => heard, patient).toEqual([{ state: 's2', idToken: null, error: 'access_denied' }])
  },
)

test('where it cannot close itself it says what to do, in the words of the app', async () => {
  localStorage.setItem(
    'saathi.texts',
    JSON.stringify({ languageCode: 'hi', translations: { 'google.closeWindow': 'अब आप यह विंडो बंद कर सकते हैं।' } }),
  )
  const { words } = await openReturnPage('s3', '#state=s3&error=x')
  await expect.poll(() => words()?.hidden, patient).toBe(false)
  expect([words()?.textContent, words()?.lang]).toEqual(['अब आप यह विंडो बंद कर सकते हैं।', 'hi'])
})

test('where nobody has asked it anything it says so too, in its own words', async () => {
  const { words } = await openReturnPage('s4', '')
  await expect.poll(() => words()?.hidden, patient).toBe(false)
  expect(words()?.textContent).toBe('You can close this window now.')
})
