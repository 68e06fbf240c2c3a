import * as team from '@saathi/contract/content/draft-team-calls'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { answer, refuse } from '../../../../test/harness.tsx'
import { fullDraft, part, showEditor, takeSaves } from '../author.fake.ts'

const sound = { hash: 'b'.repeat(64), url: '/media/recordings/b', name: 'breathe.mp3', bytes: 1_500_000, type: 'audio' as const }
const film = { ...sound, hash: 'c'.repeat(64), url: '/media/recordings/c', name: 'walk.mp4', type: 'video' as const }
const block = { id: 'b1', contentType: 'VIDEO' as const, text: '', image: null, url: null, quiz: null, allowRetake: true }
const draft = () =>
  fullDraft({
    parts: fullDraft().parts.map((each) =>
      each.name === 'step:why' ? part('step:why', { kind: 'step', blocks: [block] }) : each,
    ),
  })

test('[AUT-08] a recording is uploaded, says what it costs, and decides whether its block is sound or video', async () => {
  answer(team.listRecordings, { recordings: [film] })
  const screen = await showEditor(draft())
  const saves = takeSaves()
  const file = new File(['x'], 'breathe.mp3', { type: 'audio/mpeg' })
  const field = screen.getByLabelText('Choose from this device')
  const adding = answer(team.addRecording, refuse('content.bad_recording', 400, 'Choose an MP3.'))
  await userEvent.upload(field, file)
  await expect.element(screen.getByText('Choose an MP3.')).toBeVisible()
  expect(adding.inputs).toHaveLength(1)

  answer(team.addRecording, sound)
  answer(team.listRecordings, { recordings: [sound, film] })
  await userEvent.upload(field, file)
  await expect.element(screen.getByText('Members load 1.4 MB when they play it.')).toBeVisible()
  await screen.getByLabelText('What it is called').fill('How to breathe')
  await screen.getByLabelText(/^What is said/).fill('0:05 Breathe in.')
  await expect
    .poll(() => saves.inputs.at(-1)?.body.body)
    .toMatchObject({
      blocks: [{ contentType: 'AUDIO', image: sound.hash, text: 'How to breathe\n\n0:05 Breathe in.' }],
    })
  await screen.getByLabelText('Sound or video file').selectOptions(film.hash)
  await expect.poll(() => saves.inputs.at(-1)?.body.body).toMatchObject({ blocks: [{ contentType: 'VIDEO', image: film.hash }] })
})

test('[AUT-08] a session has a cover, and a place among the first', async () => {
  const hash = 'a'.repeat(64)
  answer(team.listPictures, { pictures: [{ hash, url: '/media/a', name: 'cover.svg', bytes: 2048 }] })
  const screen = await showEditor(fullDraft(), '/staff/content/session/speak-up?tab=settings')
  const saves = takeSaves()
  await screen.getByLabelText('Cover picture').selectOptions('cover.svg')
  await screen.getByLabelText('Place among the first sessions').fill('2')
  await expect.poll(() => saves.inputs.at(-1)?.body.body).toMatchObject({ kind: 'session', cover: hash, first: 2 })
})
