import type { Page } from '@playwright/test'
import { removeDataDir, startPrivateServer } from '../scripts/private-server.ts'
import { openCallFromChat, recordingSign } from './callers.ts'
import { jitsi, startJitsi } from './jitsi-stand-in.ts'
import { expect, collectBrowserErrors, openAs, test } from './world.ts'

type JitsiApi = {
  options: { userInfo: { displayName: string }; configOverwrite: Record<string, unknown> }
  commands: unknown[][]
  setRecording: (on: boolean) => void
  hangUp: () => void
}
declare global {
  var jitsiMade: JitsiApi
}

const toolbar =
  'microphone camera closedcaptions desktop fullscreen fodeviceselection hangup profile settings raisehand videoquality filmstrip stats shortcuts tileview download help recording'
const commandsOf = (page: Page) => page.evaluate(() => globalThis.jitsiMade.commands)
const inside = (page: Page) => page.frameLocator('iframe[title=Jitsi]').getByText('In the room')

test('[VID-06] @once with Jitsi configured the same page runs the call there, by the same rules', async ({ browser }) => {
  const standIn = await startJitsi()
  const server = await startPrivateServer({
    env: { JITSI_DOMAIN: standIn.domain, JITSI_APP_ID: jitsi.appId, JITSI_APP_SECRET: jitsi.secret },
  })
  const asha = await openAs(browser, server.url, 'asha')
  const ravi = await openAs(browser, server.url, 'ravi')
  const browserErrors = [asha, ravi].flatMap(collectBrowserErrors)

  const joined = asha.waitForRequest((request) => request.url().endsWith('/event/') && request.method() === 'POST')
  await openCallFromChat(asha, /Ravi/)
  const { pathname } = new URL(asha.url())
  await expect(inside(asha)).toBeVisible()
  expect((await joined).postDataJSON()).toMatchObject({ event: 'join', jitsi_participant_id: 'a1b2c3d4' })
  expect(standIn.entries.at(-1)).toMatchObject({ room: pathname.split('/').at(-1), mayRecord: true })
  expect(await asha.evaluate(() => globalThis.jitsiMade.options.configOverwrite)).toEqual({
    prejoinConfig: { enabled: false },
    requireDisplayName: true,
    disableDeepLinking: true,
    toolbarButtons: toolbar.split(' '),
  })
  expect(await asha.evaluate(() => globalThis.jitsiMade.options.userInfo.displayName)).toMatch(/Asha/)

  await ravi.goto(pathname)
  await ravi.getByRole('button', { name: 'No', exact: true }).click()
  await expect(inside(ravi)).toBeVisible()
  await expect(recordingSign(asha)).toHaveCount(0)
  expect(standIn.entries.at(-1)).toMatchObject({ mayRecord: false })

  await ravi.evaluate(() => globalThis.jitsiMade.setRecording(true))
  await expect.poll(() => commandsOf(ravi)).toEqual([['stopRecording', 'file']])

  await ravi.getByRole('button', { name: 'Allow recording' }).click()
  await expect(recordingSign(asha)).toBeVisible()
  await expect.poll(async () => (await commandsOf(asha)).at(-1)).toEqual(['startRecording', { mode: 'file' }])

  const left = ravi.waitForRequest((request) => request.url().endsWith('/event/') && request.method() === 'POST')
  await ravi.evaluate(() => globalThis.jitsiMade.hangUp())
  await expect(ravi.getByRole('heading', { name: 'Call ended' })).toBeVisible()
  expect((await left).postDataJSON()).toMatchObject({ event: 'leave' })
  // Nobody is recorded alone.
  await expect(recordingSign(asha)).toHaveCount(0)
  await expect.poll(async () => (await commandsOf(asha)).at(-1)).toEqual(['stopRecording', 'file'])
  expect(standIn.refusals).toEqual([])
  expect(browserErrors).toEqual([])

  await asha.context().close()
  await ravi.context().close()
  await server.stop()
  removeDataDir(server.dataDir)
  await standIn.close()
})
