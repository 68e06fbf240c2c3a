import { expect, test } from 'vitest'
import { mp3, mp4, webm } from '../../../test/recordings.ts'
import { voiceWebm } from '../../../test/voice-recordings.ts'
import { readMedia } from './media.ts'
import { recordingEnding } from './recording.ts'

test.each([
  ['MP3', mp3(), 'mp3'],
  [
    'MP3 with a tag of its title',
    Buffer.concat([Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0001\u0000', 'latin1'), Buffer.alloc(128), mp3()]),
    'mp3',
  ],
  ['AAC sound', mp4({ sound: 'mp4a' }), 'm4a'],
  ['H.264 video with sound', mp4({ video: 'avc1', sound: 'mp4a' }), 'mp4'],
  ['VP9 video', webm('V_VP9', 'A_OPUS'), 'webm'],
  ['Opus sound', webm('A_OPUS'), 'weba'],
  ['a note recorded by a browser', voiceWebm({ seconds: 2 }), 'weba'],
])('%s is recognized by its content', (_what, bytes, ending) => {
  expect(recordingEnding(bytes)).toBe(ending)
})

test.each([
  ['HEVC, which many phones cannot play', mp4({ video: 'hvc1', sound: 'mp4a' })],
  ['a codec of sound that browsers do not play', mp4({ video: 'avc1', sound: 'samr' })],
  ['an MP4 without tracks', mp4({})],
  ['a truncated MP4', mp4({ video: 'avc1' }).subarray(0, -5)],
  ['a box that claims to be larger than the file', Buffer.from('\u0000\u0000\u0000\u00ffftypisom', 'latin1')],
  ['a box that claims to be empty', Buffer.concat([Buffer.from('\u0000\u0000\u0000\u0004ftyp', 'latin1'), Buffer.alloc(40)])],
  [
    'thousands of boxes',
    Buffer.concat([
      mp4({ sound: 'mp4a' }),
      ...Array.from({ length: 3_000 }, () => Buffer.from('\u0000\u0000\u0000\u0008free', 'latin1')),
    ]),
  ],
  ['one frame and something else', Buffer.concat([mp3(1), Buffer.from('<script>')])],
  ['a tag without sound', Buffer.from('ID3\u0004\u0000\u0000\u007f\u007f\u007f\u007f', 'latin1')],
  ['a Matroska film', Buffer.from(webm('V_VP9').toString('latin1').replace('webm', 'matr'), 'latin1')],
  ['a WebM without a track', webm()],
  ['a page', Buffer.from('<html><body>no recording</body></html>')],
  ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ['nothing', Buffer.alloc(0)],
])('%s is refused', (_what, bytes) => {
  expect(recordingEnding(bytes)).toBeNull()
})

test('a recording has its own limit, and its name must agree with its content', () => {
  const read = (name: string, bytes: Buffer) => readMedia(`media/${name}`, name, bytes)
  expect(read('said.mp3', mp3())).toMatchObject({ name: 'said.mp3', type: 'audio/mpeg' })
  expect(read('walk.mp4', mp4({ video: 'avc1' }, 1024 * 1024))).toMatchObject({ type: 'video/mp4' })
  expect(read('walk.mp4', mp4({ sound: 'mp4a' }))).toBe('is not a valid .mp4 file')
  expect(read('said.png', mp3())).toBe('is not a valid .png file')
  expect(read('walk.mp4', mp4({ video: 'avc1' }, 4 * 1024 * 1024))).toBe('must not be larger than 4096 KB')
})
